import { z } from "zod";

/** Signs that can be seen: no space, no joiner, and none of the letters that are drawn as nothing. */
const SEEN = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/gv;

/** Whether words say anything: three signs or more that a reader sees, not all the same, with a letter or a digit. */
export function saysSomething(words: string): boolean {
  const seen = words.match(SEEN) ?? [];
  return seen.length >= 3 && new Set(seen).size > 1 && /[\p{L}\p{N}]/u.test(seen.join(""));
}

/** Why something was done: at least three signs that can be seen and say something, at most so many characters. */
export const reason = ({ most = 500, ask = "Say why, in a few words." } = {}) =>
  z.string(ask).trim().max(most, `Use at most ${most} characters.`).refine(saysSomething, ask);

/** Why somebody changed something: asked for by every form of the desk, kept in the audit record. */
export const Reason = reason();
