import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { formatCount } from "#app/ui/format-count.ts";
import { Money } from "#app/ui/money";
import { formatMoney } from "#lib/core/money/money";
import type { AdminDashboardView, DayFigures as Counted } from "#lib/report/admin-dashboard";

type Props = Pick<AdminDashboardView, "today" | "yesterday" | "lastWeek">;

interface Figure {
  label: string;
  value: (of: Counted) => number | null;
  text: (value: number) => ReactNode;
  change: (now: number, then: number) => string | null;
}

const FIGURES: Figure[] = [
  { label: "Delivered", value: ({ delivered }) => delivered, text: formatCount, change: formatPercentChange },
  {
    label: "Sales",
    value: ({ sales }) => Number(sales),
    text: formatMinorMoney,
    change: formatPercentChange,
  },
  {
    label: "Margin",
    value: ({ margin }) => Number(margin),
    text: formatMinorMoney,
    change: formatPercentChange,
  },
  { label: "Success rate", value: ({ success }) => success, text: formatPercent, change: formatPointChange },
];

/** Today so far, beside the same hours of yesterday and of this day last week. */
export function DashboardFigures({ today, yesterday, lastWeek }: Props) {
  return (
    <section aria-label="Today" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {FIGURES.map((figure) => (
        <div key={figure.label} className="min-w-0 rounded-lg border border-line bg-surface p-4">
          <h2 className="text-muted text-sm">{figure.label} today</h2>
          <p className="truncate font-semibold text-lg md:text-xl">{formatFigure(figure, today)}</p>
          <dl className="mt-2 grid gap-1 text-sm">
            <ComparedFigure
              label="Yesterday"
              text={formatFigure(figure, yesterday)}
              change={formatChange(figure, today, yesterday)}
            />
            <ComparedFigure
              label="Last week"
              text={formatFigure(figure, lastWeek)}
              change={formatChange(figure, today, lastWeek)}
            />
          </dl>
        </div>
      ))}
    </section>
  );
}

function formatFigure({ value, text }: Figure, of: Counted): ReactNode {
  const figure = value(of);
  return figure === null ? <span className="text-muted">none yet</span> : text(figure);
}

function formatChange({ value, change }: Figure, today: Counted, before: Counted): string | null {
  const [now, then] = [value(today), value(before)];
  return now === null || then === null ? null : change(now, then);
}

function formatMinorMoney(minor: number): ReactNode {
  return <Money text={formatMoney(BigInt(minor))} />;
}

function formatPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function formatPercentChange(now: number, then: number): string | null {
  return then === 0 ? null : `${formatSigned(Math.round(((now - then) / Math.abs(then)) * 100))} %`;
}

function formatPointChange(now: number, then: number): string | null {
  return `${formatSigned(Math.round((now - then) * 1_000) / 10)} points`;
}

const formatSigned = (value: number) => `${value < 0 ? "−" : value > 0 ? "+" : ""}${Math.abs(value)}`;

interface ComparedProps {
  label: string;
  /** The figure at the same time of that day. */
  text: ReactNode;
  /** The change since then: "+12 %"; null where there is nothing to compare. */
  change: string | null;
}

/** An earlier figure, and the change since then. */
function ComparedFigure({ label, text, change }: ComparedProps) {
  return (
    <div>
      <dt className="text-muted">{label} by now</dt>
      <dd className="text-muted">
        {text}
        {change !== null && (
          <span className={cx("ml-2 inline-block whitespace-nowrap font-medium", getChangeClass(change))}>
            {change}
          </span>
        )}
      </dd>
    </div>
  );
}

function getChangeClass(change: string): string {
  if (change.startsWith("−")) return "text-bad";
  return change.startsWith("+") ? "text-good" : "";
}
