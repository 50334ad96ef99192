const MAX_NAMES = 5;
const MAX_NAME_LENGTH = 30;
/** Proxies have room for 4 KiB of a response's headers. */
const MAX_HEADER_LENGTH = 1_000;

/** Describes the names in a request that the API doesn't know and ignores; many are misspelled. */
export function describeUnknownNames(
  kind: "query parameter" | "body field",
  names: Iterable<string>,
  knownNames: readonly string[],
): string[] {
  const unknown = [...new Set(names)].filter((name) => !knownNames.includes(name));
  const described = unknown.slice(0, MAX_NAMES).map((name) => {
    const similar = findSimilarName(name, knownNames);
    return `unknown ${kind} ${quoteName(name)}${similar ? `: did you mean "${similar}"?` : ""}`;
  });
  const more = unknown.length - described.length;
  return more > 0 ? [...described, `and ${more} more`] : described;
}

/** Builds the header that carries warnings to the client's programmer. */
export function buildWarningHeader(warnings: readonly string[]): Record<string, string> {
  if (warnings.length === 0) return {};
  const text = warnings.join("; ");
  return { "X-Warning": text.length > MAX_HEADER_LENGTH ? `${text.slice(0, MAX_HEADER_LENGTH)}...` : text };
}

/** Quotes a name in printable ASCII, whatever a client sent. */
function quoteName(name: string): string {
  const shown = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}...` : name;
  return JSON.stringify(shown).replace(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Finds the known name that a client may have meant. */
function findSimilarName(name: string, knownNames: readonly string[]): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const bare = name.toLowerCase().replaceAll(/[^a-z]+/g, "_");
  const isPart = (part: string, whole: string) =>
    part.length > 3 && (whole.startsWith(part) || whole.endsWith(part));
  const [closest] = knownNames
    .map((candidate) => ({ candidate, distance: countEdits(bare, candidate) }))
    .filter(
      ({ candidate, distance }) =>
        distance <= Math.max(1, candidate.length / 3) || isPart(bare, candidate) || isPart(candidate, bare),
    )
    .sort((a, b) => a.distance - b.distance);
  return closest?.candidate;
}

/** Counts the letters to add, drop or replace (Levenshtein). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, n) => n);
  for (const [n, letter] of [...from].entries()) {
    const next = [n + 1];
    for (const [at, other] of [...to].entries())
      next.push(
        Math.min((row[at] ?? 0) + Number(letter !== other), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
