import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatDateTime } from "#lib/core/time/time";
import type { PurchaseDetail } from "#lib/purchase/read/purchase-view";

type ToldPurchase = Pick<
  PurchaseDetail,
  | "state"
  | "networkName"
  | "size"
  | "volume"
  | "phone"
  | "phoneE164"
  | "placedAt"
  | "settledAt"
  | "ident"
  | "decisionDeadline"
  | "overdue"
>;

/** Builds the link to WhatsApp with what a customer should know of a purchase in its state, without a price. */
export function buildCustomerMessageUrl(purchase: ToldPurchase, seller: string): string {
  const text = [...describeToCustomer(purchase), `Reference: ${purchase.ident}`, seller].join("\n");
  return `https://wa.me/${purchase.phoneE164.replace("+", "")}?text=${encodeURIComponent(text)}`;
}

function describeToCustomer(purchase: ToldPurchase): string[] {
  const { state, networkName, phone, placedAt, settledAt, decisionDeadline, overdue } = purchase;
  const what = `${formatPlanName(purchase)} to ${phone}`;
  switch (state) {
    case "queued":
    case "sending":
      return [
        `${what}: ordered ${formatDateTime(placedAt)}, on its way.`,
        "I’ll tell you when it’s delivered.",
      ];
    case "unconfirmed":
      return [
        `${what}: sent, but ${networkName} hasn’t confirmed it yet.`,
        `Please check your data: dial ${DATA_BALANCE_CODE}.`,
        decisionDeadline && !overdue
          ? `We’ll know by ${formatDateTime(decisionDeadline)}. If it isn’t delivered, you don’t pay for it.`
          : "We’re asking the network. If it isn’t delivered, you don’t pay for it.",
      ];
    case "successful":
      return [`${what}: delivered ${formatDateTime(settledAt ?? placedAt)}.`];
    case "failed":
      return [`${what}: it didn’t go through, so you don’t pay for it.`];
    case "reversed":
      return [`${what}: ${networkName} took it back, so you don’t pay for it.`];
  }
}

/** The same on all four networks, by the regulator's list of codes. */
const DATA_BALANCE_CODE = "*323#";
