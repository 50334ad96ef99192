import type { ReactNode } from "react";
import { formatMoney } from "#lib/core/money";
import type { Figures as Counted, HomeView } from "#lib/report/home";
import { countText } from "../../ui/count-text.ts";
import { Money } from "../../ui/money.tsx";

type Props = Pick<HomeView, "today" | "yesterday" | "lastWeek">;

interface Figure {
  label: string;
  value: (of: Counted) => number | null;
  text: (value: number) => ReactNode;
  change: (now: number, then: number) => string | null;
}

const FIGURES: Figure[] = [
  { label: "Delivered", value: ({ delivered }) => delivered, text: countText, change: inPercent },
  { label: "Sales", value: ({ sales }) => Number(sales), text: money, change: inPercent },
  { label: "Margin", value: ({ margin }) => Number(margin), text: money, change: inPercent },
  { label: "Success", value: ({ success }) => success, text: percent, change: inPoints },
];

/** Today so far, beside the same hours of yesterday and of this day last week. */
export function Figures({ today, yesterday, lastWeek }: Props) {
  return (
    <section aria-label="Today" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {FIGURES.map((figure) => (
        <div key={figure.label} className="min-w-0 rounded-lg border border-line bg-surface p-4">
          <h2 className="text-muted text-sm">{figure.label} today</h2>
          <p className="truncate font-semibold text-lg md:text-xl">{shown(figure, today)}</p>
          <dl className="mt-2 grid gap-1 text-sm">
            <Compared
              label="Yesterday"
              text={shown(figure, yesterday)}
              change={changed(figure, today, yesterday)}
            />
            <Compared
              label="Last week"
              text={shown(figure, lastWeek)}
              change={changed(figure, today, lastWeek)}
            />
          </dl>
        </div>
      ))}
    </section>
  );
}

function shown({ value, text }: Figure, of: Counted): ReactNode {
  const known = value(of);
  return known === null ? <span className="text-muted">none yet</span> : text(known);
}

function changed({ value, change }: Figure, today: Counted, before: Counted): string | null {
  const [now, then] = [value(today), value(before)];
  return now === null || then === null ? null : change(now, then);
}

function money(minor: number): ReactNode {
  return <Money text={formatMoney(BigInt(minor))} />;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function inPercent(now: number, then: number): string | null {
  return then === 0 ? null : `${signed(Math.round(((now - then) / Math.abs(then)) * 100))} %`;
}

function inPoints(now: number, then: number): string | null {
  return `${signed(Math.round((now - then) * 1_000) / 10)} points`;
}

const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value)}`;

interface ComparedProps {
  label: string;
  /** What it was then, at this time of day. */
  text: ReactNode;
  /** How much more or less it is now: "+12 %"; null where there is nothing to compare. */
  change: string | null;
}

/** What it was then, and how much more or less it is now. */
function Compared({ label, text, change }: ComparedProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-2">
      <dt className="text-muted">{label} by now</dt>
      <dd className="whitespace-nowrap text-muted">
        {text}
        {change !== null && (
          <span
            className={change.startsWith("−") ? "ml-2 font-medium text-bad" : "ml-2 font-medium text-good"}
          >
            {change}
          </span>
        )}
      </dd>
    </div>
  );
}
