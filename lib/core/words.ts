import { z } from "zod";

/** What is typed into a search, on one line: no column holds a NUL, and asking for one is an error. */
export const Words = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u);

/** What the box of a list is filled with. */
export const SearchText = Words.min(1).max(100);

/** A pattern for `like` that finds text with `part` in it, in lower case. */
export function containing(part: string): string {
  return `%${part.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
}
