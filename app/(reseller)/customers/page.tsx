import { FileUp, RotateCcw, SearchX, UserPlus, Users } from "lucide-react";
import type { Metadata } from "next";
import { formatMoney } from "#lib/core/money";
import { sayTime } from "#lib/core/time";
import { customerList } from "#lib/customer/customer-list";
import type { CustomerView } from "#lib/customer/customer-view";
import { requireResellerPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { countText } from "../../ui/count-text.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { PlainIcon } from "../../ui/plain-icon.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { Time } from "../../ui/time.tsx";
import { buyHref } from "./buy-href.ts";

export const metadata: Metadata = { title: "Customers" };

const HERE = "/customers";

const EMPTY = {
  icon: Users,
  title: "No customers yet",
  text: "Save the numbers that you buy for again and again: their names are offered while you type, and buying again takes two taps.",
  action: { href: "/customers/new", label: "Add a customer" },
};

const UNMATCHED = {
  icon: SearchX,
  title: "Nothing matches",
  text: "Look for a part of a name, a number or a note.",
  action: { href: HERE, label: "Show all customers", quiet: true },
};

const BOUGHT = {
  name: "bought",
  label: "Last bought",
  empty: "Any time",
  options: [
    { value: "lately", label: "In the last 30 days" },
    { value: "before", label: "Not for 30 days" },
    { value: "never", label: "Never" },
  ],
};

/** The numbers that I saved, the newest first. */
export default async function CustomersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const query = await searchParams;
  const page = await customerList.page(ctx, query);
  return (
    <ListPage
      here={HERE}
      page={page}
      title="Customers"
      acts={
        <>
          <ButtonLink href="/customers/new">
            <PlainIcon icon={UserPlus} />
            Add
          </ButtonLink>
          <ButtonLink href="/customers/import" variant="secondary">
            <PlainIcon icon={FileUp} />
            Import
          </ButtonLink>
        </>
      }
      above={<Imported query={query} />}
      search="Name, number or note"
      filters={[BOUGHT]}
      empty={EMPTY}
      unmatched={UNMATCHED}
    >
      <DataTable caption="Customers" columns={COLUMNS} rows={page.rows} rowKey={({ id }) => id} />
    </ListPage>
  );
}

/** What an import that was just saved came to. */
function Imported({ query }: { query: Query }) {
  const [saved, updated] = [countOf(query.saved), countOf(query.updated)];
  if (saved === undefined || updated === undefined) return null;
  return (
    <div className="mb-5">
      <Notice kind="good">
        {`${countText(saved)} new ${saved === 1 ? "customer" : "customers"} saved`}
        {updated > 0 && `, ${countText(updated)} updated`}.
      </Notice>
    </div>
  );
}

const countOf = (value: Query[string]) =>
  typeof value === "string" && /^\d{1,5}$/.test(value) ? Number(value) : undefined;

const COLUMNS: readonly Column<CustomerView>[] = [
  {
    key: "network",
    head: "Network",
    headHidden: true,
    phone: "lead",
    cell: ({ usual }) =>
      usual ? (
        <NetworkTile name={usual.networkName} />
      ) : (
        <span className="block size-10 rounded-[27.5%] bg-sunken" />
      ),
  },
  {
    key: "name",
    head: "Name",
    phone: "title",
    cell: ({ id, name, phone }) => (
      <RowLink href={`/customers/${id}`} className="font-medium">
        {name || phone}
      </RowLink>
    ),
  },
  {
    key: "number",
    head: "Number",
    phone: "note",
    cell: ({ phone, name, last }) => (
      <>
        <span className={name ? "whitespace-nowrap" : "whitespace-nowrap max-md:hidden"}>{phone}</span>
        {last && <span className="md:hidden">{`${name ? ", " : ""}${sayTime(last.at)}`}</span>}
      </>
    ),
  },
  {
    key: "usual",
    head: "Usual plan",
    from: "lg",
    cell: ({ usual }) => usual && <span className="text-muted text-sm">{usual.label}</span>,
  },
  {
    key: "last",
    head: "Last bought",
    cell: ({ last }) => <span className="text-muted">{last ? <Time at={last.at} /> : "Never"}</span>,
  },
  {
    key: "price",
    head: "Price now",
    align: "end",
    phone: "value",
    cell: ({ usual }) => usual?.price && formatMoney(usual.price),
  },
  {
    key: "buy",
    head: "Buy again",
    headHidden: true,
    align: "end",
    phone: "state",
    cell: (customer) => (
      <PageLink
        href={buyHref(customer)}
        className={`${buttonClass({ variant: "quiet", size: "sm" })} max-md:-my-2 max-md:-mr-3`}
      >
        <PlainIcon icon={RotateCcw} />
        {customer.last ? "Buy again" : "Buy"}
        <span className="sr-only"> for {customer.name || customer.phone}</span>
      </PageLink>
    ),
  },
];
