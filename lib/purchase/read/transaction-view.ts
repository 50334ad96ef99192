import { formatDecimal, formatGroupedDecimal } from "#lib/core/money/money";
import { toLocalDigits } from "#lib/core/text/phone";
import { formatApiTime } from "#lib/core/time/time";
import type { PurchaseState, PurchaseView } from "./purchase-view.ts";

/** A purchase in the API's format (interface: Transaction); money and times are text. */
export interface TransactionView {
  id: number;
  network: number;
  ident: string;
  amount: string;
  api_response: string;
  description: string;
  plan_network: "N/A";
  Status: "successful" | "pending" | "failed";
  balance_before: string;
  balance_after: string;
  create_date: string;
}

/** The same in a list or an event, with the request. */
export interface ListedTransactionView extends TransactionView {
  ref: string;
  plan: number;
  mobile_number: string;
}

/** Converts a purchase to the API's format. A failed one was not charged: its two balances are equal. */
export function toTransactionView(purchase: PurchaseView): TransactionView {
  const status = toTransactionStatus(purchase.state);
  const isCharged = status !== "failed";
  return {
    id: purchase.id,
    network: purchase.networkId,
    ident: purchase.ident,
    amount: formatDecimal(purchase.price),
    api_response: purchase.outcome ?? "N/A",
    description: describePurchase(purchase),
    plan_network: "N/A",
    Status: status,
    balance_before: formatGroupedDecimal(purchase.walletBefore),
    balance_after: formatGroupedDecimal(isCharged ? purchase.walletAfter : purchase.walletBefore),
    create_date: formatApiTime(purchase.placedAt),
  };
}

export function toListedTransactionView(purchase: PurchaseView): ListedTransactionView {
  const { planId, phoneE164 } = purchase;
  const ref = getApiRef(purchase);
  return { ...toTransactionView(purchase), ref, plan: planId, mobile_number: toLocalDigits(phoneE164) };
}

/**
 * Returns the ref by which the API finds a purchase:
 * its ident if the portal placed it for an order, a batch or a schedule.
 */
export const getApiRef = ({ namespace, ref, ident }: PurchaseView): string =>
  namespace === "buyer" ? ref : ident;

/** Converts a state to one of the API's three: open is pending, and refunded is failed. */
export function toTransactionStatus(state: PurchaseState): TransactionView["Status"] {
  switch (state) {
    case "successful":
      return "successful";
    case "failed":
    case "reversed":
      return "failed";
    default:
      return "pending";
  }
}

function describePurchase(purchase: PurchaseView): string {
  const { listed, size, volume, validity, phoneE164 } = purchase;
  return `${listed.network} ${listed.type} ${size}${volume} (${validity}) data for ${toLocalDigits(phoneE164)}`;
}
