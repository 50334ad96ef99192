import { AdminList } from "#app/admin/admin-list";
import { formatCount } from "#app/ui/format-count.ts";
import { Gift } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { RowLink } from "#app/ui/list/row-link";
import { SummaryLine } from "#app/ui/list/summary-line";
import { getMarginClass } from "#app/ui/margin-class.ts";
import { Money } from "#app/ui/money";
import { type AgentReportRow, agentReport } from "#lib/agent/agent-report";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { formatDaySpan } from "#lib/core/time/time";
import { requireAdminPage } from "#lib/request/actor";
import { getReportPeriod } from "#lib/sales/supplier-report";

export const metadata = { title: "Agents by parent" };

/** Purchases of agents in a period by parent, with the commission and the operator's margin. */
export default async function AgentReportPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  return (
    <AdminList
      ctx={ctx}
      here="/admin/resellers/agents/report"
      query={await searchParams}
      list={agentReport}
      title="Agents by parent"
      lead="Deliveries to agents. Three months at most."
      back={{ href: "/admin/resellers/agents", label: "Agents" }}
      days
      period={({ filter }) => getReportPeriod(filter)}
      empty={{
        icon: Gift,
        title: "No deliveries to agents",
        text: "What agents buy in these days appears here by their parent.",
      }}
      searchHint="Choose other days."
    >
      {({ rows, filter, previous, next }) => (
        <>
          <Totals rows={rows} period={getReportPeriod(filter)} areAll={previous === null && next === null} />
          <DataTable
            caption="Agents by parent"
            dense
            columns={COLUMNS}
            rows={rows.toSorted((a, b) => Number(b.commission - a.commission))}
            rowKey={({ id }) => id}
          />
        </>
      )}
    </AdminList>
  );
}

interface TotalsProps {
  rows: readonly AgentReportRow[];
  period: ReturnType<typeof getReportPeriod>;
  /** Whether there is no other page. */
  areAll: boolean;
}

function Totals({ rows, period, areAll }: TotalsProps) {
  const scope = `${formatDaySpan(period)}${areAll ? "" : ", on this page"}`;
  const sum = (of: (row: AgentReportRow) => Minor) =>
    formatMoney(rows.reduce((total, row) => total + of(row), 0n));
  return (
    <SummaryLine
      sums={[
        { label: `Paid by agents, ${scope}`, value: <Money text={sum(({ paid }) => paid)} /> },
        { label: "Commission", value: <Money text={sum(({ commission }) => commission)} /> },
        { label: "Sales", value: <Money text={sum(({ sales }) => sales)} /> },
        { label: "Margin", value: <Money text={sum(({ margin }) => margin)} /> },
      ]}
    />
  );
}

const COLUMNS: readonly Column<AgentReportRow>[] = [
  {
    head: "Parent",
    phone: "title",
    cell: ({ id, name }) => (
      <RowLink href={`/admin/resellers/${id}`} className="font-medium">
        {name}
      </RowLink>
    ),
  },
  { head: "Agents", align: "end", cell: ({ agents }) => formatCount(agents) },
  { head: "Delivered", align: "end", phone: "note", cell: ({ delivered }) => formatCount(delivered) },
  { head: "Paid by agents", align: "end", cell: ({ paid }) => formatMoney(paid) },
  { head: "Commission", align: "end", phone: "value", cell: ({ commission }) => formatMoney(commission) },
  { head: "Sales", align: "end", cell: ({ sales }) => formatMoney(sales) },
  { head: "Cost", align: "end", cell: ({ cost }) => formatMoney(cost) },
  {
    head: "Margin",
    align: "end",
    phone: "state",
    cell: ({ margin }) => <span className={getMarginClass(margin)}>{formatMoney(margin)}</span>,
  },
];
