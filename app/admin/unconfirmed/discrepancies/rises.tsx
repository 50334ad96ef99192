import { decimalText } from "#lib/core/money";
import type { Discrepancy } from "#lib/reconcile/admin/discrepancy-list";
import { Card } from "../../../ui/card.tsx";
import { Time } from "../../../ui/time.tsx";
import { TopUpForm } from "../top-up-form.tsx";

interface Props {
  rises: readonly Discrepancy[];
  /** When the oldest purchase was placed that nobody knows the outcome of. */
  oldestAt: Date | null;
  /** The last move that the page knows of. */
  seen: number;
}

/**
 * Money that came in at the upstream and that nobody recorded: offered as top-ups. Where an open purchase may
 * have been charged at the same time, the rise is less than what was paid in, and no amount is filled in.
 */
export function Rises({ rises, oldestAt, seen }: Props) {
  return (
    <Card title="Money came in" padded={false}>
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
              <TopUpForm
                discrepancy={id}
                seen={seen}
                hint="Take it from your bank: an open purchase may have been charged in between."
              />
            ) : (
              <TopUpForm discrepancy={id} seen={seen} amount={decimalText(amount ?? 0n)} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
