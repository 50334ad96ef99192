import { z } from "zod";

/** What is typed into a search, on one line: no column holds a NUL, and asking for one is an error. */
export const Words = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u);

/** What the box of a list is filled with. */
export const SearchText = Words.min(1).max(100);
