/** The hidden field of a form that holds the values of its fields when it was shown, as JSON. */
export const BEGUN_FIELD = "begun";

/** The shown values by the names of their fields; several of a field with several boxes. */
export type BegunValues = Readonly<Record<string, string | readonly string[]>>;

/** Whether a form still has the values with which it was shown. */
export function isUnchanged(form: FormData, begun: string): boolean {
  const values = parseBegun(begun);
  return (
    values !== undefined &&
    Object.entries(values).every(([name, value]) => list(form.getAll(name)) === list([value].flat()))
  );
}

/** A browser sends line ends as CRLF. */
const list = (values: readonly unknown[]) =>
  JSON.stringify(values.map((value) => String(value).replaceAll("\r\n", "\n").trim()).sort());

/** Undefined for a text that no page wrote. */
function parseBegun(text: string): BegunValues | undefined {
  try {
    const values: unknown = JSON.parse(text);
    return typeof values === "object" && values !== null ? (values as BegunValues) : undefined;
  } catch {
    return undefined;
  }
}
