import { AdminList } from "#app/admin/admin-list";
import { RecordTabs } from "#app/admin/tabs";
import { StateBadge } from "#app/ui/badge";
import { formatCount } from "#app/ui/format-count.ts";
import { BookCheck } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import type { Column } from "#app/ui/list/data-table";
import { RowLink } from "#app/ui/list/row-link";
import { formatMoney } from "#lib/core/money/money";
import { formatDay } from "#lib/core/time/time";
import { requireAdminPage } from "#lib/request/actor";
import { dailyCloseList, type ListedDailyClose } from "#lib/sales/daily-close-list";

export const metadata = { title: "Daily closes" };

export default async function ClosesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  return (
    <AdminList
      ctx={ctx}
      here="/admin/records/closes"
      query={await searchParams}
      list={dailyCloseList}
      title="Daily closes"
      lead="The ledger of each finished day. A closed day doesn’t change."
      tabs={<RecordTabs here="/admin/records/closes" />}
      days
      empty={{
        icon: BookCheck,
        title: "No closed days yet",
        text: "Each day closes automatically one hour after it ends, starting with the first day on which money moved.",
      }}
      searchHint="Choose other days."
      table={{ columns: COLUMNS, rowKey: ({ day }) => day }}
    />
  );
}

const COLUMNS: readonly Column<ListedDailyClose>[] = [
  {
    head: "Day",
    phone: "title",
    cell: ({ day }) => (
      <RowLink href={`/admin/records/closes/${day}`} className="font-medium">
        {formatDay(day)}
      </RowLink>
    ),
  },
  { head: "Delivered", align: "end", cell: ({ delivered }) => formatCount(delivered) },
  { head: "Sales", align: "end", phone: "value", cell: ({ sales }) => formatMoney(sales) },
  {
    head: "Margin",
    align: "end",
    phone: "note",
    cell: ({ margin }) => (
      <>
        <span className="md:sr-only">Margin </span>
        {formatMoney(margin)}
      </>
    ),
  },
  { head: "In wallets", align: "end", from: "lg", cell: ({ walletsAfter }) => formatMoney(walletsAfter) },
  { head: "Held", align: "end", from: "xl", cell: ({ heldAfter }) => formatMoney(heldAfter) },
  {
    head: "Main supplier’s balance",
    align: "end",
    from: "lg",
    cell: ({ mainSupplierBalance }) =>
      mainSupplierBalance === null ? "Unknown" : formatMoney(mainSupplierBalance),
  },
  { head: "Ledger", phone: "state", cell: (close) => <BalanceState close={close} /> },
];

function BalanceState({ close }: { close: ListedDailyClose }) {
  const balanced = close.difference === 0n && close.findings.length === 0;
  return <StateBadge tone={balanced ? "good" : "bad"} word={balanced ? "Balanced" : "Out of balance"} />;
}
