import { formatPrice } from "#app/admin/catalogue/prices/price-grid-result.ts";
import { Banner } from "#app/ui/banner";
import { Equal } from "#app/ui/icon/icons.ts";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { EmptyCard } from "#app/ui/list/list-page";
import { getMarginClass } from "#app/ui/margin-class.ts";
import { listChangedPriceCells } from "#lib/catalogue/price/price-grid";
import type { PriceChange } from "#lib/catalogue/price/price-sheet";
import { formatMoney } from "#lib/core/money/money";

export function PriceChangePreview({ prices }: { prices: readonly PriceChange[] }) {
  const lines = listChangedPriceCells(prices);
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
      <DataTable caption="Price changes" dense columns={COLUMNS} rows={lines} rowKey={({ name }) => name} />
    </div>
  );
}

const COLUMNS: Column<ReturnType<typeof listChangedPriceCells>[number]>[] = [
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
    cell: ({ before }) => <span className="text-muted">{formatPrice(before)}</span>,
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
