import { Card } from "#app/ui/card";
import { cx } from "#app/ui/cx.ts";
import { formatCount } from "#app/ui/format-count.ts";
import { Money } from "#app/ui/money";
import { PageLink } from "#app/ui/page/page-link";
import { formatMoney } from "#lib/core/money/money";
import { formatDay } from "#lib/core/time/time";
import type { ResellerHomeView } from "#lib/home/reseller-home";

type Profit = ResellerHomeView["profit"];

interface Props {
  profit: Profit;
  /** Whether the `EveningCard` already says today's profit. */
  isEvening: boolean;
}

export function ProfitCard({ profit: { today, days, month, best }, isEvening }: Props) {
  const figures = {
    ...(!isEvening && { Today: today.profit }),
    Yesterday: days.at(-2)?.profit ?? 0n,
    "This month": month.profit,
  };
  return (
    <Card
      title="Profit"
      action={
        <PageLink
          href="/profit"
          className="inline-flex min-h-11 items-center font-medium text-accent text-sm"
        >
          View profit
        </PageLink>
      }
    >
      <dl className="flex flex-wrap justify-between gap-x-4 gap-y-2">
        {Object.entries(figures).map(([label, figure]) => (
          <div key={label}>
            <dt className="text-muted text-sm">{label}</dt>
            <dd className={cx("font-semibold", figure < 0n && "text-bad")}>
              <Money text={formatMoney(figure)} />
            </dd>
          </div>
        ))}
      </dl>
      <WeekBars days={days} />
      {best.length > 0 && <BestPlans plans={best} />}
    </Card>
  );
}

function WeekBars({ days }: Pick<Profit, "days">) {
  const highest = Math.max(1, ...days.map(({ profit }) => Number(profit)));
  return (
    <figure className="mt-4">
      <figcaption className="mb-2 text-muted text-sm">Last 7 days</figcaption>
      <div aria-hidden="true" className="flex h-20 items-end gap-1.5">
        {days.map(({ day, profit }, n) => (
          <span
            key={day}
            className={cx("min-w-0 flex-1 rounded-sm", n === days.length - 1 ? "bg-accent" : "bg-accent/35")}
            style={{
              height: profit > 0n ? `max(4px, ${((Number(profit) / highest) * 100).toFixed(1)}%)` : "1px",
            }}
          />
        ))}
      </div>
      <div aria-hidden="true" className="mt-1 flex gap-1.5 text-center text-muted text-xs">
        {days.map(({ day }, n) => (
          <span key={day} className={cx("min-w-0 flex-1", n === days.length - 1 && "font-semibold text-ink")}>
            {formatDay(day).slice(0, 3)}
          </span>
        ))}
      </div>
      <table className="sr-only">
        <caption>Profit of the last seven days</caption>
        <tbody>
          {days.map(({ day, profit }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              <td>{formatMoney(profit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function BestPlans({ plans }: { plans: Profit["best"] }) {
  return (
    <div className="mt-4 border-line border-t pt-3">
      <h3 className="text-muted text-sm">Best sellers, last 7 days</h3>
      <ol className="mt-1 space-y-1.5">
        {plans.map(({ planId, name, delivered, profit }) => (
          <li key={planId}>
            <span className="block truncate">{name}</span>
            <span className="text-muted text-sm">
              {formatCount(delivered)} sold
              {profit > 0n && (
                <>
                  {", "}
                  <Money text={formatMoney(profit)} className="font-medium text-ink" /> kept
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

export function EveningCard({ profit: { today, days } }: { profit: Profit }) {
  const before = days.at(-2)?.profit ?? 0n;
  const more = today.profit - before;
  const notes = [
    before > 0n && more > 0n && `${formatMoney(more)} more than yesterday.`,
    today.unpriced > 0 &&
      `${today.unpriced === 1 ? "1 purchase without a selling price isn’t" : `${today.unpriced} purchases without a selling price aren’t`} counted.`,
  ].filter(Boolean);
  return (
    <section aria-label="This evening" className="rounded-lg bg-good-soft px-4 py-3 text-good">
      <p className="font-semibold text-lg">You kept {formatMoney(today.profit)} today.</p>
      {notes.length > 0 && <p className="text-sm">{notes.join(" ")}</p>}
    </section>
  );
}
