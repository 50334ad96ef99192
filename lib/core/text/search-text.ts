import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** The condition that a name contains a text, whatever its case and marks: "sola" finds "Ṣọlá". */
export const containsText = (name: SQLWrapper, q: string): SQL =>
  sql`strpos(fold_text(${name}), fold_text(${q})) > 0`;

/** The condition that a name begins with a text in the same way, for the order of results. */
export const beginsWithText = (name: SQLWrapper, q: string): SQL =>
  sql`starts_with(fold_text(${name}), fold_text(${q}))`;

/** Our references have no o, i and l, which are typed for digits that look like them. */
const readDigits = (text: string) => text.replaceAll("o", "0").replaceAll(/[il]/g, "1");

/** Reads the reference of a shop's order: "K7F-3QD", "k7f3qd". @returns undefined for another text */
export function readOrderReference(q: string): string | undefined {
  const reference = readDigits(q.toLowerCase().replaceAll(/[^0-9a-z]/g, ""));
  return /^[0-9a-z]{6}$/.test(reference) ? reference : undefined;
}

/** Reads the ident of a purchase, or the start of one: "dt4o1f". Another text stays as it is. */
export const readIdent = (q: string): string =>
  q
    .toLowerCase()
    .replace(/^(dt)(.*)/, (_all, mark, hash) => mark + readDigits(hash))
    .toUpperCase();
