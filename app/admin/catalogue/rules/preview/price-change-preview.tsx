import { Equal } from "lucide-react";
import { Banner } from "#app/ui/banner";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { EmptyCard } from "#app/ui/list/list-page";
import { getMarginClass } from "#app/ui/margin-class.ts";
import { formatPlanLabel } from "#lib/catalogue/plan-label";
import type { PriceChange } from "#lib/catalogue/price/price-sheet";
import { LEVELS, type Level } from "#lib/core/context";
import { formatMoney, type Minor } from "#lib/core/money/money";

interface PriceChangeRow {
  key: string;
  label: string;
  level: Level;
  cost: Minor | null;
  before: Minor | null;
  after: Minor | null;
}

export function PriceChangePreview({ prices }: { prices: readonly PriceChange[] }) {
  const lines = prices.flatMap(toPriceChangeRows);
  const stopped = lines.filter(({ before, after }) => before !== null && after === null).length;
  if (lines.length === 0) {
    return (
      <EmptyCard
        icon={Equal}
        title="No price changes"
        text="Narrower rules apply to all matching plans, or the prices already match this rule."
      />
    );
  }
  return (
    <div className="grid gap-3">
      <p className="text-muted">
        {lines.length === 1 ? "1 price changes" : `${lines.length} prices change`}, of{" "}
        {prices.length === 1 ? "1 plan" : `${prices.length} plans`}.
      </p>
      {stopped > 0 && (
        <Banner
          kind="error"
          title={
            stopped === 1 ? "1 price would no longer be sold" : `${stopped} prices would no longer be sold`
          }
        >
          The price would be below the cost.
        </Banner>
      )}
      <DataTable caption="Price changes" dense columns={COLUMNS} rows={lines} rowKey={({ key }) => key} />
    </div>
  );
}

function toPriceChangeRows({ plan, before, after }: PriceChange): PriceChangeRow[] {
  return LEVELS.filter((level) => before.prices[level] !== after.prices[level]).map((level) => ({
    key: `${plan.id} ${level}`,
    label: formatPlanLabel(plan),
    level,
    cost: after.cost,
    before: before.prices[level],
    after: after.prices[level],
  }));
}

const formatPrice = (amount: Minor | null) => (amount === null ? "not sold" : formatMoney(amount));

const COLUMNS: Column<PriceChangeRow>[] = [
  { head: "Plan", phone: "title", cell: ({ label }) => <span className="font-medium">{label}</span> },
  {
    head: "Level",
    phone: "note",
    cell: ({ level }) => <span className="whitespace-nowrap text-muted">{LEVEL_LABELS[level]}</span>,
  },
  {
    head: "Cost",
    align: "end",
    from: "lg",
    cell: ({ cost }) => <span className="text-muted">{formatPrice(cost)}</span>,
  },
  {
    head: "Now",
    align: "end",
    phone: "state",
    cell: ({ before }) => <s className="text-muted">{formatPrice(before)}</s>,
  },
  {
    head: "New",
    align: "end",
    phone: "value",
    cell: ({ after }) => (
      <span className={after === null ? "font-medium text-bad" : "font-medium"}>{formatPrice(after)}</span>
    ),
  },
  {
    head: "New margin",
    align: "end",
    from: "lg",
    cell: ({ after, cost }) =>
      after === null || cost === null ? (
        ""
      ) : (
        <span className={getMarginClass(after - cost)}>{formatMoney(after - cost)}</span>
      ),
  },
];
