import { Badge } from "./badge.tsx";
import { PAYMENT_WORDS } from "./payment-words.ts";

interface Props {
  payment: { state: keyof typeof PAYMENT_WORDS; takenBack: boolean };
  icon?: boolean;
}

/** What became of a payment online. */
export function PaymentBadge({ payment: { state, takenBack }, icon }: Props) {
  if (takenBack)
    return (
      <Badge tone="bad" icon={icon}>
        Taken back
      </Badge>
    );
  return (
    <Badge tone={PAYMENT_WORDS[state].tone} icon={icon}>
      {PAYMENT_WORDS[state].word}
    </Badge>
  );
}
