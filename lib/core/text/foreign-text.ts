/** Makes foreign text safe to keep and show: one line, no control or direction marks, at most `most` long. */
export function cleanText(text: string, most: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/\p{Cf}/gu, "")
    .trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** Cuts a response to its first 4,000 characters and removes NUL, which the database cannot hold. */
export function limitRawText(text: string): string {
  return text.slice(0, 4000).replaceAll("\0", "\uFFFD");
}

/**
 * Parses JSON, also after a byte order mark, which editors leave in files of programs; undefined when the text is
 * not JSON or is nested too deep.
 * @param revive as for `JSON.parse`
 */
export function parseJson(text: string, revive?: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    // The mark counts as white space.
    return JSON.parse(text.trim(), revive);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
