/** Somebody else's words made fit to keep and to show: one line, no control or direction marks, cut. */
export function clean(text: string, most: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/\p{Cf}/gu, "")
    .trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** An answer as it is kept for admins: its first 4,000 characters, without what a database cannot hold. */
export function rawOf(text: string): string {
  return text.slice(0, 4000).replaceAll("\0", "\uFFFD");
}

/** What a JSON text holds; undefined when it is none, or nested too deep to be read. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
