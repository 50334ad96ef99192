import { purchaseStateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { readSearchText, type SearchResult } from "#app/ui/shell/search-result.ts";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatMoney } from "#lib/core/money/money";
import { findCustomers } from "#lib/customer/find-customers";
import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { defineRoute } from "#lib/web/route";

const MAX_RESULTS_PER_KIND = 6;

/** Searches a reseller's customers and purchases for the command palette. */
export const GET = defineRoute(
  async (ctx, request: Request) => {
    const q = readSearchText(request);
    if (!q) return Response.json([]);
    const [customers, { rows }] = await Promise.all([
      findCustomers(ctx, { q }),
      ownPurchaseList.page(ctx, { q }, MAX_RESULTS_PER_KIND),
    ]);
    const results: SearchResult[] = [
      ...customers.map(({ name, phone }) => ({
        href: `/customers?${new URLSearchParams({ q: phone })}`,
        title: name || phone,
        note: `Customer, ${phone}`,
      })),
      ...rows.map(({ ident, phone, state, cancelled, price, ...plan }) => ({
        href: `/purchases/${ident}`,
        title: `${phone}, ${formatPlanName(plan)}`,
        note: `${purchaseStateLabel(state, cancelled).word}, ${formatMoney(price)}`,
      })),
    ];
    return Response.json(results);
  },
  { who: "reseller" },
);
