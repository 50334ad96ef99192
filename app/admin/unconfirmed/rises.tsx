import { decimalText } from "#lib/core/money";
import type { DiscrepancyView } from "#lib/reconcile/view";
import { Card } from "../../ui/card.tsx";
import { Time } from "../../ui/time.tsx";
import { TopUpForm } from "./top-up-form.tsx";

/** Money that came in at the upstream and that nobody recorded: offered as top-ups. */
export function Rises({ rises }: { rises: readonly DiscrepancyView[] }) {
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
            <TopUpForm discrepancy={id} amount={decimalText(amount ?? 0n)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
