import { z } from "zod";

/** A search text on one line, without NUL, which the database rejects. */
export const SingleLineText = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u);

export const SearchText = SingleLineText.min(1).max(100);
