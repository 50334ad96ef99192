import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { Cursor, cursorOrder, pageConditions, toPage } from "#lib/core/page";
import { p, purchaseColumns, purchaseView } from "./columns.ts";
import { filterConditions, numberBounds, PurchaseFilter } from "./filter.ts";
import type { Page, PurchaseView } from "./view.ts";

export const ListInput = PurchaseFilter.extend(Cursor.shape);
export type ListInput = z.infer<typeof ListInput>;

const PAGE_SIZE = 50;

/** A page of the acting reseller's purchases, newest first. */
export async function list(ctx: Ctx, input: ListInput, size = PAGE_SIZE): Promise<Page<PurchaseView>> {
  const buyer = requireBuyer(ctx);
  const conditions = [
    eq(p.resellerId, buyer.id),
    ...filterConditions(input, false),
    ...numberBounds(input),
    ...pageConditions(input),
  ];
  const rows = await ctx.db
    .select(purchaseColumns)
    .from(p)
    .where(and(...conditions))
    .orderBy(cursorOrder(input))
    .limit(size + 1);
  return toPage(rows, input, size, purchaseView);
}

type Query = Record<string, string | string[] | undefined>;

/** The oldest day a filter may name: the database's and people's calendars agree from here on. */
const FIRST_DAY = "2000-01-01";

/** Filter and cursor as they stand in an address; what makes no sense is left out. */
export function readFilter(query: Query): ListInput {
  const given = Object.entries(ListInput.shape).flatMap(([name, schema]) => {
    const value = schema.safeParse(clean(name, [query[name]].flat()[0]));
    return value.success && value.data !== undefined ? [[name, value.data] as const] : [];
  });
  return ListInput.parse(Object.fromEntries(given));
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
