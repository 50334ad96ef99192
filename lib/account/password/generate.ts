import { randomInt } from "node:crypto";

/** No letter that is easily taken for another when it is read out. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** A password to hand over once: four groups of four, 79 random bits ("k7mq-29hx-…"). */
export function generatePassword(): string {
  const letter = () => ALPHABET[randomInt(ALPHABET.length)];
  return Array.from({ length: 4 }, () => Array.from({ length: 4 }, letter).join("")).join("-");
}
