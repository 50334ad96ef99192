import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "./env.ts";

const CIPHER = "aes-256-gcm";

/** What a secret is for: one that was sealed for something is read for nothing else. */
export type Purpose =
  | "webhook secrets"
  | "provider keys"
  | "second factors"
  | "backup codes"
  | "mails"
  | "unsubscribing"
  | "form secrets"
  | "push keys";

/** Encrypts a secret that has to be read again, so that a copy of the database alone does not reveal it. */
export function seal(secret: string, purpose: Purpose = "webhook secrets"): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, derived(sealingKey(), purpose), iv);
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

/** Reads what was sealed with the key of now or one before. @throws Error when it was sealed with neither. */
export function unseal(text: string, purpose: Purpose = "webhook secrets"): string {
  return opened(text, purpose).secret;
}

/** Whether it was sealed with the key of now. @throws Error as `unseal` */
export const isSealedNow = (text: string, purpose: Purpose): boolean =>
  opened(text, purpose).key === sealingKey();

/** The same word for the same secret, out of which nobody finds it who has only the database. */
export const keyedHash = (secret: string, purpose: Purpose): string =>
  hashWith(sealingKey(), secret, purpose);

/** That word, and what it was under the keys before. */
export const keyedHashes = (secret: string, purpose: Purpose): string[] =>
  sealingKeys().map((key) => hashWith(key, secret, purpose));

const hashWith = (key: string, secret: string, purpose: Purpose) =>
  createHmac("sha256", derived(key, purpose)).update(secret, "utf8").digest("hex");

function opened(text: string, purpose: Purpose): { secret: string; key: string } {
  const bytes = Buffer.from(text, "base64");
  let failure: unknown;
  for (const key of sealingKeys())
    try {
      const decipher = createDecipheriv(CIPHER, derived(key, purpose), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      const secret = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
      return { secret, key };
    } catch (error) {
      failure = error;
    }
  throw failure;
}

const sealingKey = () => env().SEALING_KEY ?? env().NEXTAUTH_SECRET;

/** The key of now first. Who gives sealing a key of its own is still read what `NEXTAUTH_SECRET` sealed. */
function sealingKeys(): string[] {
  const { SEALING_KEY, SEALING_KEY_BEFORE, NEXTAUTH_SECRET, NEXTAUTH_SECRET_BEFORE } = env();
  const keys = [SEALING_KEY, SEALING_KEY_BEFORE, NEXTAUTH_SECRET, NEXTAUTH_SECRET_BEFORE];
  return [...new Set(keys.filter((key) => key !== undefined))];
}

const derived = (key: string, purpose: Purpose) => Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
