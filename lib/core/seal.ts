import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "./env.ts";

const CIPHER = "aes-256-gcm";

/** The purpose of a secret: one sealed for a purpose can't be read for another. */
export type SealPurpose =
  | "webhook secrets"
  | "provider keys"
  | "supplier tokens"
  | "second factors"
  | "backup codes"
  | "mails"
  | "password links"
  | "unsubscribing"
  | "form secrets"
  | "push keys"
  | "first owner"
  | "shop domains";

/** Encrypts a secret that must be read again, so that a copy of the database alone does not reveal it. */
export function seal(secret: string, purpose: SealPurpose): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, deriveKey(getSealingKey(), purpose), iv);
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

/** Decrypts a secret that the current or a previous key sealed. @throws Error for another key. */
export function unseal(text: string, purpose: SealPurpose): string {
  return decryptSealed(text, purpose).secret;
}

/** Returns whether the current key sealed a secret. @throws Error as `unseal` */
export const isSealedWithCurrentKey = (text: string, purpose: SealPurpose): boolean =>
  decryptSealed(text, purpose).key === getSealingKey();

/** Computes a keyed hash of a secret, which doesn't reveal it to a reader of the database. */
export const computeKeyedHash = (secret: string, purpose: SealPurpose): string =>
  hashWithKey(getSealingKey(), secret, purpose);

export const computeKeyedHashes = (secret: string, purpose: SealPurpose): string[] =>
  getSealingKeys().map((key) => hashWithKey(key, secret, purpose));

const hashWithKey = (key: string, secret: string, purpose: SealPurpose) =>
  createHmac("sha256", deriveKey(key, purpose)).update(secret, "utf8").digest("hex");

function decryptSealed(text: string, purpose: SealPurpose): { secret: string; key: string } {
  const bytes = Buffer.from(text, "base64");
  let failure: unknown;
  for (const key of getSealingKeys())
    try {
      const decipher = createDecipheriv(CIPHER, deriveKey(key, purpose), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      const secret = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
      return { secret, key };
    } catch (error) {
      failure = error;
    }
  throw failure;
}

const getSealingKey = () => env().SEALING_KEY ?? env().NEXTAUTH_SECRET;

/** Returns the current key first. With a separate sealing key, `NEXTAUTH_SECRET` still unseals. */
function getSealingKeys(): string[] {
  const { SEALING_KEY, SEALING_KEY_BEFORE, NEXTAUTH_SECRET, NEXTAUTH_SECRET_BEFORE } = env();
  const keys = [SEALING_KEY, SEALING_KEY_BEFORE, NEXTAUTH_SECRET, NEXTAUTH_SECRET_BEFORE];
  return [...new Set(keys.filter((key) => key !== undefined))];
}

const deriveKey = (key: string, purpose: SealPurpose) =>
  Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
