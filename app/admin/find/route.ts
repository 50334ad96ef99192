import { purchaseStateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { readSearchText } from "#app/ui/shell/search-result.ts";
import { resellerList } from "#lib/access/reseller-list";
import { findSavedViews } from "#lib/admin/saved-views";
import { type FoundRequest, findRequest } from "#lib/api/request-log/find-request";
import { formatPlanName } from "#lib/catalogue/plan-label";
import type { SearchResult } from "#lib/core/module";
import { adminPurchaseList } from "#lib/purchase/read/admin-purchase-list";
import { defineRoute } from "#lib/web/route";

const MAX_RESULTS_PER_KIND = 6;

/** The results of the command palette: saved views, resellers, purchases by any of their references, API requests by ID. */
export const GET = defineRoute(
  async (ctx, request: Request) => {
    const q = readSearchText(request);
    if (!q) return Response.json([]);
    const [views, bought, people, apiRequest] = await Promise.all([
      findSavedViews(ctx, { q }, MAX_RESULTS_PER_KIND),
      adminPurchaseList.page(ctx, { q }, MAX_RESULTS_PER_KIND),
      resellerList.page(ctx, { q }, MAX_RESULTS_PER_KIND),
      findRequest(ctx, { q }),
    ]);
    const results: SearchResult[] = [
      ...(apiRequest ? [toRequestResult(apiRequest)] : []),
      ...views.map(({ list, query, name }) => ({
        href: `${list}?${query}`,
        title: name,
        note: "Saved view",
      })),
      ...people.rows.map(({ id, name, email }) => ({
        href: `/admin/resellers/${id}`,
        title: name,
        note: email,
      })),
      ...bought.rows.map(({ ident, phone, state, cancelled, reseller, ...plan }) => ({
        href: `/admin/purchases/${ident}`,
        title: `${phone}, ${formatPlanName(plan)}`,
        note: `${purchaseStateLabel(state, cancelled).word}, ${reseller.name}`,
      })),
    ];
    return Response.json(results);
  },
  { audience: "admin" },
);

const toRequestResult = ({ requestId, method, path, status, reseller }: FoundRequest): SearchResult => ({
  href: `/admin/resellers/${reseller.id}/requests?q=${requestId}`,
  title: `${method} ${path}`,
  note: `API request, ${status}, ${reseller.name}`,
});
