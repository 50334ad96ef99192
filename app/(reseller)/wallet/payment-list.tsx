import { formatMoney } from "#lib/core/money";
import type { PaymentView } from "#lib/payment/payment-view";
import { Card } from "../../ui/card.tsx";
import { PaymentBadge } from "../../ui/payment-badge.tsx";
import { List, Row } from "../../ui/row.tsx";
import { Time } from "../../ui/time.tsx";

/** What a reseller began to pay online, and what became of it; each leads to its page. */
export function PaymentList({ payments }: { payments: readonly PaymentView[] }) {
  return (
    <Card title="Paid online" padded={false}>
      <List label="Paid online">
        {payments.map((payment) => (
          <Row
            key={payment.reference}
            href={`/wallet/payments/${payment.reference}`}
            title={formatMoney(payment.amount)}
            note={payment.provider}
            value={<PaymentBadge payment={payment} icon />}
            state={
              <span className="text-muted">
                <Time at={payment.startedAt} />
              </span>
            }
          />
        ))}
      </List>
    </Card>
  );
}
