import { argon2, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { getHashMemoryKib } from "#lib/core/bounds";

const derive = promisify(argon2);

/** OWASP's second recommendation: 19 MiB, two passes, one lane. */
const getCost = () => ({ memory: getHashMemoryKib(), passes: 2, parallelism: 1 }) as const;
const PHC_PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Hashes with a salt by Argon2id, as a PHC string with its parameters. */
export async function hashPassword(password: string): Promise<string> {
  const cost = getCost();
  const salt = randomBytes(16);
  const hash = await derive("argon2id", { ...cost, message: toBytes(password), nonce: salt, tagLength: 32 });
  return formatPhc(cost, salt, hash);
}

/** Checks a password against a hash. Without a hash it does the same work and returns false. */
export async function verifyPassword(password: string, phc: string | undefined): Promise<boolean> {
  const parts = PHC_PATTERN.exec(phc ?? formatPhc(getCost(), randomBytes(16), randomBytes(32)));
  if (!parts) throw new Error("A stored password hash cannot be read.");
  const [, memory, passes, parallelism, salt = "", expected = ""] = parts;
  const wanted = Buffer.from(expected, "base64");
  const got = await derive("argon2id", {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    message: toBytes(password),
    nonce: Buffer.from(salt, "base64"),
    tagLength: wanted.length,
  });
  return timingSafeEqual(got, wanted) && phc !== undefined;
}

/** Normalises, so that the same letters of another keyboard are the same password. */
const toBytes = (password: string) => Buffer.from(password.normalize("NFKC"), "utf8");

function formatPhc(cost: ReturnType<typeof getCost>, salt: Buffer, hash: Buffer): string {
  const base64 = (data: Buffer) => data.toString("base64").replace(/=+$/, "");
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

/** Letters and digits that aren't confused when read out. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** Generates a one-time password: four groups of four, 79 random bits ("k7mq-29hx-…"). */
export function generatePassword(): string {
  return Array.from({ length: 4 }, () => generateReadableText(4)).join("-");
}

/** Generates `count` random letters and digits that are easily read out. */
export function generateReadableText(count: number): string {
  return Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}
