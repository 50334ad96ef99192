import { CustomerTabs } from "#app/(reseller)/customers/customer-tabs";
import { StateBadge } from "#app/ui/badge";
import { ButtonLink } from "#app/ui/button-link";
import { formatCount } from "#app/ui/format-count.ts";
import { BookCheck, ListOrdered, Plus } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { ListPage, noMatches } from "#app/ui/list/list-page";
import { RowLink } from "#app/ui/list/row-link";
import { SummaryLine } from "#app/ui/list/summary-line";
import { Money } from "#app/ui/money";
import { formatMoney } from "#lib/core/money/money";
import { pluralise } from "#lib/core/text/pluralise";
import { formatDay } from "#lib/core/time/time";
import { getCreditTotals } from "#lib/credit-book/credit-account";
import { type DebtorView, debtorList } from "#lib/credit-book/credit-lists";
import { requireResellerPage } from "#lib/request/actor";
import { CREDIT_STATE_LABELS, NOTEBOOK_TEXT } from "./credit-labels.ts";

export const metadata = { title: "Credit book" };

const PATH = "/customers/credit-book";

const EMPTY_STATE = {
  icon: BookCheck,
  title: "No customers owe you",
  text: "Sell now and get paid later: add a sale here, or a delivered purchase on its page. You see who owes you, and can remind them.",
  action: { href: `${PATH}/new`, label: "Add sale" },
};

const NO_RESULTS = noMatches(PATH, "customers", "Search for part of a name or a phone number.");

const SHOW_FILTER = { name: "show", label: "Show", empty: "All", options: { overdue: "Overdue" } };

/** The customers who owe, those who are due first at the top. */
export default async function CreditBookPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage("customers");
  const [page, totals] = await Promise.all([debtorList.page(ctx, await searchParams), getCreditTotals(ctx)]);
  return (
    <ListPage
      complete
      here={PATH}
      page={page}
      title="Credit book"
      lead={NOTEBOOK_TEXT}
      acts={
        <>
          {(page.rows.length > 0 || page.narrowed) && (
            <ButtonLink href={`${PATH}/new`} className="grow sm:grow-0">
              <Plus /> Add sale
            </ButtonLink>
          )}
          <ButtonLink
            href={`${PATH}/sales`}
            variant="secondary"
            className={page.rows.length > 0 || page.narrowed ? undefined : "page-action"}
          >
            <ListOrdered />
            <span>Sales</span>
          </ButtonLink>
        </>
      }
      tabs={<CustomerTabs ctx={ctx} current={PATH} />}
      above={
        totals.count > 0 && (
          <SummaryLine
            sums={[
              { label: "Owed to you", value: <Money text={formatMoney(totals.owed)} /> },
              { label: "Overdue", value: <Money text={formatMoney(totals.overdue)} /> },
              { label: "Customers", value: formatCount(totals.customers) },
            ]}
          />
        )
      }
      search="Name or phone number"
      filters={[SHOW_FILTER]}
      empty={EMPTY_STATE}
      unmatched={NO_RESULTS}
      labels={{ previous: "Back", next: "More" }}
    >
      <DataTable
        caption="Customers who owe"
        columns={COLUMNS}
        rows={page.rows}
        rowKey={({ phoneE164 }) => phoneE164}
      />
    </ListPage>
  );
}

const COLUMNS: readonly Column<DebtorView>[] = [
  {
    head: "Name",
    phone: "title",
    cell: ({ id, name, phone }) => (
      <RowLink href={`${PATH}/${id}`} className="font-medium">
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
