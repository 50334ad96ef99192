import { formatMoney } from "#lib/core/money";
import { findCustomers } from "#lib/customer/find-customers";
import { ownPurchaseList } from "#lib/purchase/read/list";
import { route } from "#lib/web/route";
import { purchaseWords } from "../../ui/purchase-words.ts";
import { type Found, wordsOf } from "../../ui/shell/found.ts";

const MOST = 6;

/** What the command palette finds among a reseller's own: customers, and purchases by number, ident or reference. */
export const GET = route(
  async (ctx, request: Request) => {
    const q = wordsOf(request);
    if (!q) return Response.json([]);
    const [customers, { rows }] = await Promise.all([
      findCustomers(ctx, { q }),
      ownPurchaseList.page(ctx, { q }, MOST),
    ]);
    const found: Found[] = [
      ...customers.map(({ name, phone }) => ({
        href: `/customers?${new URLSearchParams({ q: phone })}`,
        title: name || phone,
        note: `Customer, ${phone}`,
      })),
      ...rows.map(({ ident, phone, networkName, size, volume, state, cancelled, price }) => ({
        href: `/purchases/${ident}`,
        title: `${phone}, ${networkName} ${size} ${volume}`,
        note: `${purchaseWords(state, cancelled).word}, ${formatMoney(price)}`,
      })),
    ];
    return Response.json(found);
  },
  { who: "reseller" },
);
