import { UpstreamDepositForm } from "#app/admin/review/upstream-deposit-form";
import { Card } from "#app/ui/card";
import { Time } from "#app/ui/time";
import { formatDecimal } from "#lib/core/money/money";
import type { Discrepancy } from "#lib/reconcile/admin/discrepancy-list";

interface Props {
  rises: readonly Discrepancy[];
  /** When the oldest unconfirmed purchase was placed. */
  oldestAt: Date | null;
  /** The last upstream adjustment that the page shows. */
  lastAdjustmentId: number;
}

/**
 * Rises of the upstream balance that no deposit explains, each with the form to record one. Where an unconfirmed purchase
 * may have been charged at the same time, the rise is less than the deposit, and no amount is filled in.
 */
export function BalanceRises({ rises, oldestAt, lastAdjustmentId }: Props) {
  if (rises.length === 0) return null;
  return (
    <Card title="Balance rises" padded={false}>
      <ul className="divide-y divide-line">
        {rises.map(({ id, detail, amount, earliest, latest }) => (
          <li key={id} className="grid gap-3 px-4 py-4 md:px-5">
            <div>
              <p>{detail}</p>
              {earliest && latest && (
                <p className="text-muted text-sm">
                  Between <Time at={earliest} /> and <Time at={latest} />
                </p>
              )}
            </div>
            {oldestAt && latest && oldestAt < latest ? (
              <UpstreamDepositForm
                discrepancy={id}
                lastAdjustmentId={lastAdjustmentId}
                hint="Check your bank: an unconfirmed purchase may have been charged in between."
              />
            ) : (
              <UpstreamDepositForm
                discrepancy={id}
                lastAdjustmentId={lastAdjustmentId}
                amount={formatDecimal(amount ?? 0n)}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
