import { Store } from "lucide-react";
import type { Metadata } from "next";
import { savedViews } from "#lib/desk/saved-views";
import { type AdminShopView, shopList } from "#lib/shop/shop-list";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Time } from "../../ui/time.tsx";
import { AdminList } from "../saved-views.tsx";
import { CloseForm } from "./close-form.tsx";
import { SHOP_STATE_WORDS, ShopState } from "./shop-state.tsx";

export const metadata: Metadata = { title: "Storefronts" };

const LINK = "font-medium underline underline-offset-4";

const FILTERS = [
  {
    name: "state",
    label: "State",
    empty: "All",
    options: Object.entries(SHOP_STATE_WORDS).map(([value, { word }]) => ({ value, label: word })),
  },
];

const EMPTY = {
  icon: Store,
  title: "No shops yet",
  text: "Resellers open their own shops for customers. Each will be here.",
};

const UNMATCHED = {
  icon: Store,
  title: "No shop matches",
  text: "Look for a part of its name, its address, or its owner.",
};

/** Every reseller's shop, newest first, and the way to close one. */
export default async function ShopsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, views] = await Promise.all([
    shopList.page(ctx, await searchParams),
    savedViews(ctx, { list: "/admin/storefronts" }),
  ]);
  return (
    <AdminList
      here="/admin/storefronts"
      views={views}
      page={page}
      title="Storefronts"
      lead="What was done to a shop stands in its owner's history."
      search="Shop, address or owner"
      filters={FILTERS}
      empty={EMPTY}
      unmatched={UNMATCHED}
    >
      <DataTable caption="Storefronts" columns={COLUMNS} rows={page.rows} rowKey={({ id }) => id} dense />
    </AdminList>
  );
}

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
      <PageLink href={`/admin/resellers/${owner.id}`} className="underline underline-offset-4">
        {owner.email}
      </PageLink>
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
