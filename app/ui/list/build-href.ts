export type Query = Record<string, string | string[] | undefined>;

/** Parts of a query to set, or to leave out with null. */
type QueryChanges = Record<string, string | string[] | null | undefined>;

/** Builds the URL of a page with changes to its query; leaves out null, undefined and empty values. */
export function buildHref(path: string, query: Query, changes: QueryChanges = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...changes })) {
    for (const item of Array.isArray(value) ? value : [value]) if (item) params.append(name, item);
  }
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}
