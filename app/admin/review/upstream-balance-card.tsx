import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { Money } from "#app/ui/money";
import { Time } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import { formatRoughDuration } from "#lib/core/time/time";
import type { UpstreamBalance } from "#lib/reconcile/upstream-balance";

export function UpstreamBalanceCard({
  balance,
  title = "Main supplier’s balance",
}: {
  balance: UpstreamBalance | null;
  title?: string | undefined;
}) {
  return (
    <Card title={title} action={balance?.low && <StateBadge tone="bad" word="Low" />}>
      {balance ? (
        <BalanceDetails balance={balance} />
      ) : (
        <p>Unknown until the supplier responds to a purchase.</p>
      )}
    </Card>
  );
}

function BalanceDetails({ balance }: { balance: UpstreamBalance }) {
  const { amount, lowBalance, seenAt, spentToday, emptyAt } = balance;
  return (
    <div className="grid gap-2">
      <Money text={formatMoney(amount)} size="xl" />
      <p className="text-muted text-sm">
        Reported <Time at={seenAt} />. Spent today: {formatMoney(spentToday)}.
      </p>
      <p>
        {amount <= 0n
          ? "The balance is empty. Purchases can’t be sent until you make a deposit."
          : emptyAt
            ? `At today’s rate it lasts ${formatRoughDuration(emptyAt.getTime() - Date.now())}.`
            : spentToday > 0n
              ? "At today’s rate it lasts more than 60 days."
              : "Nothing was spent today, so no forecast is available."}
      </p>
      <p className="text-muted text-sm">Low-balance threshold: {formatMoney(lowBalance)}</p>
    </div>
  );
}
