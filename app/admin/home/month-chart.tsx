import { formatCount } from "#app/ui/format-count.ts";
import { formatMoney } from "#lib/core/money/money";
import { formatDay } from "#lib/core/time/time";
import type { AdminDashboardView } from "#lib/report/admin-dashboard";

type Days = AdminDashboardView["days"];

/** Sales day by day as bars with the margin in them, and all figures in a table. */
export function MonthChart({ days }: { days: Days }) {
  const most = Math.max(1, ...days.map(({ sales }) => Number(sales)));
  const sales = days.reduce((sum, day) => sum + day.sales, 0n);
  const margin = days.reduce((sum, day) => sum + day.margin, 0n);
  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className="text-muted text-sm">Sales per day, margin in the darker part</span>
        <span>
          <span className="font-semibold text-lg">{formatMoney(sales)}</span>{" "}
          <span className="text-muted">including {formatMoney(margin)} margin</span>
        </span>
      </figcaption>
      <div aria-hidden="true" className="mt-3 flex h-36 items-end gap-[3px] md:gap-1.5">
        {days.map((day) => (
          <DayBar key={day.day} day={day} most={most} />
        ))}
      </div>
      <div aria-hidden="true" className="mt-1 flex justify-between text-muted text-xs">
        <span>{formatDay(days[0]?.day ?? "")}</span>
        <span>Today</span>
      </div>
      <MonthTable days={days} />
    </figure>
  );
}

function DayBar({ day: { day, sales, margin }, most }: { day: Days[number]; most: number }) {
  return (
    <span
      title={`${formatDay(day)}: ${formatMoney(sales)}`}
      className="flex min-w-0 flex-1 flex-col justify-end overflow-hidden rounded-sm bg-accent/35"
      style={{ height: sales > 0n ? `max(3px, ${((Number(sales) / most) * 100).toFixed(1)}%)` : "1px" }}
    >
      <span
        className="block bg-accent"
        style={{ height: `${margin > 0n ? ((Number(margin) / Number(sales)) * 100).toFixed(1) : 0}%` }}
      />
    </span>
  );
}

function MonthTable({ days }: { days: Days }) {
  return (
    <details className="mt-2 overflow-x-auto text-sm">
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
                {success === null ? "" : `${(success * 100).toFixed(1)} %`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
