import { toPurchaseDaysResult } from "#app/ui/purchase/purchase-days-result.ts";
import { purchaseStateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { findActions, matchesAction } from "#app/ui/shell/find-actions.ts";
import { readSearchText } from "#app/ui/shell/search-result.ts";
import { type FoundRequest, findRequest } from "#lib/api/request-log/find-request";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { type Ctx, hasPermission } from "#lib/core/context";
import type { SearchResult } from "#lib/core/module";
import { formatMoney } from "#lib/core/money/money";
import { formatTime } from "#lib/core/time/time";
import { searchPayments } from "#lib/payment/search-payments";
import { adminPurchaseList } from "#lib/purchase/read/admin-purchase-list";
import { defineRoute } from "#lib/request/route";
import { resellerList } from "#lib/reseller/reseller-list";
import { findSavedViews } from "#lib/saved-view/saved-views";
import { ACTIONS_ON_RESELLER, ADMIN_ACTIONS } from "./palette-actions.ts";

const MAX_RESULTS_PER_KIND = 6;

/**
 * The results of the command palette: actions, also "credit ada", saved views, resellers,
 * purchases, and API requests by ID.
 */
export const GET = defineRoute(
  async (ctx, request: Request) => {
    const q = readSearchText(request);
    if (!q) return Response.json([]);
    const [onResellers, views, purchases, payments, people, apiRequest] = await Promise.all([
      findActionsOnResellers(ctx, q),
      findSavedViews(ctx, { q }, MAX_RESULTS_PER_KIND),
      findPurchases(ctx, q),
      searchPayments(ctx, q),
      resellerList.page(ctx, { q }, MAX_RESULTS_PER_KIND),
      findRequest(ctx, { q }),
    ]);
    const results: SearchResult[] = [
      ...(apiRequest ? [toRequestResult(apiRequest)] : []),
      ...onResellers,
      ...findActions(
        ADMIN_ACTIONS.filter(({ needs }) => hasPermission(ctx, needs)),
        q,
      ),
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
      ...toPurchaseDaysResult(q, "/admin/purchases"),
      ...payments,
      ...purchases,
    ];
    return Response.json(results);
  },
  { audience: "admin" },
);

/** Finds what can be done with resellers: the first word is the action, the others their name or email. */
async function findActionsOnResellers(ctx: Ctx, q: string): Promise<SearchResult[]> {
  const [, verb, who] = /^(\p{L}{3,})\s+(?:wallet\s+|of\s+)?(.{2,})$/u.exec(q) ?? [];
  const actions = ACTIONS_ON_RESELLER.filter(
    (action) => verb && hasPermission(ctx, action.needs) && matchesAction(action, verb),
  ).slice(0, 2);
  if (actions.length === 0) return [];
  const { rows } = await resellerList.page(ctx, { q: who }, 3);
  return rows.flatMap(({ id, name, email }) =>
    actions.map(({ label, href }) => ({
      href: href(id),
      title: `${label}: ${name}`,
      note: `Action, ${email}`,
    })),
  );
}

async function findPurchases(ctx: Ctx, q: string): Promise<SearchResult[]> {
  const { rows, next } = await adminPurchaseList.page(ctx, { q }, MAX_RESULTS_PER_KIND);
  const purchases = rows.map(({ ident, phone, state, cancelled, reseller, price, placedAt, ...plan }) => ({
    href: `/admin/purchases/${ident}`,
    title: `${phone}, ${formatPlanName(plan)}`,
    note: [
      purchaseStateLabel(state, cancelled).word,
      formatMoney(price),
      reseller.name,
      formatTime(placedAt),
    ].join(", "),
  }));
  const path = `/admin/purchases?${new URLSearchParams({ q })}`;
  return next === null
    ? purchases
    : [...purchases, { href: path, title: `All purchases with “${q}”`, note: "Purchases" }];
}

const toRequestResult = ({ requestId, method, path, status, reseller }: FoundRequest): SearchResult => ({
  href: `/admin/resellers/${reseller.id}/requests?q=${requestId}`,
  title: `${method} ${path}`,
  note: `API request, ${status}, ${reseller.name}`,
});
