import { Fragment } from "react";
import { Banner } from "#app/ui/banner";
import { Time } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import { pluralise } from "#lib/core/text/pluralise";
import type { Alarms } from "#lib/report/alarms";

/** Shows on every admin page why purchases aren't sent or sold, with the number and the money of those that wait. */
export function AlarmBar({ alarms: { items, queued } }: { alarms: Alarms }) {
  if (items.length === 0) return null;
  return (
    <section aria-label="Alarms" className="mb-5 grid gap-2 print:hidden">
      {items.map(({ kind, title, note, path }) => (
        <Banner key={kind} kind="error" title={title} link={{ href: path, label: "Open" }}>
          {note.map((part, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
            <Fragment key={n}>{part instanceof Date ? <Time at={part} /> : part}</Fragment>
          ))}
          {queued.count > 0 && (
            <p className="font-medium">
              {pluralise(queued.count, "purchase waits", "purchases wait")}, {formatMoney(queued.amount)}{" "}
              held.
            </p>
          )}
        </Banner>
      ))}
    </section>
  );
}
