import { formatPlanPrices } from "#app/(reseller)/buy/options.ts";
import { buildBuyHref } from "#app/(reseller)/paths.ts";
import { RowPrice } from "#app/(reseller)/row-price";
import { Banner } from "#app/ui/banner";
import { buttonClass } from "#app/ui/button-class.ts";
import { ButtonLink } from "#app/ui/button-link";
import { formatCount } from "#app/ui/format-count.ts";
import { FileUp, RotateCcw, User, UserPlus, Users } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { ListPage, noMatches } from "#app/ui/list/list-page";
import { RowLink } from "#app/ui/list/row-link";
import { NetworkTile } from "#app/ui/network-tile";
import { PageLink } from "#app/ui/page/page-link";
import { Time } from "#app/ui/time";
import type { Minor } from "#lib/core/money/money";
import { customerList } from "#lib/customer/customer-list";
import type { CustomerView } from "#lib/customer/customer-view";
import { listSellingPrices } from "#lib/price-list/read-price-list";
import { requireResellerPage } from "#lib/request/actor";
import { CustomerTabs } from "./customer-tabs.tsx";

export const metadata = { title: "Customers" };

const PATH = "/customers";

const EMPTY_STATE = {
  icon: Users,
  title: "No customers yet",
  text: "Save the phone numbers you buy for often. You can then find them by name and buy again in two taps.",
  action: { href: "/customers/new", label: "Add customer" },
};

const NO_RESULTS = noMatches(PATH, "customers", "Search for part of a name, phone number or note.");

const LAST_PURCHASE_FILTER = {
  name: "bought",
  label: "Last purchase",
  empty: "Any time",
  options: { lately: "In the last 30 days", before: "More than 30 days ago", never: "Never" },
};

export default async function CustomersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage("customers");
  const query = await searchParams;
  const [page, sellingPrices] = await Promise.all([customerList.page(ctx, query), listSellingPrices(ctx)]);
  const columns = buildColumns(sellingPrices);
  return (
    <ListPage
      here={PATH}
      page={page}
      complete
      title="Customers"
      acts={
        <>
          <ButtonLink href="/customers/new" className="grow sm:grow-0">
            <UserPlus /> Add customer
          </ButtonLink>
          <ButtonLink href="/customers/import" variant="secondary">
            <FileUp />
            <span className="max-sm:sr-only">Import customers</span>
          </ButtonLink>
        </>
      }
      tabs={<CustomerTabs ctx={ctx} current={PATH} />}
      above={<ImportedBanner query={query} />}
      search={{ name: "q", label: "Name, phone number or note", placeholder: "Name, number or note" }}
      filters={[LAST_PURCHASE_FILTER]}
      empty={EMPTY_STATE}
      unmatched={NO_RESULTS}
    >
      <DataTable caption="Customers" columns={columns} rows={page.rows} rowKey={({ id }) => id} />
    </ListPage>
  );
}

function ImportedBanner({ query }: { query: Query }) {
  const [saved, updated] = [parseCount(query.saved), parseCount(query.updated)];
  if (saved === undefined || updated === undefined) return null;
  return (
    <Banner className="mb-5" kind="good">
      {`${formatCount(saved)} new ${saved === 1 ? "customer" : "customers"} saved`}
      {updated > 0 && `, ${formatCount(updated)} updated`}.
    </Banner>
  );
}

const parseCount = (value: Query[string]) =>
  typeof value === "string" && /^\d{1,5}$/.test(value) ? Number(value) : undefined;

const buildColumns = (sellingPrices: ReadonlyMap<number, Minor>): readonly Column<CustomerView>[] => [
  {
    head: "Network",
    headHidden: true,
    phone: "lead",
    cell: ({ usual, last }) =>
      usual || last ? (
        <NetworkTile name={usual?.networkName ?? last?.networkName ?? ""} />
      ) : (
        <span className="grid size-10 place-items-center rounded-[27.5%] bg-sunken text-muted">
          <User className="size-5" />
        </span>
      ),
  },
  {
    head: "Name",
    phone: "title",
    cell: ({ id, name, phone }) => (
      <RowLink href={`/customers/${id}`} className="font-medium">
        {name || phone}
      </RowLink>
    ),
  },
  {
    head: "Phone number",
    phone: "note",
    cell: ({ phone, name, usual }) => (
      <>
        <span className={name ? "whitespace-nowrap" : "whitespace-nowrap max-md:hidden"}>{phone}</span>
        {usual && <span className="whitespace-nowrap md:hidden">{`${name ? " · " : ""}${usual.size}`}</span>}
      </>
    ),
  },
  {
    head: "Usual plan",
    from: "lg",
    cell: ({ usual }) =>
      usual && (
        <span className="text-muted text-sm">
          {usual.label}
          {usual.fromPurchases && ", from purchases"}
        </span>
      ),
  },
  {
    head: "Last purchase",
    cell: ({ last }) => <span className="text-muted">{last ? <Time at={last.at} /> : "Never"}</span>,
  },
  {
    head: "Price now",
    align: "end",
    phone: "value",
    cell: ({ usual }) =>
      usual?.price && <RowPrice prices={formatPlanPrices(usual.price, sellingPrices.get(usual.id))} />,
  },
  {
    head: "Buy again",
    headHidden: true,
    align: "end",
    phone: "state",
    cell: (customer) => (
      <PageLink
        href={buildBuyHref(customer)}
        className={`${buttonClass({ variant: "quiet", size: "sm" })} max-md:-my-2 max-md:-mr-3`}
      >
        <RotateCcw className="max-sm:hidden" />
        {customer.last ? "Buy again" : "Buy"}
        <span className="sr-only"> for {customer.name || customer.phone}</span>
      </PageLink>
    ),
  },
];
