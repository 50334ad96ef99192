import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import type { MessageState, OwnMessage } from "#lib/message/message-list";

export const MEDIUM_LABELS: Record<OwnMessage["medium"], string> = { sms: "SMS", whatsapp: "WhatsApp" };

const MESSAGE_KIND_LABELS: Record<OwnMessage["kind"], string> = {
  delivered: "Delivered",
  failed: "Not delivered",
  reversed: "Reversed",
  refunded: "Refunded",
  ending: "Ends tomorrow",
};

export const MESSAGE_STATE_LABELS: Record<MessageState, StateLabel> = {
  waiting: { word: "Waiting", tone: "wait" },
  sent: { word: "Sent", tone: "sent" },
  delivered: { word: "Received", tone: "good" },
  failed: { word: "Failed", tone: "bad" },
  limit: { word: "Over the daily limit", tone: "plain" },
  wallet: { word: "Wallet too low", tone: "bad" },
  stopped: { word: "Stopped by the customer", tone: "plain" },
  erased: { word: "Number erased", tone: "plain" },
  expired: { word: "Expired", tone: "plain" },
  renewed: { word: "Renewed before", tone: "plain" },
};

/** Names what a message said, and about what: "Delivered, order K7F-3QD", "Failed, purchase DT12". */
export function describeMessage({
  kind,
  reference,
  ident,
}: Pick<OwnMessage, "kind" | "reference" | "ident">) {
  const about = reference ? `order ${reference}` : ident && `purchase ${ident}`;
  return [MESSAGE_KIND_LABELS[kind], about].filter(Boolean).join(", ");
}
