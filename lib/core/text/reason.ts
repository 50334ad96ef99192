import { z } from "zod";

/** Visible characters: no spaces, joiners or letters without a glyph. */
const VISIBLE_CHARACTERS = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/gv;

/** Whether a text has three visible characters or more, two of them different, with a letter or digit. */
export function isMeaningfulText(text: string): boolean {
  const seen = text.match(VISIBLE_CHARACTERS) ?? [];
  return seen.length >= 3 && new Set(seen).size > 1 && /[\p{L}\p{N}]/u.test(seen.join(""));
}

/** Creates the schema of a reason: a meaningful text of at most `most` characters. */
export const reasonSchema = ({ most = 500, ask = "Enter a reason in a few words." } = {}) =>
  z.string(ask).trim().max(most, `Use at most ${most} characters.`).refine(isMeaningfulText, ask);

/** The reason of an admin's change, required by every admin form and stored in the audit record. */
export const Reason = reasonSchema();

/** The reason of a change that explains itself: none where the field stays empty. */
export const OptionalReason = z
  .string()
  .trim()
  .transform((text) => text || undefined)
  .pipe(Reason.optional())
  .optional();
