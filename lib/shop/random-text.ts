import { randomBytes } from "node:crypto";

/** Easily read aloud and typed: no i, l, o or u. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Random text of 5 bits a character. */
export function randomText(length: number): string {
  return [...randomBytes(length)].map((byte) => ALPHABET[byte & 31]).join("");
}
