import { CREDIT_STATE_LABELS, NOTEBOOK_TEXT } from "#app/(reseller)/customers/credit-book/credit-labels.ts";
import { StateBadge } from "#app/ui/badge";
import { BookCheck } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { ListPage, noMatches } from "#app/ui/list/list-page";
import { RowLink } from "#app/ui/list/row-link";
import { Money } from "#app/ui/money";
import { Time } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import { formatDay } from "#lib/core/time/time";
import { type CreditSaleView, creditSaleList } from "#lib/credit-book/credit-lists";
import { requireResellerPage } from "#lib/request/actor";

export const metadata = { title: "Sales on credit" };

const BOOK_PATH = "/customers/credit-book";
const PATH = `${BOOK_PATH}/sales`;

const EMPTY_STATE = {
  icon: BookCheck,
  title: "No sales that are owed",
  text: "Sales that your customers pay later show here until they are paid.",
  action: { href: `${BOOK_PATH}/new`, label: "Add sale" },
};

const NO_RESULTS = noMatches(PATH, "sales", "Search for part of a name, a phone number or what you sold.");

const SHOW_FILTER = {
  name: "show",
  label: "Show",
  empty: "Owed",
  options: { overdue: "Overdue", paid: "Paid", undone: "Undone", all: "All" },
};

/** Every sale of the credit book, newest first. */
export default async function CreditSalesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage("customers");
  const page = await creditSaleList.page(ctx, await searchParams);
  return (
    <ListPage
      here={PATH}
      page={page}
      title="Sales on credit"
      lead={NOTEBOOK_TEXT}
      back={{ href: BOOK_PATH, label: "Credit book" }}
      search="Name, phone number or what you sold"
      filters={[SHOW_FILTER]}
      empty={EMPTY_STATE}
      unmatched={NO_RESULTS}
    >
      <DataTable caption="Sales on credit" columns={COLUMNS} rows={page.rows} rowKey={({ id }) => id} />
    </ListPage>
  );
}

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
