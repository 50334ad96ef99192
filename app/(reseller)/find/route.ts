import { purchaseStateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { readSearchText } from "#app/ui/shell/search-result.ts";
import { formatPlanName } from "#lib/catalogue/plan-label";
import type { SearchResult } from "#lib/core/module";
import { formatMoney } from "#lib/core/money/money";
import { modules } from "#lib/modules";
import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { defineRoute } from "#lib/web/route";

const MAX_RESULTS_PER_KIND = 6;

/** Searches a reseller's purchases and what modules declare for the command palette. */
export const GET = defineRoute(
  async (ctx, request: Request) => {
    const q = readSearchText(request);
    if (!q) return Response.json([]);
    const [found, { rows }] = await Promise.all([
      Promise.all(modules.map(({ search }) => search?.(ctx, q) ?? [])),
      ownPurchaseList.page(ctx, { q }, MAX_RESULTS_PER_KIND),
    ]);
    const results: SearchResult[] = [
      ...found.flat(),
      ...rows.map(({ ident, phone, state, cancelled, price, ...plan }) => ({
        href: `/purchases/${ident}`,
        title: `${phone}, ${formatPlanName(plan)}`,
        note: `${purchaseStateLabel(state, cancelled).word}, ${formatMoney(price)}`,
      })),
    ];
    return Response.json(results);
  },
  { audience: "reseller" },
);
