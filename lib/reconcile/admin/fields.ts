import { z } from "zod";
import { env } from "#lib/core/env";

/** A time as a form's date-and-time field tells it ("2026-11-20T14:05"), in the portal's time zone. */
export const LocalTime = z.string().transform((text, check) => {
  try {
    const zoned = Temporal.PlainDateTime.from(text).toZonedDateTime(env().TIME_ZONE);
    return new Date(zoned.epochMilliseconds);
  } catch {
    check.addIssue("Choose a day and a time.");
    return z.NEVER;
  }
});

/** One or more of a repeated field. */
export function oneOrMore<T extends z.ZodType>(item: T, none: string) {
  return z.preprocess(
    (value) => (Array.isArray(value) ? value : value === undefined || value === "" ? [] : [value]),
    z.array(item).min(1, none).max(500),
  );
}
