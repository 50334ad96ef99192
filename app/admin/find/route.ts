import { findViews } from "#lib/desk/saved-views";
import { purchaseList } from "#lib/purchase/read/admin-list";
import { resellerList } from "#lib/reseller/list";
import { route } from "#lib/web/route";
import { purchaseWords } from "../../ui/purchase-words.ts";
import { type Found, wordsOf } from "../../ui/shell/found.ts";

const MOST = 6;

/** What the command palette finds for an admin: saved views, resellers, and purchases by anything that names one. */
export const GET = route(
  async (ctx, request: Request) => {
    const q = wordsOf(request);
    if (!q) return Response.json([]);
    const [views, bought, people] = await Promise.all([
      findViews(ctx, { q }, MOST),
      purchaseList.page(ctx, { q }, MOST),
      resellerList.page(ctx, { q }, MOST),
    ]);
    const found: Found[] = [
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
      ...bought.rows.map(({ ident, phone, networkName, size, volume, state, cancelled, reseller }) => ({
        href: `/admin/purchases/${ident}`,
        title: `${phone}, ${networkName} ${size} ${volume}`,
        note: `${purchaseWords(state, cancelled).word}, ${reseller.name}`,
      })),
    ];
    return Response.json(found);
  },
  { who: "admin" },
);
