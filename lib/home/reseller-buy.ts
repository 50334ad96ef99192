import { readTogether } from "#db/read-together";
import { listPlans } from "#lib/catalogue/list-plans";
import { type Ctx, requireReseller } from "#lib/core/context";
import { hasCustomers } from "#lib/customer/find-customers";
import { listRecentRecipients, type Recipient } from "#lib/customer/recipients";
import { getPurchaseMessage } from "#lib/message/shop-messages";
import { listOwnPausedTypes } from "#lib/outage/list-paused-types";
import { listSellingPrices } from "#lib/price-list/read-price-list";
import { getPurchaseForm } from "#lib/purchase/place/purchase-form";
import { listRegularPurchases, type RepeatPurchaseView } from "#lib/sales/regular-purchases";

/** The people that a reseller probably buys for. */
export interface RecipientHints {
  recent: Recipient[];
  regulars: RepeatPurchaseView[];
  hasCustomers: boolean;
}

/** Returns what the acting reseller or helper needs to buy, in two statements. Money in minor units. */
export async function getResellerBuy(reader: Ctx) {
  const ctx = readTogether(reader);
  const [list, paused, form, hints, message, sellingPrices] = await Promise.all([
    listPlans(ctx, {}),
    listOwnPausedTypes(ctx),
    getPurchaseForm(ctx),
    getRecipientHints(ctx),
    getPurchaseMessage(ctx),
    listSellingPrices(ctx),
  ]);
  return { list, paused, form, hints, message, sellingPrices };
}

/** Lists first those whom home offers again. The reseller’s customers aren’t shown to helpers. */
async function getRecipientHints(ctx: Ctx): Promise<RecipientHints | null> {
  if (requireReseller(ctx, "sell").kind === "helper") return null;
  const regularPurchases = listRegularPurchases(ctx);
  const [regulars, recent, some] = await Promise.all([
    regularPurchases,
    listRecentRecipients(
      ctx,
      regularPurchases.then((rows) => rows.map(({ phoneE164 }) => phoneE164)),
    ),
    hasCustomers(ctx),
  ]);
  return { regulars, recent, hasCustomers: some };
}
