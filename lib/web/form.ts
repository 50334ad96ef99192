import { z } from "zod";
import { type FieldErrors, PortalError } from "#lib/core/error";

type Typed = Record<string, string | string[]>;

/** A form's fields by name, without the framework's own; a name that is repeated becomes a list. */
export function formObject(form: FormData): Record<string, FormDataEntryValue | FormDataEntryValue[]> {
  const fields = new Map<string, FormDataEntryValue[]>();
  for (const [name, value] of form) {
    if (name.startsWith("$ACTION")) continue;
    const before = fields.get(name);
    if (before) before.push(value);
    else fields.set(name, [value]);
  }
  return Object.fromEntries(
    fields.entries().map(([name, all]) => [name, all.length > 1 ? all : (all[0] ?? "")]),
  );
}

/** Fields whose values never go back. */
const NOT_SHOWN = /password|secret|apikey|identitynumber|^pin$|(onetime|confirm|backup)code/i;

/** Whether what is typed into a field may be shown again. */
export const isShown = (name: string) => !NOT_SHOWN.test(name);

/** What was typed, to show it again beside the errors; never passwords, keys, codes, numbers of a person's identity, or files. */
export function typedValues(form: FormData): Typed {
  const typed: Typed = {};
  for (const [name, value] of Object.entries(formObject(form))) {
    if (!isShown(name)) continue;
    if (typeof value === "string") typed[name] = value;
    else if (Array.isArray(value)) typed[name] = value.filter((entry) => typeof entry === "string");
  }
  return typed;
}

/** Control characters other than tabs and line ends: nobody types them, and PostgreSQL cannot store a NUL. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;

/** Checks the fields of a form against `schema`. @throws invalid, with everyday words at each field. */
export function parseInput<S extends z.ZodType>(schema: S, raw: Record<string, unknown>): z.infer<S> {
  const result = schema.safeParse(storable(raw));
  if (result.success) return result.data;
  throw fromZodError(result.error);
}

/** The fields of a form as they are. @throws invalid at those with characters that cannot be stored. */
export function storable<R extends Record<string, unknown>>(raw: R): R {
  const unstorable = Object.keys(raw).filter((name) =>
    [raw[name]].flat().some((value) => typeof value === "string" && CONTROL.test(value)),
  );
  if (unstorable.length === 0) return raw;
  const words = "This has characters that cannot be stored. Type it again.";
  throw new PortalError("invalid", words, {
    fields: Object.fromEntries(unstorable.map((name) => [name, [words]])),
  });
}

/** A failed check as the portal's own error. */
export function fromZodError(error: z.ZodError): PortalError {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    const name = issue.path.length > 0 ? String(issue.path[0]) : "";
    if (!name) return new PortalError("invalid", issue.message);
    fields[name] = [...(fields[name] ?? []), issue.message];
  }
  const messages = Object.values(fields).flat();
  const [only = ""] = messages;
  return new PortalError("invalid", messages.length === 1 ? only : "Please look at the marked fields.", {
    fields,
  });
}

/** Messages for checks whose schema has none of its own, wherever a form is parsed. */
z.config({ customError: everydayWords });

function everydayWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined || issue.input === ""
        ? "Please fill this in."
        : "This does not look right.";
    case "too_small":
      return issue.origin === "string" && issue.minimum === 1
        ? "Please fill this in."
        : `At least ${issue.minimum}.`;
    case "too_big":
      return `At most ${issue.maximum}.`;
    case "invalid_value":
      return "Please choose one of those offered.";
    default:
      return "This does not look right.";
  }
}
