import type { ReactNode } from "react";
import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { PaymentBadge } from "#app/ui/purchase/payment-badge";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { Time } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import type { FundingView } from "#lib/funding/funding-view";
import type { PaymentView } from "#lib/payment/payment-view";

const STATE_LABELS: Record<FundingView["state"], StateLabel> = {
  pending: { word: "In review", tone: "wait" },
  approved: { word: "Credited", tone: "good" },
  rejected: { word: "Rejected", tone: "bad" },
};

export function FundingList({ title, requests }: { title: string; requests: readonly FundingView[] }) {
  return (
    <FoldedList
      title={title}
      rows={requests.map(({ id, amount, bankReference, state, reason, requestedAt }) => (
        <ListRow
          key={id}
          title={formatMoney(amount)}
          note={
            <span className="block whitespace-normal">
              {reason ? `${bankReference}: ${reason}` : bankReference}
            </span>
          }
          value={<StateBadge {...STATE_LABELS[state]} />}
          state={
            <span className="text-muted">
              <Time at={requestedAt} />
            </span>
          }
        />
      ))}
    />
  );
}

export function PaymentList({ payments }: { payments: readonly PaymentView[] }) {
  return (
    <FoldedList
      title="Online payments"
      rows={payments.map((payment) => (
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
    />
  );
}

/** Rows in sight; earlier ones are folded. */
const MAX_SHOWN = 5;

function FoldedList({ title, rows }: { title: string; rows: readonly ReactNode[] }) {
  return (
    <Card title={title} padded={false}>
      <RowList label={title}>{rows.slice(0, MAX_SHOWN)}</RowList>
      {rows.length > MAX_SHOWN && (
        <Disclosure
          title={`${rows.length - MAX_SHOWN} more`}
          className="border-line border-t *:first:px-4 md:*:first:px-5"
        >
          <RowList label={`More: ${title}`}>{rows.slice(MAX_SHOWN)}</RowList>
        </Disclosure>
      )}
    </Card>
  );
}
