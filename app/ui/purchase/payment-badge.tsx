import { Badge } from "#app/ui/badge";
import { PAYMENT_STATE_LABELS } from "./payment-labels.ts";

interface Props {
  payment: { state: keyof typeof PAYMENT_STATE_LABELS; takenBack: boolean };
  icon?: boolean;
}

export function PaymentBadge({ payment: { state, takenBack }, icon }: Props) {
  if (takenBack)
    return (
      <Badge tone="bad" icon={icon}>
        Chargeback
      </Badge>
    );
  return (
    <Badge tone={PAYMENT_STATE_LABELS[state].tone} icon={icon}>
      {PAYMENT_STATE_LABELS[state].word}
    </Badge>
  );
}
