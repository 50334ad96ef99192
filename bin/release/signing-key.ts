import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Opens the operator's own key of releases (Ed25519), created at the first call. */
export function openSigningKey(file: string): KeyObject {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const { privateKey } = generateKeyPairSync("ed25519");
    writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
  }
  return createPrivateKey(readFileSync(file));
}

/** Formats the public part, by which receivers check signatures. */
export const formatPublicKey = (key: KeyObject): string =>
  String(createPublicKey(key).export({ type: "spki", format: "pem" }));

/** Signs a text as `openssl pkeyutl -sign -rawin` does. */
export const signText = (text: string, key: KeyObject): Buffer => sign(null, Buffer.from(text), key);

export const isSignedText = (text: string, signature: Buffer, publicKey: string): boolean =>
  verify(null, Buffer.from(text), publicKey, signature);
