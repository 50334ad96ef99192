import { PurchaseFilter } from "./filter.ts";
import { type ListInput, ListInput as Schema } from "./list.ts";

type Query = Record<string, string | string[] | undefined>;

/** The oldest day a filter may name: the database's and people's calendars agree from here on. */
const FIRST_DAY = "2000-01-01";

/** Filter and cursor as they stand in an address; what makes no sense is left out. */
export function readFilter(query: Query): ListInput {
  const given = Object.entries(Schema.shape).flatMap(([name, schema]) => {
    const value = schema.safeParse(clean(name, [query[name]].flat()[0]));
    return value.success && value.data !== undefined ? [[name, value.data] as const] : [];
  });
  return Schema.parse(Object.fromEntries(given));
}

/** The filters that are on, as text for an address, without the cursor. */
export function filterQuery(filter: PurchaseFilter): Record<string, string> {
  const names = Object.keys(PurchaseFilter.shape) as (keyof PurchaseFilter)[];
  return Object.fromEntries(
    names.flatMap((name) => (filter[name] === undefined ? [] : [[name, String(filter[name])]])),
  );
}

function clean(name: string, value: string | undefined): string | undefined {
  const text = value?.replaceAll("\0", "").trim().slice(0, 100);
  const isDay = name === "from" || name === "to";
  return isDay && text && text < FIRST_DAY ? undefined : text || undefined;
}
