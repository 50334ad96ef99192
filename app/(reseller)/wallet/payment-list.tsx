import { formatMoney } from "#lib/core/money";
import type { PaymentView } from "#lib/payment/payment-view";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { PAYMENT_WORDS } from "../../ui/payment-words.ts";
import { List, Row } from "../../ui/row.tsx";
import { Time } from "../../ui/time.tsx";

/** What a reseller began to pay online, and what became of it; each leads to its page. */
export function PaymentList({ payments }: { payments: readonly PaymentView[] }) {
  return (
    <Card title="Paid online" padded={false}>
      <List label="Paid online">
        {payments.map(({ reference, amount, provider, state, startedAt }) => (
          <Row
            key={reference}
            href={`/wallet/payments/${reference}`}
            title={formatMoney(amount)}
            note={provider}
            value={
              <Badge tone={PAYMENT_WORDS[state].tone} icon>
                {PAYMENT_WORDS[state].word}
              </Badge>
            }
            state={
              <span className="text-muted">
                <Time at={startedAt} />
              </span>
            }
          />
        ))}
      </List>
    </Card>
  );
}
