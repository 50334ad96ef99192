import { RecordTabs } from "#app/admin/tabs";
import { Banner } from "#app/ui/banner";
import { buttonClass } from "#app/ui/button-class.ts";
import { Card } from "#app/ui/card";
import { formatCount } from "#app/ui/format-count.ts";
import { Download, ListOrdered } from "#app/ui/icon/icons.ts";
import { buildHref, type Query } from "#app/ui/list/build-href.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { EmptyCard } from "#app/ui/list/list-page";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { formatSeconds } from "#app/ui/settlement-times.ts";
import { formatMoney } from "#lib/core/money/money";
import { dayOf, formatDay } from "#lib/core/time/time";
import { requireAdminPage } from "#lib/request/actor";
import { loadOrNotFound } from "#lib/request/load-or-not-found";
import {
  getOutcomeReport,
  type OutcomeReport,
  type OutcomeRow,
  type OutcomeTotal,
} from "#lib/sales/outcome-report";
import { getSettlementTimes } from "#lib/sales/settlement-times";
import { SettlementTimesCard } from "./settlement-times-card.tsx";

export const metadata = { title: "Outcomes" };

const PATH = "/admin/records/outcomes";

export default async function OutcomesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const { day } = await searchParams;
  const [report, lastDay, lastMonth] = await Promise.all([
    loadOrNotFound(getOutcomeReport(ctx, { day: [day].flat()[0] })),
    getSettlementTimes(ctx, { days: 1 }),
    getSettlementTimes(ctx, { days: 30 }),
  ]);
  return (
    <>
      <PageHeader
        title={`Outcomes of ${formatDay(report.day)}`}
        lead="The day’s purchases for the regulator: by network, outcome and cause, with the times to refunds."
        tabs={<RecordTabs here={PATH} />}
      />
      <DayLinks day={report.day} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <SettlementTimesCard times={[lastDay, lastMonth]} />
        {report.rows.length === 0 ? (
          <EmptyCard icon={ListOrdered} title="No purchases on this day" text="Choose another day." />
        ) : (
          <>
            <DataTable
              caption="Purchases by network, outcome and cause"
              columns={COLUMNS}
              rows={report.rows}
              rowKey={({ network, outcome, cause }) => `${network} ${outcome} ${cause}`}
              dense
            />
            <Totals report={report} />
          </>
        )}
      </div>
    </>
  );
}

function DayLinks({ day }: { day: string }) {
  const date = Temporal.PlainDate.from(day);
  const today = dayOf(new Date());
  const to = (days: number) => buildHref(PATH, { day: date.add({ days }).toString() });
  const files = { day };
  return (
    <div className="mb-5 flex flex-wrap items-center gap-2">
      <PageLink href={to(-1)} className={buttonClass({ variant: "secondary", size: "sm" })}>
        Day before
      </PageLink>
      {day < today && (
        <PageLink href={to(1)} className={buttonClass({ variant: "secondary", size: "sm" })}>
          Day after
        </PageLink>
      )}
      <PermissionGate do="export">
        <FileLink href={buildHref(`${PATH}/export`, files)}>CSV</FileLink>
        <FileLink href={buildHref(`${PATH}/purchases/export`, files)}>CSV of each purchase</FileLink>
      </PermissionGate>
    </div>
  );
}

function FileLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} download className={buttonClass({ variant: "quiet", size: "sm" })}>
      <Download />
      <span>{children}</span>
    </a>
  );
}

const OUTCOME_LABELS: Record<OutcomeRow["outcome"], string> = {
  delivered: "Delivered",
  failed: "Failed, refunded",
  cancelled: "Cancelled, refunded",
  reversed: "Reversed, refunded",
  processing: "Processing",
  unconfirmed: "Unconfirmed",
};

const COLUMNS: readonly Column<OutcomeRow>[] = [
  { head: "Network", phone: "title", cell: ({ network }) => network },
  {
    head: "Outcome",
    phone: "note",
    cell: ({ outcome, cause, refund }) => (
      <>
        {OUTCOME_LABELS[outcome]}
        {cause && <span className="wrap-anywhere block text-muted text-sm">{cause}</span>}
        {refund && <span className="block text-muted text-sm md:hidden">{formatRefund(refund)}</span>}
      </>
    ),
  },
  { head: "Purchases", align: "end", phone: "value", cell: ({ purchases }) => formatCount(purchases) },
  { head: "Amount", align: "end", phone: "state", cell: ({ amount }) => formatMoney(amount) },
  {
    head: "Time to refund",
    align: "end",
    cell: ({ refund }) => refund && formatRefund(refund),
  },
  {
    head: "Within 30 s",
    align: "end",
    from: "lg",
    cell: ({ refund, purchases }) => (refund === null ? "" : `${refund.within30s} of ${purchases}`),
  },
];

/** Where nearly all are as fast as the half, it says so once. */
function formatRefund({ median, p99 }: NonNullable<OutcomeRow["refund"]>): string {
  const [half, nearlyAll] = [formatSeconds(median), formatSeconds(p99)];
  return half === nearlyAll ? `99% in ${nearlyAll}` : `Median ${half}, 99% in ${nearlyAll}`;
}

const TOTAL_LABELS: Record<OutcomeTotal["outcome"], string> = {
  all: "All",
  delivered: "Delivered",
  refunded: "Refunded",
  reversed: "Reversed",
  held: "Open, on hold",
};

function Totals({ report: { totals, agrees } }: { report: OutcomeReport }) {
  return (
    <Card title="Totals and ledger">
      <Banner
        className="mb-4"
        kind={agrees ? "good" : "error"}
        title={agrees ? "The totals match the ledger" : "The totals differ from the ledger"}
      >
        {agrees
          ? "Each sum of purchases is the sum of their entries."
          : "Stop sending, take a backup and run the check command."}
      </Banner>
      <DataTable
        caption="Totals and ledger"
        columns={TOTAL_COLUMNS}
        rows={totals}
        rowKey={({ outcome }) => outcome}
        dense
      />
    </Card>
  );
}

const TOTAL_COLUMNS: readonly Column<OutcomeTotal>[] = [
  { head: "Total", phone: "title", cell: ({ outcome }) => TOTAL_LABELS[outcome] },
  { head: "Purchases", align: "end", phone: "note", cell: ({ purchases }) => formatCount(purchases) },
  { head: "Amount", align: "end", phone: "value", cell: ({ amount }) => formatMoney(amount) },
  { head: "In the ledger", align: "end", cell: ({ ledgerAmount }) => formatMoney(ledgerAmount) },
];
