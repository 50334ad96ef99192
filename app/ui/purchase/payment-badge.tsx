import { StateBadge } from "#app/ui/badge";
import type { StateLabel } from "./purchase-labels.ts";

type PaymentListState = "started" | "paid" | "review" | "failed" | "expired";

export const PAYMENT_STATE_LABELS: Record<PaymentListState, StateLabel> = {
  started: { word: "Awaiting payment", tone: "wait" },
  paid: { word: "Paid", tone: "good" },
  review: { word: "In review", tone: "unsure" },
  failed: { word: "Failed", tone: "bad" },
  expired: { word: "Expired", tone: "bad" },
};
const CHARGEBACK_LABEL: StateLabel = { word: "Chargeback", tone: "bad" };

interface Props {
  payment: { state: PaymentListState; chargedBack: boolean };
  icon?: boolean;
}

export function PaymentBadge({ payment: { state, chargedBack }, icon = false }: Props) {
  return <StateBadge {...(chargedBack ? CHARGEBACK_LABEL : PAYMENT_STATE_LABELS[state])} icon={icon} />;
}
