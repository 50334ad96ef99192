import type { Metadata } from "next";
import { history } from "#lib/audit/history";
import { formatMoney } from "#lib/core/money";
import { openDiscrepancies } from "#lib/reconcile/admin/counts";
import { lastAdjustment, type TopUp, topUpList } from "#lib/reconcile/admin/top-up-list";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { Card } from "../../../ui/card.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { ListHeader } from "../../../ui/list-page.tsx";
import { Live } from "../../../ui/live.tsx";
import { Money } from "../../../ui/money.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { Time } from "../../../ui/time.tsx";
import { HistoryCard } from "../../history-card.tsx";
import { DeskTabs } from "../tabs.tsx";
import { TopUpForm } from "../top-up-form.tsx";

export const metadata: Metadata = { title: "Top-ups" };

const HERE = "/admin/unconfirmed/top-ups";

/** Money paid in at the upstream: written down when it is, and everything that was. */
export default async function TopUpsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, open, seen, records] = await Promise.all([
    topUpList.page(ctx, await searchParams),
    openDiscrepancies(ctx),
    lastAdjustment(ctx),
    history(ctx, { subject: "upstream", subjectId: "1", latest: 20 }),
  ]);
  return (
    <>
      <Live />
      <ListHeader
        here={HERE}
        page={page}
        title="Unconfirmed"
        lead="What is written down explains the upstream’s balance."
      />
      <DeskTabs here={HERE} open={open} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <Card title="Record a top-up">
            <p className="mb-4 text-muted text-sm">
              Write down what you pay in at the upstream within ten minutes, and its balance stays explained.
            </p>
            <TopUpForm seen={seen} />
          </Card>
          {page.rows.length > 0 && (
            <section>
              <h2 className="mb-3 font-semibold text-base">Recorded</h2>
              <DataTable
                caption="Recorded"
                dense
                columns={COLUMNS}
                rows={page.rows}
                rowKey={({ id }) => id}
              />
              <Pager here={HERE} page={page} />
            </section>
          )}
        </div>
        <HistoryCard records={records} />
      </div>
    </>
  );
}

const COLUMNS: readonly Column<TopUp>[] = [
  { key: "reason", head: "What for", phone: "title", cell: ({ reason }) => reason },
  {
    key: "who",
    head: "Recorded",
    phone: "note",
    cell: ({ who, at }) => (
      <>
        {who}, <Time at={at} />
      </>
    ),
  },
  { key: "when", head: "Reached it by", cell: ({ latest }) => <Time at={latest} /> },
  {
    key: "amount",
    head: "Amount",
    align: "end",
    phone: "value",
    cell: ({ amount }) => (
      <Money
        text={`${amount > 0n ? "+" : ""}${formatMoney(amount)}`}
        className={amount > 0n ? "font-semibold text-good" : "font-semibold"}
      />
    ),
  },
];
