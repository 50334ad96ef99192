/** Converts a form to its fields by name, without the framework's own; a repeated name becomes a list. */
export function toFormObject(form: FormData): Record<string, FormDataEntryValue | FormDataEntryValue[]> {
  const fields = new Map<string, FormDataEntryValue[]>();
  for (const [name, value] of form) {
    if (name.startsWith("$ACTION")) continue;
    const before = fields.get(name);
    if (before) before.push(value);
    else fields.set(name, [value]);
  }
  return Object.fromEntries(
    Array.from(fields, ([name, all]) => [name, all.length > 1 ? all : (all[0] ?? "")]),
  );
}

/** Fields whose values are never returned. */
const SECRET_FIELD_PATTERN = /password|secret|apikey|identitynumber|^pin$|(onetime|confirm|backup)code/i;

/** Whether a field's value may be shown again. */
export const isShownField = (name: string) => !SECRET_FIELD_PATTERN.test(name);

export type TypedValues = Record<string, string | string[]>;

/** Returns the typed values to show beside errors, without secrets, codes, identity numbers and files. */
export function getTypedValues(form: FormData): TypedValues {
  const typed: TypedValues = {};
  for (const [name, value] of Object.entries(toFormObject(form))) {
    if (!isShownField(name)) continue;
    if (typeof value === "string") typed[name] = value;
    else if (Array.isArray(value)) typed[name] = value.filter((entry) => typeof entry === "string");
  }
  return typed;
}
