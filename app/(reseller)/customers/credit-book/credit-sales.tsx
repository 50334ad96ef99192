import { StateBadge } from "#app/ui/badge";
import { BookCheck } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { noMatches } from "#app/ui/list/list-page";
import { RowLink } from "#app/ui/list/row-link";
import { Money } from "#app/ui/money";
import { Time } from "#app/ui/time";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { formatDay } from "#lib/core/time/time";
import { type CreditSaleView, creditSaleList } from "#lib/credit-book/credit-lists";
import { BOOK_PATH, CREDIT_STATE_LABELS, SALES_PATH } from "./credit-labels.ts";

/** Reads every sale of the credit book, newest first. */
export async function readCreditSales(ctx: Ctx, query: Query) {
  const page = await creditSaleList.page(ctx, query);
  const { q, state } = page.on;
  return {
    page: { ...page, narrowed: (q ?? state) !== undefined },
    search: "Name, phone number or what you sold",
    filters: [SHOW_FILTER, STATE_FILTER],
    empty: EMPTY_STATE,
    unmatched: NO_RESULTS,
    children: (
      <DataTable caption="Sales on credit" columns={COLUMNS} rows={page.rows} rowKey={({ id }) => id} />
    ),
  };
}

const EMPTY_STATE = {
  icon: BookCheck,
  title: "No sales that are owed",
  text: "Sales that your customers pay later show here until they are paid.",
  action: { href: `${BOOK_PATH}/new`, label: "Add sale" },
};

const NO_RESULTS = noMatches(
  SALES_PATH,
  "sales",
  "Search for part of a name, a phone number or what you sold.",
);

const SHOW_FILTER = { name: "show", label: "Show", kind: "view" as const };

const STATE_FILTER = {
  name: "state",
  label: "State",
  empty: "Owed",
  options: { overdue: "Overdue", paid: "Paid", undone: "Undone", all: "All" },
};

const COLUMNS: readonly Column<CreditSaleView>[] = [
  {
    head: "Customer",
    phone: "title",
    cell: ({ id, name, phone }) => (
      <RowLink href={`${BOOK_PATH}/${id}`} className="font-medium">
        {name || phone}
      </RowLink>
    ),
  },
  {
    head: "Phone number",
    from: "lg",
    cell: ({ phone }) => <span className="whitespace-nowrap">{phone}</span>,
  },
  {
    head: "Sold",
    phone: "note",
    cell: ({ what, dueOn }) => (
      <span className="flex flex-wrap gap-x-2">
        <span className="wrap-anywhere">{what}</span>
        <span className="whitespace-nowrap md:hidden">{`due ${formatDay(dueOn)}`}</span>
      </span>
    ),
  },
  { head: "Added", from: "lg", cell: ({ createdAt }) => <Time at={createdAt} className="text-muted" /> },
  { head: "Due", cell: ({ dueOn }) => <span className="whitespace-nowrap">{formatDay(dueOn)}</span> },
  { head: "State", phone: "state", cell: ({ state }) => <StateBadge {...CREDIT_STATE_LABELS[state]} /> },
  { head: "Amount", align: "end", from: "lg", cell: ({ amount }) => <Money text={formatMoney(amount)} /> },
  {
    head: "Owed",
    align: "end",
    phone: "value",
    cell: ({ owed, amount }) => (
      <>
        <Money text={formatMoney(owed || amount)} className="md:hidden" />
        <Money text={formatMoney(owed)} className="max-md:hidden" />
      </>
    ),
  },
];
