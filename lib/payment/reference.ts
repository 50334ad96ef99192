import { randomInt } from "node:crypto";

const REFERENCE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/**
 * Creates our reference at a provider: a letter for its kind, then 125 random bits in letters and digits that
 * aren't mistaken for each other. It can't be guessed.
 */
export function createReference(kind: "P" | "R"): string {
  const draw = () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)];
  return `${kind}${Array.from({ length: 25 }, draw).join("")}`;
}
