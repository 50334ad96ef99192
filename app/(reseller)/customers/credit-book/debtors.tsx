import { StateBadge } from "#app/ui/badge";
import { formatCount } from "#app/ui/format-count.ts";
import { BookCheck } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { noMatches } from "#app/ui/list/list-page";
import { RowLink } from "#app/ui/list/row-link";
import { Money } from "#app/ui/money";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { pluralise } from "#lib/core/text/pluralise";
import { formatDay } from "#lib/core/time/time";
import { type DebtorView, debtorList } from "#lib/credit-book/credit-lists";
import { BOOK_PATH, CREDIT_STATE_LABELS } from "./credit-labels.ts";

/** Reads the customers who owe, those who are due first at the top. */
export async function readDebtors(ctx: Ctx, query: Query) {
  const page = await debtorList.page(ctx, query);
  return {
    page,
    complete: true,
    search: "Name or phone number",
    filters: [STATE_FILTER],
    empty: EMPTY_STATE,
    unmatched: NO_RESULTS,
    labels: { previous: "Back", next: "More" },
    children: (
      <DataTable
        caption="Customers who owe"
        columns={COLUMNS}
        rows={page.rows}
        rowKey={({ phoneE164 }) => phoneE164}
      />
    ),
  };
}

const EMPTY_STATE = {
  icon: BookCheck,
  title: "No customers owe you",
  text: "Sell now and get paid later: add a sale here, or a delivered purchase on its page. You see who owes you, and can remind them.",
  action: { href: `${BOOK_PATH}/new`, label: "Add sale" },
};

const NO_RESULTS = noMatches(BOOK_PATH, "customers", "Search for part of a name or a phone number.");

const STATE_FILTER = { name: "state", label: "State", empty: "All", options: { overdue: "Overdue" } };

const COLUMNS: readonly Column<DebtorView>[] = [
  {
    head: "Name",
    phone: "title",
    cell: ({ id, name, phone }) => (
      <RowLink href={`${BOOK_PATH}/${id}`} className="font-medium">
        {name || phone}
      </RowLink>
    ),
  },
  { head: "Phone number", cell: ({ phone }) => <span className="whitespace-nowrap">{phone}</span> },
  { head: "Sales", align: "end", cell: ({ sales }) => formatCount(sales) },
  {
    head: "Due",
    phone: "note",
    cell: ({ dueOn, sales }) => (
      <>
        <span className="whitespace-nowrap">
          <span className="md:hidden">Due </span>
          {formatDay(dueOn)}
        </span>
        <span className="md:hidden">{sales > 1 && ` · ${pluralise(sales, "sale", "sales")}`}</span>
      </>
    ),
  },
  {
    head: "State",
    phone: "state",
    cell: ({ overdue }) => overdue > 0n && <StateBadge {...CREDIT_STATE_LABELS.overdue} />,
  },
  {
    head: "Owed",
    align: "end",
    phone: "value",
    cell: ({ owed }) => <Money text={formatMoney(owed)} />,
  },
];
