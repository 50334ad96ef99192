import { CustomerTabs } from "#app/(reseller)/customers/customer-tabs";
import { ButtonLink } from "#app/ui/button-link";
import { chipClass } from "#app/ui/chip-class.ts";
import { formatCount } from "#app/ui/format-count.ts";
import { Plus } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListPage } from "#app/ui/list/list-page";
import { SummaryLine } from "#app/ui/list/summary-line";
import { Money } from "#app/ui/money";
import { PageLink } from "#app/ui/page/page-link";
import { formatMoney } from "#lib/core/money/money";
import { type CreditTotals, getCreditTotals } from "#lib/credit-book/credit-account";
import { requireResellerPage } from "#lib/request/actor";
import { BOOK_PATH, NOTEBOOK_TEXT, SALES_PATH } from "./credit-labels.ts";
import { readCreditSales } from "./credit-sales.tsx";
import { readDebtors } from "./debtors.tsx";

export const metadata = { title: "Credit book" };

/** The customers who owe, or with `show` the sales on credit. */
export default async function CreditBookPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage("customers");
  const query = await searchParams;
  const showsSales = [query.show].flat()[0] === "sales";
  const [list, totals] = await Promise.all([
    showsSales ? readCreditSales(ctx, query) : readDebtors(ctx, query),
    getCreditTotals(ctx),
  ]);
  return (
    <ListPage
      {...list}
      here={BOOK_PATH}
      title="Credit book"
      lead={NOTEBOOK_TEXT}
      acts={
        (list.page.rows.length > 0 || list.page.narrowed) && (
          <ButtonLink href={`${BOOK_PATH}/new`} className="grow sm:grow-0">
            <Plus /> Add sale
          </ButtonLink>
        )
      }
      tabs={<CustomerTabs ctx={ctx} current={BOOK_PATH} />}
      above={
        <>
          <Totals totals={totals} />
          <ViewLinks showsSales={showsSales} />
        </>
      }
    />
  );
}

function Totals({ totals: { count, owed, overdue, customers } }: { totals: CreditTotals }) {
  if (count === 0) return null;
  return (
    <SummaryLine
      sums={[
        { label: "Owed to you", value: <Money text={formatMoney(owed)} /> },
        { label: "Overdue", value: <Money text={formatMoney(overdue)} /> },
        { label: "Customers", value: formatCount(customers) },
      ]}
    />
  );
}

function ViewLinks({ showsSales }: { showsSales: boolean }) {
  const views = [
    { href: BOOK_PATH, label: "Customers", isOpen: !showsSales },
    { href: SALES_PATH, label: "Sales", isOpen: showsSales },
  ];
  return (
    <nav aria-label="Credit book" className="mb-3 flex gap-2">
      {views.map(({ href, label, isOpen }) => (
        <PageLink key={href} href={href} aria-current={isOpen ? "page" : undefined} className={chipClass}>
          {label}
        </PageLink>
      ))}
    </nav>
  );
}
