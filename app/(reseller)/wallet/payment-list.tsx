import { Card } from "#app/ui/card";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { PaymentBadge } from "#app/ui/purchase/payment-badge";
import { Time } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import type { PaymentView } from "#lib/payment/payment-view";

/** A reseller's online payments; each opens its page. */
export function PaymentList({ payments }: { payments: readonly PaymentView[] }) {
  return (
    <Card title="Online payments" padded={false}>
      <RowList label="Online payments">
        {payments.map((payment) => (
          <ListRow
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
      </RowList>
    </Card>
  );
}
