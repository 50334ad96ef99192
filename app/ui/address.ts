/** A page's query as Next gives it. */
export type Query = Record<string, string | string[] | undefined>;

/** Parts of a query to set, or to leave out with null. */
export type Changes = Record<string, string | string[] | null | undefined>;

/** The address of a page with some of its query changed; what is null, undefined or empty is left out. */
export function address(path: string, query: Query, changes: Changes = {}): string {
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...changes })) {
    for (const one of Array.isArray(value) ? value : [value]) if (one) kept.append(name, one);
  }
  const text = kept.toString();
  return text ? `${path}?${text}` : path;
}
