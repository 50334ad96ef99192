import { formatMoney } from "#lib/core/money";
import { examplePhone } from "#lib/core/phone";
import { Money } from "../ui/money.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { Timeline } from "../ui/timeline.tsx";

const PRICE = 28_500n;

/** A purchase as it looks when it went well, so that a glance explains the whole. */
export function Example() {
  return (
    <figure className="rounded-lg border border-line bg-surface p-5 shadow-lift">
      <figcaption className="flex items-center justify-between gap-4 text-muted text-sm">
        An example
        <StateBadge state="successful" />
      </figcaption>
      <p className="mt-4">
        <Money text={formatMoney(PRICE)} size="hero" />
      </p>
      <p className="mt-2 border-line border-b pb-4 text-muted">1 GB for 30 days to {examplePhone()}</p>
      <div className="pt-4">
        <Timeline
          entries={[
            { key: 1, text: "You tapped Buy", when: "14:05:02" },
            { key: 2, text: "Sent to the network", when: "14:05:03" },
            { key: 3, text: "Delivered", when: "14:05:06", tone: "good" },
          ]}
        />
      </div>
    </figure>
  );
}
