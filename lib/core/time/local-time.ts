import { z } from "zod";
import { env } from "#lib/core/env";

/** A form's date-and-time field ("2026-11-20T14:05"), in the portal's time zone. */
export const LocalTime = z.union([z.date(), z.string()]).transform((text, check) => {
  if (text instanceof Date) return text;
  try {
    const zoned = Temporal.PlainDateTime.from(text).toZonedDateTime(env().TIME_ZONE);
    return new Date(zoned.epochMilliseconds);
  } catch {
    check.addIssue("Select a date and a time.");
    return z.NEVER;
  }
});
