import { Fragment } from "react";
import { Banner } from "#app/ui/banner";
import { Time } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import { pluralise } from "#lib/core/text/pluralise";
import { type Alarms, getAlarmTag } from "#lib/monitoring/alarms";
import { AlarmRefresh } from "./alarm-refresh.tsx";

/** Shows on every page why purchases aren't sent or sold, and the number and money of those that wait. */
export function AlarmBar({ alarms }: { alarms: Alarms }) {
  const { items, queued } = alarms;
  return (
    <>
      <AlarmRefresh tag={getAlarmTag(alarms)} />
      {items.length > 0 && (
        <section aria-label="Alarms" className="mb-5 grid gap-2 print:hidden">
          {items.map(({ kind, title, note, path, badge }, index) => (
            <Banner
              key={kind}
              kind={badge.tone === "bad" ? "error" : "warn"}
              title={title}
              link={{ href: path, label: "Open" }}
            >
              {note.map((part, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
                <Fragment key={n}>{part instanceof Date ? <Time at={part} /> : part}</Fragment>
              ))}
              {index === 0 && queued.count > 0 && (
                <p className="font-medium">
                  {pluralise(queued.count, "purchase waits", "purchases wait")}, {formatMoney(queued.amount)}{" "}
                  held.
                </p>
              )}
            </Banner>
          ))}
        </section>
      )}
    </>
  );
}
