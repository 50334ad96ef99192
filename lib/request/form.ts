import { z } from "zod";
import { type FieldErrors, PortalError } from "#lib/core/error";

/** Control characters but tabs and line ends. People don't type them, and PostgreSQL can't store a NUL. */
const CONTROL_CHARACTER_PATTERN = /[^\P{Cc}\t\n\r]/u;

/** Checks the fields of a form against `schema`. @throws invalid, with a message at each field. */
export function parseFormInput<S extends z.ZodType>(schema: S, raw: Record<string, unknown>): z.infer<S> {
  const result = schema.safeParse(requireStorableText(raw));
  if (result.success) return result.data;
  throw toInvalidError(result.error);
}

/** Returns the fields unchanged. @throws invalid at those with characters that can't be stored. */
export function requireStorableText<R extends Record<string, unknown>>(raw: R): R {
  const unstorable = Object.keys(raw).filter((name) =>
    [raw[name]].flat().some((value) => typeof value === "string" && CONTROL_CHARACTER_PATTERN.test(value)),
  );
  if (unstorable.length === 0) return raw;
  const message = "This text contains characters that can’t be stored. Type it instead of pasting it.";
  throw new PortalError("invalid", message, {
    fields: Object.fromEntries(unstorable.map((name) => [name, [message]])),
  });
}

/** Converts a failed check to the portal's error. */
export function toInvalidError(error: z.ZodError): PortalError {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    const name = issue.path.length > 0 ? String(issue.path[0]) : "";
    if (!name) return new PortalError("invalid", issue.message);
    fields[name] = [...(fields[name] ?? []), issue.message];
  }
  const messages = Object.values(fields).flat();
  const [only = ""] = messages;
  return new PortalError("invalid", messages.length === 1 ? only : "Check the marked fields.", { fields });
}

// Default messages for checks whose schema has none.
z.config({ customError: formatZodIssue });

function formatZodIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined || issue.input === ""
        ? "Fill this in."
        : "This value isn’t valid. Check it.";
    case "too_small":
      return issue.origin === "string" && issue.minimum === 1
        ? "Fill this in."
        : formatLimit(issue.origin, "least", issue.minimum);
    case "too_big":
      return formatLimit(issue.origin, "most", issue.maximum);
    case "invalid_value":
      return "Choose from the list.";
    default:
      return "This value isn’t valid. Check it.";
  }
}

function formatLimit(origin: string, end: "least" | "most", limit: number | bigint): string {
  if (origin === "string") return `Use at ${end} ${limit} ${limit === 1 ? "character" : "characters"}.`;
  if (origin === "array") return `Select at ${end} ${limit}.`;
  return end === "least" ? `Enter ${limit} or more.` : `Enter ${limit} or less.`;
}

/** A field that a script filled with JSON; the service function checks its content. */
export const jsonField = z
  .string()
  .max(40_000)
  .transform((text, check): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      check.addIssue("This value isn’t valid. Check it.");
      return z.NEVER;
    }
  });
