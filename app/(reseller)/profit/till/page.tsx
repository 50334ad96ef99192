import { ProfitTabs } from "#app/(reseller)/profit/profit-tabs";
import { buttonClass } from "#app/ui/button-class.ts";
import { cx } from "#app/ui/cx.ts";
import { formatCount } from "#app/ui/format-count.ts";
import { Download } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { ListFilters } from "#app/ui/list/list-filters";
import { PageHeader } from "#app/ui/page/page-header";
import { formatMoney } from "#lib/core/money/money";
import { formatDay, formatDaySpan } from "#lib/core/time/time";
import { getTill, type TillRow } from "#lib/helper/till-report";
import { requireResellerPage } from "#lib/request/actor";

export const metadata = { title: "Till report" };

const PATH = "/profit/till";

const COLUMNS: readonly Column<TillRow>[] = [
  { head: "Sold by", phone: "title", cell: ({ name }) => name },
  { head: "Sales", align: "end", phone: "note", cell: formatSales },
  { head: "Price", align: "end", cell: ({ spent }) => formatMoney(spent) },
  {
    head: "Expected cash",
    align: "end",
    phone: "value",
    cell: ({ cash }) => <span className="font-semibold">{formatMoney(cash)}</span>,
  },
];

/** How much cash each person should have, by day. */
export default async function TillPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const query = await searchParams;
  const { rows, ...days } = await getTill(ctx, {
    from: [query.from].flat()[0],
    to: [query.to].flat()[0],
  });
  return (
    <>
      <PageHeader
        title="Till report"
        lead={`Expected cash of sales on the buy page, ${formatDaySpan(days)}.`}
        tabs={<ProfitTabs current={PATH} />}
      >
        {rows.length > 0 && (
          <a
            href={`${PATH}/export?${new URLSearchParams(days)}`}
            download
            className={cx(buttonClass({ variant: "secondary" }), "page-action")}
          >
            <Download />
            <span>CSV</span>
          </a>
        )}
      </PageHeader>
      <ListFilters here={PATH} on={{}} days period={days} />
      {rows.length === 0 ? (
        <p className="text-muted">No sales in these days. Each sale on the buy page shows here.</p>
      ) : (
        <DataTable
          caption="Till report"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ day, helperId }) => `${day} ${helperId}`}
          group={({ day }) => formatDay(day)}
        />
      )}
    </>
  );
}

function formatSales({ sales, unpriced }: TillRow): string {
  const all = sales === 1 ? "1 sale" : `${formatCount(sales)} sales`;
  return unpriced > 0 ? `${all}, ${formatCount(unpriced)} without a price` : all;
}
