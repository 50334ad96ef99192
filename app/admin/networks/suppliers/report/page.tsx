import { AdminList } from "#app/admin/admin-list";
import { buildDayPresets } from "#app/admin/day-presets.ts";
import type { PresetView } from "#app/admin/saved-views";
import { formatCount } from "#app/ui/format-count.ts";
import { Network } from "#app/ui/icon/icons.ts";
import { buildHref, type Query } from "#app/ui/list/build-href.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { RowLink } from "#app/ui/list/row-link";
import { SummaryLine } from "#app/ui/list/summary-line";
import { getMarginClass } from "#app/ui/margin-class.ts";
import { Money } from "#app/ui/money";
import { formatMoney } from "#lib/core/money/money";
import { dayOf, formatDaySpan } from "#lib/core/time/time";
import { requireAdminPage } from "#lib/request/actor";
import { getReportPeriod, type SupplierReportRow, supplierReport } from "#lib/sales/supplier-report";

export const metadata = { title: "Sales by supplier" };

export default async function SupplierReportPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const query = await searchParams;
  return (
    <AdminList
      ctx={ctx}
      here="/admin/networks/suppliers/report"
      query={query}
      list={supplierReport}
      title="Sales by supplier"
      back={{ href: "/admin/networks/suppliers", label: "Suppliers" }}
      days
      period={({ filter }) => getReportPeriod(filter)}
      presets={buildPresets(dayOf(new Date()))}
      empty={{ icon: Network, title: "No suppliers yet", text: "Each supplier appears here." }}
      searchHint="Choose other days."
    >
      {({ rows, filter }) => {
        const period = getReportPeriod(filter);
        return (
          <>
            <TotalsLine rows={rows} period={period} />
            <DataTable
              caption="Sales by supplier"
              dense
              columns={buildColumns(period)}
              rows={rows}
              rowKey={({ id }) => id}
            />
          </>
        );
      }}
    </AdminList>
  );
}

type Period = ReturnType<typeof getReportPeriod>;

function buildPresets(today: string): PresetView[] {
  const first = Temporal.PlainDate.from(today).with({ day: 1 });
  const lastMonth = {
    from: first.subtract({ months: 1 }).toString(),
    to: first.subtract({ days: 1 }).toString(),
  };
  return [{ name: "This month", on: {} }, { name: "Last month", on: lastMonth }, ...buildDayPresets(today)];
}

function TotalsLine({ rows, period }: { rows: readonly SupplierReportRow[]; period: Period }) {
  const sum = (of: (row: SupplierReportRow) => bigint) => rows.reduce((total, row) => total + of(row), 0n);
  return (
    <SummaryLine
      sums={[
        {
          label: `Delivered, ${formatDaySpan(period)}`,
          value: formatCount(rows.reduce((total, row) => total + row.delivered, 0)),
        },
        { label: "Sales", value: <Money text={formatMoney(sum(({ sales }) => sales))} /> },
        { label: "Cost", value: <Money text={formatMoney(sum(({ cost }) => cost))} /> },
        { label: "Margin", value: <Money text={formatMoney(sum(({ margin }) => margin))} /> },
      ]}
    />
  );
}

const buildColumns = (period: Period): Column<SupplierReportRow>[] => [
  {
    head: "Supplier",
    phone: "title",
    cell: ({ id, name }) => (
      <RowLink
        href={buildHref("/admin/purchases", { supplier: String(id), ...period })}
        label={`${name}, purchases`}
        className="break-words font-medium md:block md:w-44"
      >
        {name}
      </RowLink>
    ),
  },
  { head: "Delivered", align: "end", cell: ({ delivered }) => formatCount(delivered) },
  { head: "Sales", align: "end", phone: "value", cell: ({ sales }) => <Money text={formatMoney(sales)} /> },
  { head: "Cost", align: "end", from: "lg", cell: ({ cost }) => <Money text={formatMoney(cost)} /> },
  {
    head: "Ended",
    phone: "note",
    from: "never",
    cell: ({ delivered, refunded }) =>
      `${formatCount(delivered)} delivered${refunded === null ? "" : `, ${formatShare(refunded)} refunded`}`,
  },
  {
    head: "Margin",
    align: "end",
    phone: "state",
    cell: ({ margin }) => (
      <>
        <span className="md:sr-only">Margin </span>
        <Money text={formatMoney(margin)} className={getMarginClass(margin)} />
      </>
    ),
  },
  {
    head: "Refunded",
    align: "end",
    cell: ({ failed, reversed, refunded }) => (
      <>
        {formatCount(failed + reversed)}
        {refunded !== null && <span className="block text-muted text-sm">{formatShare(refunded)}</span>}
      </>
    ),
  },
  { head: "Not executed", align: "end", from: "lg", cell: ({ rejected }) => formatCount(rejected) },
  {
    head: "Average time",
    align: "end",
    cell: ({ averageSeconds }) => (averageSeconds === null ? "–" : `${averageSeconds.toFixed(1)} s`),
  },
];

const formatShare = (share: number) => `${(share * 100).toFixed(1)}\u00a0%`;
