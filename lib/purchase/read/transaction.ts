import { decimalText, groupedText } from "#lib/core/money";
import { localDigits } from "#lib/core/phone";
import { interfaceTime } from "#lib/core/time";
import type { PurchaseState, PurchaseView } from "./view.ts";

/** A purchase in the words of the interface (section 2.6); money and times are text. */
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

/** The same in a list or a message, where its reader needs to know what it was about. */
export interface ListedTransactionView extends TransactionView {
  ref: string;
  plan: number;
  mobile_number: string;
}

/** What failed was not charged: its two balances are equal. */
export function transaction(purchase: PurchaseView): TransactionView {
  const status = statusOf(purchase.state);
  const kept = status !== "failed";
  return {
    id: purchase.id,
    network: purchase.networkId,
    ident: purchase.ident,
    amount: decimalText(purchase.price),
    api_response: purchase.outcome ?? "N/A",
    description: wording(purchase),
    plan_network: "N/A",
    Status: status,
    balance_before: groupedText(purchase.walletBefore),
    balance_after: groupedText(kept ? purchase.walletAfter : purchase.walletBefore),
    create_date: interfaceTime(purchase.placedAt),
  };
}

export function listedTransaction(purchase: PurchaseView): ListedTransactionView {
  const { planId, phoneE164 } = purchase;
  const ref = programRef(purchase);
  return { ...transaction(purchase), ref, plan: planId, mobile_number: localDigits(phoneE164) };
}

/** The ref by which programs find a purchase: its ident where the portal bought it, for an order, a batch or a schedule. */
export const programRef = ({ namespace, ref, ident }: PurchaseView): string =>
  namespace === "buyer" ? ref : ident;

/** The interface knows three states: what is open is pending, and money that came back means failed. */
export function statusOf(state: PurchaseState): TransactionView["Status"] {
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

function wording(purchase: PurchaseView): string {
  const { networkName, typeName, size, volume, validity, phoneE164 } = purchase;
  return `${networkName} ${typeName} ${size}${volume} (${validity}) data for ${localDigits(phoneE164)}`;
}
