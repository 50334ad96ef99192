import { toPurchaseDaysResult } from "#app/ui/purchase/purchase-days-result.ts";
import { purchaseStateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { findActions } from "#app/ui/shell/find-actions.ts";
import { readSearchText } from "#app/ui/shell/search-result.ts";
import { formatPlanName } from "#lib/catalogue/plan-label";
import type { Ctx } from "#lib/core/context";
import type { SearchResult } from "#lib/core/module";
import { formatMoney } from "#lib/core/money/money";
import { formatTime } from "#lib/core/time/time";
import { findCustomers, getCustomerNames } from "#lib/customer/find-customers";
import { modules } from "#lib/modules";
import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { defineRoute } from "#lib/request/route";
import { RESELLER_ACTIONS } from "./palette-actions.ts";

const MAX_RESULTS_PER_KIND = 6;

/** Searches a reseller's purchases, actions and what modules declare, for the command palette. */
export const GET = defineRoute(
  async (ctx, request: Request) => {
    const q = readSearchText(request);
    if (!q) return Response.json([]);
    const [customers, purchases, ...found] = await Promise.all([
      findBuyers(ctx, q),
      findPurchases(ctx, q),
      ...modules.map(({ search }) => search?.(ctx, q) ?? []),
    ]);
    const results: SearchResult[] = [
      ...findActions(RESELLER_ACTIONS, q),
      ...customers,
      ...toPurchaseDaysResult(q, "/purchases"),
      ...found.flat(),
      ...purchases,
    ];
    return Response.json(results);
  },
  { audience: "reseller" },
);

/** Finds the customers of "buy ada". */
async function findBuyers(ctx: Ctx, q: string): Promise<SearchResult[]> {
  const name = /^buy\s+(?:for\s+)?(.{2,})$/i.exec(q)?.[1];
  if (!name) return [];
  const customers = await findCustomers(ctx, { q: name });
  return customers.map(({ name, phone }) => ({
    href: `/buy?${new URLSearchParams({ phone })}`,
    title: `Buy data for ${name || phone}`,
    note: `Action, ${phone}`,
  }));
}

async function findPurchases(ctx: Ctx, q: string): Promise<SearchResult[]> {
  const { rows, next } = await ownPurchaseList.page(ctx, { q }, MAX_RESULTS_PER_KIND);
  const names = await getCustomerNames(ctx, rows);
  const purchases = rows.map(({ ident, phone, phoneE164, state, cancelled, price, placedAt, ...plan }) => ({
    href: `/purchases/${ident}`,
    title: `${names.get(phoneE164) ?? phone}, ${formatPlanName(plan)}`,
    note: [purchaseStateLabel(state, cancelled).word, formatMoney(price), formatTime(placedAt)].join(", "),
  }));
  const all = {
    href: `/purchases?${new URLSearchParams({ q })}`,
    title: `All purchases with “${q}”`,
    note: "Purchases",
  };
  return next === null ? purchases : [...purchases, all];
}
