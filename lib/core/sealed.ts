import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "./env.ts";

const CIPHER = "aes-256-gcm";

/** What a secret is for: one that was sealed for something is read for nothing else. */
type Purpose =
  | "webhook secrets"
  | "provider keys"
  | "second factors"
  | "backup codes"
  | "mails"
  | "unsubscribing"
  | "push keys";

/** Encrypts a secret that has to be read again, so that a copy of the database alone does not reveal it. */
export function seal(secret: string, purpose: Purpose = "webhook secrets"): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, key(purpose), iv);
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

/** @throws Error when it was not sealed here, or `NEXTAUTH_SECRET` has changed since. */
export function unseal(text: string, purpose: Purpose = "webhook secrets"): string {
  const bytes = Buffer.from(text, "base64");
  const decipher = createDecipheriv(CIPHER, key(purpose), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

/** The same word for the same secret, out of which nobody finds it who has only the database. */
export function keyedHash(secret: string, purpose: Purpose): string {
  return createHmac("sha256", key(purpose)).update(secret, "utf8").digest("hex");
}

function key(purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync("sha256", env().NEXTAUTH_SECRET, "", purpose, 32));
}
