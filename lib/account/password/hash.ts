import { argon2, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** OWASP's second choice: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** What an unknown account is checked against: nobody knows a password for it. */
const NOBODYS = phcOf(randomBytes(16), randomBytes(32));

/** A salted Argon2id hash as a PHC string, which carries its own parameters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive("argon2id", { ...COST, message: bytes(password), nonce: salt, tagLength: 32 });
  return phcOf(salt, hash);
}

/** Whether `password` made `phc`. Without a hash the same work is done, and the answer is no. */
export async function verifyPassword(password: string, phc: string | undefined): Promise<boolean> {
  const parts = PHC.exec(phc ?? NOBODYS);
  if (!parts) throw new Error("A stored password hash cannot be read.");
  const [, memory, passes, parallelism, salt = "", expected = ""] = parts;
  const wanted = Buffer.from(expected, "base64");
  const got = await derive("argon2id", {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    message: bytes(password),
    nonce: Buffer.from(salt, "base64"),
    tagLength: wanted.length,
  });
  return timingSafeEqual(got, wanted) && phc !== undefined;
}

/** The same letters typed on another keyboard are the same password. */
const bytes = (password: string) => Buffer.from(password.normalize("NFKC"), "utf8");

function phcOf(salt: Buffer, hash: Buffer): string {
  const base64 = (data: Buffer) => data.toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(hash)}`;
}

/** No letter that is easily taken for another when it is read out. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** A password to hand over once: four groups of four, 79 random bits ("k7mq-29hx-…"). */
export function generatePassword(): string {
  return Array.from({ length: 4 }, () => randomLetters(4)).join("-");
}

/** So many random letters and digits that are easily read out. */
export function randomLetters(count: number): string {
  return Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}
