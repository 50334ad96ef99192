import { z } from "zod";

/** A field that a form may send more than once; `none` is the message when it is missing. */
export function oneOrMore<T extends z.ZodType>(item: T, none: string) {
  return z.preprocess(
    (value) => (Array.isArray(value) ? value : value === undefined || value === "" ? [] : [value]),
    z.array(item).min(1, none).max(500),
  );
}
