import { Button } from "#app/ui/button";
import { Input } from "#app/ui/form/input";
import { formatCount } from "#app/ui/format-count.ts";
import { Gift } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { EmptyState } from "#app/ui/list/empty-state";
import { FilterForm } from "#app/ui/list/filter-form";
import { RowLink } from "#app/ui/list/row-link";
import { SummaryLine } from "#app/ui/list/summary-line";
import { getMarginClass } from "#app/ui/margin-class.ts";
import { Money } from "#app/ui/money";
import { PageHeader } from "#app/ui/page/page-header";
import { AgentReportInput, type AgentReportRow, getAgentReport } from "#lib/agent/agent-report";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { formatDaySpan } from "#lib/core/time/time";
import { requireAdminPage } from "#lib/request/actor";

export const metadata = { title: "Agents by parent" };

const PATH = "/admin/resellers/agents/report";

/** Purchases of agents in a period by parent, with the commission and the operator's margin. */
export default async function AgentReportPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const input = AgentReportInput.safeParse(await searchParams);
  const { from, to, rows } = await getAgentReport(ctx, input.data ?? {});
  return (
    <>
      <PageHeader
        title="Agents by parent"
        lead={`Deliveries to agents, ${formatDaySpan({ from, to })}. Three months at most.`}
        back={{ href: "/admin/resellers/agents", label: "Agents" }}
      />
      <FilterForm action={PATH} values={{ from, to }}>
        <div className="flex flex-wrap items-end gap-3">
          <Input label="From" name="from" type="date" defaultValue={from} />
          <Input label="To" name="to" type="date" defaultValue={to} />
          <Button type="submit" variant="secondary">
            Show
          </Button>
        </div>
      </FilterForm>
      {rows.length === 0 ? (
        <EmptyState icon={Gift} title="No deliveries to agents">
          What agents buy in these days appears here by their parent.
        </EmptyState>
      ) : (
        <>
          <Totals rows={rows} />
          <DataTable
            caption="Agents by parent"
            dense
            columns={COLUMNS}
            rows={rows}
            rowKey={({ parent }) => parent.id}
          />
        </>
      )}
    </>
  );
}

function Totals({ rows }: { rows: readonly AgentReportRow[] }) {
  const sum = (of: (row: AgentReportRow) => Minor) =>
    formatMoney(rows.reduce((total, row) => total + of(row), 0n));
  return (
    <SummaryLine
      sums={[
        { label: "Paid by agents", value: <Money text={sum(({ paid }) => paid)} /> },
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
    cell: ({ parent: { id, name } }) => (
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
