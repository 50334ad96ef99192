import { formatMoney, type Minor } from "#lib/core/money";
import type { UpstreamBalance } from "#lib/reconcile/view";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Money } from "../../ui/money.tsx";
import { Time } from "../../ui/time.tsx";

/** The operator's money at the upstream, and how long it lasts. */
export function Upstream({ balance, lowBalance }: { balance: UpstreamBalance | null; lowBalance: Minor }) {
  return (
    <Card
      title="Balance at the upstream"
      action={
        balance?.low && (
          <Badge tone="bad" icon>
            Low
          </Badge>
        )
      }
    >
      {balance ? <Seen balance={balance} /> : <p>Not known yet. The first answer to a purchase tells it.</p>}
      <p className="mt-3 text-muted text-sm">It counts as low below {formatMoney(lowBalance)}.</p>
    </Card>
  );
}

function Seen({ balance: { amount, seenAt, spentToday, emptyAt } }: { balance: UpstreamBalance }) {
  return (
    <div className="grid gap-2">
      <Money text={formatMoney(amount)} size="xl" />
      <p className="text-muted text-sm">
        As told <Time at={seenAt} />. Spent today: {formatMoney(spentToday)}.
      </p>
      <p>
        {amount <= 0n ? (
          "It is empty. Top it up: until then no purchase can be sent."
        ) : emptyAt ? (
          <>
            At today’s pace it is empty <Time at={emptyAt} />.
          </>
        ) : spentToday > 0n ? (
          "At today’s pace it lasts for more than 60 days."
        ) : (
          "Nothing was spent today, so there is no pace yet."
        )}
      </p>
    </div>
  );
}
