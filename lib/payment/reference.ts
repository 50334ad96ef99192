import { randomInt } from "node:crypto";

const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/**
 * Our name for something at a provider: a letter for its kind, then 125 random bits in letters and digits that are not
 * mistaken for each other. Nobody finds another's by trying.
 */
export function newReference(kind: "P" | "R"): string {
  return `${kind}${Array.from({ length: 25 }, () => LETTERS[randomInt(LETTERS.length)]).join("")}`;
}
