import { cx } from "#app/ui/cx.ts";
import { formatCount } from "#app/ui/format-count.ts";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { formatDay } from "#lib/core/time/time";
import type { AdminDashboardView } from "#lib/monitoring/admin-dashboard";

type Days = AdminDashboardView["days"];

export function MonthChart({ days }: { days: Days }) {
  return (
    <div className="grid gap-4">
      <DayBars title="Sales" days={days} value={({ sales }) => sales} className="h-28" />
      <DayBars title="Margin" days={days} value={({ margin }) => margin} className="h-16" />
      <MonthTable days={days} />
    </div>
  );
}

interface DayBarsProps {
  title: string;
  days: Days;
  value: (day: Days[number]) => Minor;
  className: string;
}

/** One figure of each day, with its sum. A loss has another colour. */
function DayBars({ title, days, value, className }: DayBarsProps) {
  const size = (day: Days[number]) => Math.abs(Number(value(day)));
  const most = Math.max(1, ...days.map(size));
  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className="text-muted text-sm">{title} per day</span>
        <span className="font-semibold text-lg">
          {formatMoney(days.reduce((sum, day) => sum + value(day), 0n))}
        </span>
      </figcaption>
      <div aria-hidden="true" className={cx("relative mt-2 flex items-end gap-[3px] md:gap-1.5", className)}>
        {days.map((day, n) => (
          <span key={day.day} className="chart-bar">
            <span
              className={cx(
                value(day) < 0n ? "bg-bad" : "bg-accent/60",
                n === days.length - 1 && "border border-accent border-dashed bg-accent/25",
              )}
              style={{
                height: size(day) > 0 ? `max(3px, ${((size(day) / most) * 100).toFixed(1)}%)` : "1px",
              }}
            />
            <span className="chart-value">{`${formatDay(day.day)}: ${formatMoney(value(day))}`}</span>
          </span>
        ))}
      </div>
      <div aria-hidden="true" className="mt-1 flex justify-between text-muted text-xs">
        <span>{formatDay(days[0]?.day ?? "")}</span>
        <span>Today</span>
      </div>
    </figure>
  );
}

function MonthTable({ days }: { days: Days }) {
  return (
    <details className="overflow-x-auto text-sm">
      <summary className="inline-flex min-h-11 items-center text-muted underline underline-offset-4">
        Show table
      </summary>
      <table className="w-full max-md:text-xs">
        <caption className="sr-only">The last 30 days, newest first</caption>
        <thead className="text-muted">
          <tr>
            <th className="py-1.5 text-left font-medium">Day</th>
            <th className="py-1.5 text-right font-medium max-md:hidden">Delivered</th>
            <th className="py-1.5 pl-3 text-right font-medium">Sales</th>
            <th className="py-1.5 pl-3 text-right font-medium">Margin</th>
            <th className="py-1.5 text-right font-medium max-md:hidden">Success rate</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-t">
          {days.toReversed().map(({ day, delivered, sales, margin, success }) => (
            <tr key={day}>
              <th scope="row" className="py-1.5 text-left font-normal">
                {formatDay(day)}
              </th>
              <td className="text-right max-md:hidden">{formatCount(delivered)}</td>
              <td className="pl-3 text-right">{formatMoney(sales)}</td>
              <td className="pl-3 text-right">{formatMoney(margin)}</td>
              <td className="text-right max-md:hidden">
                {success === null ? "" : `${(success * 100).toFixed(1)}%`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
