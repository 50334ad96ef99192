import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { formatMoney } from "#lib/core/money";
import type { Receipt } from "#lib/core/receipt";
import { exactTime } from "#lib/core/time";
import type { PurchaseDetail } from "#lib/purchase/read/view";
import { findOwnShop } from "#lib/shop/shop-view";
import { purchaseWords } from "../../../../ui/purchase-words.ts";

/** A receipt for the customer: at the price that they paid, if that was noted and may be seen; never at the reseller's own. */
export async function receiptOf(
  ctx: Ctx,
  purchase: PurchaseDetail,
  { seller, priced }: { seller: string; priced: boolean },
): Promise<Receipt> {
  const { networkName, size, volume, phone, retail, state, cancelled, settledAt, placedAt, ident } = purchase;
  const shop = await findOwnShop(ctx);
  const named = shop && shop.state !== "closed" ? shop : null;
  const delivered = state === "successful" && settledAt;
  return {
    ...{ seller: named?.name ?? seller, hue: named?.hue ?? 225, title: "Receipt" },
    state: state === "failed" ? "Not delivered" : purchaseWords(state, cancelled).word,
    number: phone,
    plan: `${networkName} ${size} ${volume}`,
    price: priced && retail !== null ? formatMoney(retail) : null,
    facts: [
      ["Type", purchase.typeName],
      ["Lasts", purchase.validity],
      ["Bought", exactTime(placedAt)],
      ...(delivered ? [["Delivered", exactTime(settledAt)] as const] : []),
      ["Reference", ident],
    ],
    end: `${state === "successful" ? "Thank you." : WORDS[state]} Made with ${env().PORTAL_NAME}.`,
    at: settledAt ?? placedAt,
  };
}

const WORDS = {
  queued: "Not delivered yet.",
  sending: "Not delivered yet.",
  unconfirmed: "The network has not confirmed it yet.",
  failed: "It was not delivered.",
  reversed: "The network took it back.",
} as const;
