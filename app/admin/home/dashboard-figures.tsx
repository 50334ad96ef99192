import type { ReactNode } from "react";
import { StateBadge } from "#app/ui/badge";
import { cx } from "#app/ui/cx.ts";
import { formatCount } from "#app/ui/format-count.ts";
import { Money } from "#app/ui/money";
import { PageLink } from "#app/ui/page/page-link";
import { TimePhrase } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import { formatRoughDuration } from "#lib/core/time/time";
import type { LedgerSummary } from "#lib/ledger/ledger-summary";
import type { AdminDashboardView, DayFigures as Counted } from "#lib/monitoring/admin-dashboard";
import type { UpstreamBalance } from "#lib/reconcile/upstream-balance";

interface Props {
  dashboard: Pick<AdminDashboardView, "today" | "yesterday" | "lastWeek">;
  ledger: LedgerSummary;
  /** The main supplier's. */
  upstream: UpstreamBalance | null;
}

interface Figure {
  label: string;
  value: (of: Counted) => number;
  text: (value: number) => ReactNode;
  /** One of the two that the day is judged by. */
  isMain?: boolean;
}

const FIGURES: Figure[] = [
  { label: "Sales", value: ({ sales }) => Number(sales), text: formatMinorMoney, isMain: true },
  { label: "Margin", value: ({ margin }) => Number(margin), text: formatMinorMoney, isMain: true },
  { label: "Delivered", value: ({ delivered }) => delivered, text: formatCount },
];

/** Today's money so far, the same hours of yesterday and of this day last week, and the balances now. */
export function DashboardFigures({ dashboard, ledger, upstream }: Props) {
  const { today, yesterday, lastWeek } = dashboard;
  return (
    <section aria-label="Today" className={GRID_CLASS}>
      {FIGURES.map((figure) => (
        <Cell
          key={figure.label}
          label={`${figure.label} today`}
          value={figure.text(figure.value(today))}
          aside={figure.label === "Delivered" && <SuccessRate share={today.success} />}
          isMain={figure.isMain}
        >
          <dl className="grid grid-cols-[auto_1fr_auto] gap-x-2">
            <ComparedFigure label="Yesterday" figure={figure} now={today} then={yesterday} />
            <ComparedFigure label="Last week" figure={figure} now={today} then={lastWeek} phone={false} />
            {figure.label === "Margin" && <CostFigure today={today} />}
          </dl>
        </Cell>
      ))}
      <Cell label="Wallets" value={<Money text={formatMoney(ledger.owed)} />} href="/admin/wallets">
        <WalletNote ledger={ledger} />
      </Cell>
      <Cell
        label="Main supplier’s balance"
        value={upstream ? <Money text={formatMoney(upstream.amount)} /> : "Unknown"}
        href="/admin/review"
        aside={upstream?.low && <StateBadge tone="bad" word="Low" />}
      >
        <UpstreamNote upstream={upstream} />
      </Cell>
    </section>
  );
}

/** Hairlines between the cells come from the ground that their gaps let through. */
const GRID_CLASS = [
  "grid gap-px overflow-hidden border-line border-y bg-line max-md:-mx-4",
  "md:grid-cols-6 md:rounded-lg md:border",
].join(" ");

interface CellProps {
  label: string;
  value: ReactNode;
  href?: string;
  aside?: ReactNode;
  isMain?: boolean | undefined;
  children: ReactNode;
}

function Cell({ label, value, href, aside, isMain, children }: CellProps) {
  return (
    <div
      className={cx(
        "relative min-w-0 bg-surface px-4 py-3 has-[a:hover]:bg-sunken/60 md:px-5 md:py-4",
        isMain ? "md:col-span-3" : "md:col-span-2",
      )}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 md:block">
        <h2 className="text-muted text-sm">
          {href ? (
            <PageLink href={href} className="stretched">
              {label}
            </PageLink>
          ) : (
            label
          )}
        </h2>
        <p
          className={cx(
            "flex flex-wrap items-baseline gap-x-3 font-semibold",
            isMain ? "text-xl md:text-2xl" : "text-lg",
          )}
        >
          {value}
          {aside && <span className="font-normal text-sm">{aside}</span>}
        </p>
      </div>
      <div className="mt-0.5 text-muted text-sm md:mt-1">{children}</div>
    </div>
  );
}

function SuccessRate({ share }: { share: number | null }) {
  return share !== null && <span className="text-muted">{(share * 100).toFixed(1)}% successful</span>;
}

interface ComparedProps {
  label: string;
  figure: Figure;
  now: Counted;
  then: Counted;
  phone?: boolean;
}

function ComparedFigure({ label, figure, now, then, phone = true }: ComparedProps) {
  const change = formatChange(figure, now, then);
  const tone = change && getChangeClass(change);
  return (
    <div className={cx("col-span-full grid grid-cols-subgrid", !phone && "max-md:hidden")}>
      <dt>{label} by now</dt>
      <dd className="col-span-2 grid grid-cols-subgrid">
        <span className="text-right md:text-left">{figure.text(figure.value(then))}</span>
        <span className={cx("whitespace-nowrap text-right font-medium", tone)}>{change}</span>
      </dd>
    </div>
  );
}

/** The cost of the day’s sales, beside their margin. */
function CostFigure({ today: { sales, margin } }: { today: Counted }) {
  return (
    <div className="col-span-full grid grid-cols-subgrid">
      <dt>Cost today</dt>
      <dd className="text-right md:text-left">
        <Money text={formatMoney(sales - margin)} />
      </dd>
    </div>
  );
}

function WalletNote({ ledger: { wallets, held, owing, balanced } }: Pick<Props, "ledger">) {
  if (!balanced) return <span className="font-medium text-bad">Out of balance</span>;
  const parts = [
    `Owed to ${wallets === 1 ? "1 reseller" : `${formatCount(wallets)} resellers`}`,
    ...(held > 0n ? [`${formatMoney(held)} held for purchases`] : []),
    ...(owing > 0n ? [`${formatMoney(owing)} owed by resellers`] : []),
  ];
  return parts.join(", ");
}

function UpstreamNote({ upstream }: Pick<Props, "upstream">) {
  if (!upstream) return "Reported with the first delivery.";
  const { seenAt, emptyAt } = upstream;
  const lasts = emptyAt && `, lasts ${formatRoughDuration(emptyAt.getTime() - Date.now())}`;
  return <TimePhrase before="Reported " at={seenAt} after={lasts} />;
}

/** A change against fewer deliveries than these is chance. */
const MIN_COMPARED = 50;

/** The change since then: "+12%"; null where there is too little to compare. */
function formatChange({ value }: Figure, today: Counted, before: Counted): string | null {
  const [now, then] = [value(today), value(before)];
  if (then === 0 || before.delivered < MIN_COMPARED) return null;
  const percent = Math.round(((now - then) / Math.abs(then)) * 100);
  return `${percent < 0 ? "−" : percent > 0 ? "+" : ""}${Math.abs(percent)}%`;
}

function formatMinorMoney(minor: number): ReactNode {
  return <Money text={formatMoney(BigInt(minor))} />;
}

function getChangeClass(change: string): string {
  if (change.startsWith("−")) return "text-bad";
  return change.startsWith("+") ? "text-good" : "";
}
