import { notFound } from "next/navigation";
import { cache } from "react";
import { purchaseStateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { formatPlanName } from "#lib/catalogue/plan-label";
import type { Ctx } from "#lib/core/context";
import type { Receipt } from "#lib/core/drawing/receipt";
import { env } from "#lib/core/env";
import { formatExactMoney } from "#lib/core/money/money";
import { formatExactTime } from "#lib/core/time/time";
import { getCustomerNames } from "#lib/customer/find-customers";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import type { PurchaseDetail } from "#lib/purchase/read/purchase-view";
import { loadOrNotFound } from "#lib/request/load-or-not-found";
import { findOwnShop } from "#lib/shop/shop-view";

/** Builds a customer's receipt, with the customer's price where saved and wanted, never the reseller's. */
export async function loadReceipt(
  ctx: Ctx,
  purchase: PurchaseDetail,
  { seller, priced }: { seller: string; priced: boolean },
): Promise<Receipt> {
  const { phone, sellingPrice, state, cancelled, settledAt, placedAt, ident } = purchase;
  const [named, names] = await Promise.all([findNamedShop(ctx), getCustomerNames(ctx, [purchase])]);
  const customer = names.get(purchase.phoneE164);
  const delivered = state === "successful" && settledAt;
  return {
    seller: named?.name ?? seller,
    hue: named?.hue ?? 225,
    title: "Receipt",
    state: state === "failed" ? "Not delivered" : purchaseStateLabel(state, cancelled).word,
    number: phone,
    plan: formatPlanName(purchase),
    price: priced && sellingPrice !== null ? formatExactMoney(sellingPrice) : null,
    facts: [
      ...(customer ? [["Customer", customer] as const] : []),
      ["Type", purchase.typeName],
      ["Validity", purchase.validity],
      ["Date", formatExactTime(placedAt)],
      ...(delivered ? [["Delivered", formatExactTime(settledAt)] as const] : []),
      ["Reference", ident],
    ],
    end: `${state === "successful" ? "Thank you." : STATE_LABELS[state]} Made with ${env().PORTAL_NAME}.`,
    at: settledAt ?? placedAt,
  };
}

/** Returns the name that customers know the reseller by: the shop's, or `name`. */
export async function getSellerName(ctx: Ctx, name: string): Promise<string> {
  return (await findNamedShop(ctx))?.name ?? name;
}

async function findNamedShop(ctx: Ctx) {
  const shop = await findOwnShop(ctx);
  return shop && shop.state !== "closed" ? shop : null;
}

const STATE_LABELS = {
  queued: "Not delivered yet.",
  sending: "Not delivered yet.",
  unconfirmed: "The network hasn’t confirmed it yet.",
  failed: "Not delivered.",
  reversed: "The network reversed it.",
} as const;

/** Loads a purchase of the acting reseller, once per page; not found for other resellers' purchases. */
export const loadOwnPurchase = cache(async (ctx: Ctx, ident: string): Promise<PurchaseDetail> => {
  if (!/^DT[0-9A-Z]+$/.test(ident)) notFound();
  return loadOrNotFound(getPurchase(ctx, { ident }));
});
