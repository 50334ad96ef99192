import { Store } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { type AdminShopView, ListShopsInput, listShops, SHOP_STATES, ShopFilter } from "#lib/shop/list-shops";
import { requireAdminPage } from "#lib/web/actor";
import { address, type Query } from "../../ui/address.ts";
import { CsvLink } from "../../ui/csv-link.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { filtersOn } from "../../ui/filters-on.ts";
import { ListFilters } from "../../ui/list-filters.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Time } from "../../ui/time.tsx";
import { CloseForm } from "./close-form.tsx";
import { SHOP_STATE_WORDS, ShopState } from "./shop-state.tsx";

export const metadata: Metadata = { title: "Storefronts" };

const HERE = "/admin/storefronts";
const LINK = "font-medium underline underline-offset-4";

const CHOICES = [
  {
    name: "state",
    label: "State",
    empty: "All",
    options: SHOP_STATES.map((value) => ({ value, label: SHOP_STATE_WORDS[value].word })),
  },
];

const COLUMNS: readonly Column<AdminShopView>[] = [
  {
    key: "name",
    head: "Shop",
    phone: "title",
    cell: ({ slug, name }) => (
      <a href={`/s/${slug}`} target="_blank" rel="noopener" className={LINK}>
        {name}
      </a>
    ),
  },
  {
    key: "owner",
    head: "Owner",
    phone: "note",
    cell: ({ owner }) => (
      <Link href={`/admin/resellers/${owner.id}`} className="underline underline-offset-4">
        {owner.email}
      </Link>
    ),
  },
  { key: "orders", head: "Orders", align: "end", cell: ({ orders }) => orders },
  { key: "since", head: "Opened", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { key: "state", head: "State", phone: "value", cell: ShopState },
  {
    key: "act",
    head: "Change",
    headHidden: true,
    align: "end",
    phone: "state",
    cell: ({ id, name, version, state }) => (
      <div className="flex justify-end whitespace-normal text-left">
        <CloseForm id={id} name={name} version={version} closed={state === "shut"} />
      </div>
    ),
  },
];

/** Every reseller's shop, newest first, and the way to close one. */
export default async function ShopsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const query = await searchParams;
  const on = filtersOn(ShopFilter.parse(query));
  const { rows, next, previous } = await listShops(ctx, ListShopsInput.parse(query));
  const filtered = Object.keys(on).length > 0;
  return (
    <>
      <PageHeader title="Storefronts" lead="What was done to a shop stands in its owner's history.">
        {rows.length > 0 && <CsvLink href={address(`${HERE}/export`, on)} />}
      </PageHeader>
      {(rows.length > 0 || filtered) && (
        <ListFilters here={HERE} on={on} search="Shop, address or owner" filters={CHOICES} />
      )}
      {rows.length === 0 ? (
        <EmptyState icon={Store} title={filtered ? "No shop matches" : "No shops yet"}>
          {filtered
            ? "Look for a part of its name, its address, or its owner."
            : "Resellers open their own shops for customers. Each will be here."}
        </EmptyState>
      ) : (
        <>
          <DataTable caption="Storefronts" columns={COLUMNS} rows={rows} rowKey={(shop) => shop.id} dense />
          <Pager
            previous={previous && address(HERE, on, { before: previous })}
            next={next && address(HERE, on, { after: next })}
          />
        </>
      )}
    </>
  );
}
