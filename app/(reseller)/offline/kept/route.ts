import { list } from "#lib/catalogue/list";
import { formatMoney } from "#lib/core/money";
import { ownPurchaseList } from "#lib/purchase/read/list";
import { route } from "#lib/web/route";
import { purchaseWords } from "../../../ui/purchase-words.ts";
import { KEPT_FOR } from "../../../ui/shell/kept-for.ts";

const PURCHASES = 30;

/** What a reseller may read without a network: their last purchases, and their prices as of now. */
export const GET = route(
  async (ctx) => {
    const [{ rows }, { plans }] = await Promise.all([
      ownPurchaseList.page(ctx, {}, PURCHASES),
      list(ctx, {}),
    ]);
    const purchases = rows.map(({ phone, networkName, size, volume, state, cancelled, price, placedAt }) => ({
      title: phone,
      note: `${networkName} ${size} ${volume}, ${purchaseWords(state, cancelled).word}`,
      value: formatMoney(price),
      at: placedAt,
    }));
    const prices = plans.map(({ networkName, size, volume, typeName, validity, price }) => ({
      title: `${networkName} ${size} ${volume}`,
      note: `${typeName}, ${validity}`,
      value: formatMoney(price),
    }));
    const answer = Response.json({ at: new Date(), purchases, prices });
    answer.headers.set(KEPT_FOR, String(ctx.actor.kind === "reseller" && ctx.actor.id));
    return answer;
  },
  { who: "reseller" },
);
