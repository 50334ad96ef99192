import { BookCheck } from "lucide-react";
import type { Metadata } from "next";
import { formatMoney } from "#lib/core/money";
import { sayDay } from "#lib/core/time";
import { savedViews } from "#lib/desk/saved-views";
import { closeList, type ListedClose } from "#lib/purchase/report/close-list";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import { Badge } from "../../ui/badge.tsx";
import { countText } from "../../ui/count-text.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { AdminList } from "../saved-views.tsx";

export const metadata: Metadata = { title: "Daily close" };

const EMPTY = {
  icon: BookCheck,
  title: "No day is closed yet",
  text: "Each day is closed by itself an hour after it ended, from the first one on which money moved.",
};

const UNMATCHED = { icon: BookCheck, title: "No day matches", text: "Choose other days." };

/** What each day came to, and whether the books agreed at its end. */
export default async function ClosesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, views] = await Promise.all([
    closeList.page(ctx, await searchParams),
    savedViews(ctx, { list: "/admin/closes" }),
  ]);
  return (
    <AdminList
      here="/admin/closes"
      views={views}
      page={page}
      title="Daily close"
      lead="The books of each day that is over. They do not change any more."
      back={{ href: "/admin", label: "Home" }}
      days
      empty={EMPTY}
      unmatched={UNMATCHED}
    >
      <DataTable caption="Closed days" columns={COLUMNS} rows={page.rows} rowKey={({ day }) => day} dense />
    </AdminList>
  );
}

const COLUMNS: readonly Column<ListedClose>[] = [
  {
    key: "day",
    head: "Day",
    phone: "title",
    cell: ({ day }) => (
      <RowLink href={`/admin/closes/${day}`} className="font-medium">
        {sayDay(day)}
      </RowLink>
    ),
  },
  { key: "delivered", head: "Delivered", align: "end", cell: ({ delivered }) => countText(delivered) },
  { key: "sales", head: "Sales", align: "end", phone: "value", cell: ({ sales }) => formatMoney(sales) },
  {
    key: "margin",
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
  {
    key: "wallets",
    head: "In wallets",
    align: "end",
    from: "lg",
    cell: ({ walletsAfter }) => formatMoney(walletsAfter),
  },
  { key: "held", head: "Held", align: "end", from: "xl", cell: ({ heldAfter }) => formatMoney(heldAfter) },
  {
    key: "float",
    head: "At the upstream",
    align: "end",
    from: "lg",
    cell: ({ float }) => (float === null ? "Not told" : formatMoney(float)),
  },
  { key: "books", head: "Books", phone: "state", cell: (close) => <Agreement close={close} /> },
];

function Agreement({ close }: { close: ListedClose }) {
  const agrees = close.difference === 0n && close.findings.length === 0;
  return (
    <Badge tone={agrees ? "good" : "bad"} icon>
      {agrees ? "Agree" : "Differ"}
    </Badge>
  );
}
