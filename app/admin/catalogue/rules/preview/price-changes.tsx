import { Equal } from "lucide-react";
import { planLabel } from "#lib/catalogue/catalogue";
import type { PriceChange } from "#lib/catalogue/price-sheet";
import { LEVELS, type Level } from "#lib/core/context";
import { formatMoney, type Minor } from "#lib/core/money";
import { Card } from "../../../../ui/card.tsx";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { LEVEL_WORDS } from "../../../../ui/words.ts";

interface Line {
  key: string;
  label: string;
  level: Level;
  cost: Minor | null;
  before: Minor | null;
  after: Minor | null;
}

/** Every price that changes: from, to, and what it leaves. */
export function PriceChanges({ prices }: { prices: readonly PriceChange[] }) {
  const lines = prices.flatMap(linesOf);
  const stopped = lines.filter(({ before, after }) => before !== null && after === null).length;
  if (lines.length === 0) {
    return (
      <Card>
        <EmptyState icon={Equal} title="No price changes">
          Narrower rules hold for everything that this one is about, or it says what holds already.
        </EmptyState>
      </Card>
    );
  }
  return (
    <div className="grid gap-3">
      <p className="text-muted">
        {lines.length === 1 ? "1 price changes" : `${lines.length} prices change`}, of{" "}
        {prices.length === 1 ? "1 plan" : `${prices.length} plans`}.
      </p>
      {stopped > 0 && (
        <Notice
          kind="error"
          title={stopped === 1 ? "1 would not be sold any more" : `${stopped} would not be sold any more`}
        >
          Their price would be below their cost.
        </Notice>
      )}
      <DataTable
        caption="Prices that change"
        dense
        columns={COLUMNS}
        rows={lines}
        rowKey={({ key }) => key}
      />
    </div>
  );
}

function linesOf({ plan, before, after }: PriceChange): Line[] {
  return LEVELS.filter((level) => before.prices[level] !== after.prices[level]).map((level) => ({
    key: `${plan.id} ${level}`,
    label: planLabel(plan),
    level,
    cost: after.cost,
    before: before.prices[level],
    after: after.prices[level],
  }));
}

const text = (amount: Minor | null) => (amount === null ? "not sold" : formatMoney(amount));

const COLUMNS: Column<Line>[] = [
  {
    key: "plan",
    head: "Plan",
    phone: "title",
    cell: ({ label }) => <span className="font-medium">{label}</span>,
  },
  {
    key: "level",
    head: "Level",
    phone: "note",
    cell: ({ level }) => <span className="whitespace-nowrap text-muted">{LEVEL_WORDS[level]}</span>,
  },
  {
    key: "cost",
    head: "Cost",
    align: "end",
    from: "lg",
    cell: ({ cost }) => <span className="text-muted">{text(cost)}</span>,
  },
  {
    key: "before",
    head: "Now",
    align: "end",
    phone: "state",
    cell: ({ before }) => <s className="text-muted">{text(before)}</s>,
  },
  {
    key: "after",
    head: "Then",
    align: "end",
    phone: "value",
    cell: ({ after }) => (
      <span className={after === null ? "font-medium text-bad" : "font-medium"}>{text(after)}</span>
    ),
  },
  {
    key: "margin",
    head: "Margin then",
    align: "end",
    from: "lg",
    cell: ({ after, cost }) =>
      after === null || cost === null ? "" : <span className="text-good">{formatMoney(after - cost)}</span>,
  },
];
