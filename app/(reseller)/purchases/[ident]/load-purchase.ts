import { notFound } from "next/navigation";
import { cache } from "react";
import { purchaseStateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { type Ctx, mayHelp } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFoundError } from "#lib/core/error";
import { formatMoney } from "#lib/core/money/money";
import { formatDateTime } from "#lib/core/time/time";
import { getCustomerNames } from "#lib/customer/find-customers";
import type { Receipt } from "#lib/drawing/receipt";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import type { PurchaseDetail } from "#lib/purchase/read/purchase-view";
import { loadOrNotFound } from "#lib/request/load-or-not-found";
import { getSeller } from "#lib/shop/seller";

/**
 * Builds a customer's receipt, with the customer's price where saved and wanted, never the reseller's.
 * @throws not_found before delivery
 */
export async function loadReceipt(
  ctx: Ctx,
  purchase: PurchaseDetail,
  { priced }: { priced: boolean },
): Promise<Receipt> {
  const { phone, sellingPrice, settledAt, placedAt, ident } = purchase;
  if (!isReceiptReady(purchase)) throw notFoundError("receipt");
  const [seller, names] = await Promise.all([
    getSeller(ctx),
    mayHelp(ctx, "customers") ? getCustomerNames(ctx, [purchase]) : null,
  ]);
  const customer = names?.get(purchase.phoneE164);
  return {
    seller: seller.name,
    hue: seller.hue ?? 225,
    title: "Receipt",
    state: purchaseStateLabel("successful", false).word,
    number: phone,
    plan: formatPlanName(purchase),
    price: priced && sellingPrice !== null ? formatMoney(sellingPrice) : null,
    facts: [
      ...(customer ? [["Customer", customer] as const] : []),
      ["Type", purchase.typeName],
      ["Validity", purchase.validity],
      ["Date", formatDateTime(placedAt)],
      ["Delivered", formatDateTime(settledAt ?? placedAt)],
      ["Reference", ident],
    ],
    end: `Thank you. Made with ${env().PORTAL_NAME}.`,
    at: settledAt ?? placedAt,
  };
}

/** Whether the purchase has a receipt: a customer takes one for a proof of delivery. */
export const isReceiptReady = ({ state }: Pick<PurchaseDetail, "state">): boolean => state === "successful";

/** Loads a purchase of the acting reseller, once per page; not found for other resellers' purchases. */
export const loadOwnPurchase = cache(async (ctx: Ctx, ident: string): Promise<PurchaseDetail> => {
  if (!/^DT[0-9A-Z]+$/.test(ident)) notFound();
  return loadOrNotFound(getPurchase(ctx, { ident }));
});
