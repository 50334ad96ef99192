import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { hideFromPlanner, prepareQuery } from "#db/prepare-query";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanLabel, formatPlanSize } from "#lib/catalogue/plan-label";
import { findPlanOffer } from "#lib/catalogue/plan-offer";
import { getPrice } from "#lib/catalogue/price/price";
import { type Ctx, requireReseller } from "#lib/core/context";
import { defineList } from "#lib/core/list/list";
import { formatDecimal, type Minor } from "#lib/core/money/money";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { instant, int, joined, parseRow, readRows, textOf } from "#lib/core/read-rows";
import { formatNetworkName } from "#lib/core/text/display-name";
import { formatPhone } from "#lib/core/text/phone";
import { containsText } from "#lib/core/text/search-text";
import { SearchText } from "#lib/core/text/single-line-text";
import { listSellingPrices } from "#lib/price-list/read-price-list";
import type { PurchaseState } from "#lib/purchase/read/purchase-view";
import { type BundleLengths, type BundleTime, getBundleLengths, selectBundles } from "./select-bundles.ts";

/** A number whose bundle ends soon, or ended. Money in minor units. */
export interface DueView {
  /** The purchase of the bundle. */
  ident: string;
  /** Grouped for reading, and in E.164. */
  phone: string;
  phoneE164: string;
  planId: number;
  networkId: number;
  networkName: string;
  /** "MTN 1 GB SME, 30 Days" and "1 GB". */
  label: string;
  size: string;
  endsAt: Date;
  /** Today's price; null while the plan isn't sold. */
  price: Minor | null;
  /** Its purchases fail, so it isn't sold until one is delivered. */
  isPaused: boolean;
  /** The price that customers usually pay; null if unknown, or below today's price. */
  sellingPrice: Minor | null;
  /** Whether customers usually pay less than today's price. */
  isLoss: boolean;
  /** A later purchase for the number; it stays beside its bundle for an hour. */
  renewal: { ident: string; state: PurchaseState; cancelled: boolean; isLive: boolean } | null;
}

/** Numbers of the acting reseller whose bundle ends within two days, or ended in the last week, by end. */
export const dueList = defineList({
  allow: (ctx) => requireReseller(ctx, "customers"),
  order: "oldest",
  filter: { show: z.enum(["ended"]), q: SearchText },
  pageSize: 100,
  read: async (ctx, { show, q }, slice) => {
    const time = show ?? "due";
    const which = [sql`(${isDue} or ${isJustRenewed})`, ...slice.conditions];
    if (q) which.push(matchNumber(requireReseller(ctx, "customers").id, q));
    return slice.page(await readBundles(ctx, { ...slice, time, which }), ({ view }) => view);
  },
  file: {
    name: "due-soon",
    columns: {
      number: ({ phone }) => phone,
      plan: ({ label }) => label,
      ends: ({ endsAt }) => endsAt,
      "price now": ({ price }) => (price === null ? null : formatDecimal(price)),
    },
  },
});

/** Counts the numbers of the acting reseller that are due for renewal, up to `most`. */
export async function countDue(ctx: Ctx, { most }: { most: number }): Promise<number> {
  const { id } = requireReseller(ctx, "customers");
  const lengths = getBundleLengths(await getCatalogue(ctx), "due");
  const { count } = parseRow(
    z.object({ count: int }),
    await selectDueCount(ctx.db, { id, most, ...lengths }),
  );
  return count;
}

/** Lists the acting reseller's numbers that are due: those of some purchases, or `most` of all. */
export async function listDue(
  ctx: Ctx,
  { idents, time, most }: { idents?: readonly string[] | undefined; time: BundleTime; most: number },
): Promise<DueView[]> {
  const which = [isDue, ...(idents ? [sql`p.ident in ${[...idents]}`] : [])];
  if (idents?.length === 0) return [];
  const rows = await readBundles(ctx, { time, which, orderBy: sql`p.id`, limit: most });
  return rows.map(({ view }) => view);
}

const isDue = sql`p.is_renewed is not true`;
const isJustRenewed = sql`p.renewed_at > now() - interval '1 hour'`;

const selectDueCount = prepareQuery<{ id: number; most: number } & BundleLengths>(
  ({ id, most, lengths, texts }) => sql`
    select count(*)::integer as count
    from (
      select from (${selectBundles(hideFromPlanner(id), { lengths, texts })}) p
      where ${isDue} limit ${most}
    ) due`,
);

const BundleRow = z.object({
  id: int,
  ident: z.string(),
  phone: z.string(),
  planId: int,
  networkId: int,
  networkName: z.string(),
  typeName: z.string(),
  size: z.string(),
  volume: z.string(),
  validity: z.string(),
  endsAt: instant,
  renewal: joined({
    ident: z.string(),
    state: textOf<PurchaseState>(),
    cancelled: z.boolean(),
    isLive: z.boolean(),
  }),
});

interface BundleQuery {
  time: BundleTime;
  which: SQL[];
  orderBy: SQL;
  limit: number;
}

async function readBundles(ctx: Ctx, { time, which, orderBy, limit }: BundleQuery) {
  const seller = requireReseller(ctx, "customers");
  const { id } = seller;
  const terms = getPriceTerms(seller);
  const catalogue = await getCatalogue(ctx);
  const [rows, usual] = await Promise.all([
    readRows(ctx.db, BundleRow)`
      select p.*, r.*
      from (${selectBundles(id, getBundleLengths(catalogue, time))}) p
      left join lateral (
        select p.renewal_ident as "renewal.ident", p.renewal_state as "renewal.state",
          p.renewal_ending is not distinct from 'cancelled' as "renewal.cancelled",
          p.is_renewed as "renewal.is_live"
        where p.renewal_ident is not null and ${isJustRenewed}
      ) r on true
      where ${sql.join(which, sql` and `)} order by ${orderBy} limit ${limit}`,
    listSellingPrices(ctx),
  ]);
  return rows.map(({ id, phone, renewal, endsAt, ident, planId, networkId, ...names }) => {
    const plan = catalogue.plans.get(planId);
    const price = (plan && getPrice(plan, terms)) ?? null;
    const isPaused = price === null && findPlanOffer(catalogue, planId, terms) !== undefined;
    const usualPrice = usual.get(planId) ?? null;
    const isLoss = price !== null && usualPrice !== null && usualPrice < price;
    const view: DueView = {
      ...{ ident, planId, networkId, endsAt, price, isPaused, isLoss, renewal },
      ...{ phone: formatPhone(phone), phoneE164: phone },
      networkName: formatNetworkName(names.networkName),
      label: formatPlanLabel(names),
      size: formatPlanSize(names),
      sellingPrice: isLoss ? null : usualPrice,
    };
    return { id, view };
  });
}

/** Matches a part of the number, or of the customer's name. */
function matchNumber(resellerId: number, q: string): SQL {
  const digits = q.replace(/[\s().+-]/g, "");
  const named = sql`exists (select from customers c where c.reseller_id = ${resellerId} and c.phone = p.phone
    and ${containsText(sql`c.name`, q)})`;
  if (!/^\d+$/.test(digits)) return named;
  return sql`(strpos(p.phone, ${digits.replace(/^0+(?=\d)/, "")}) > 0 or ${named})`;
}
