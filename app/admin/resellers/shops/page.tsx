import { closeShopAction, decideShopNameAction } from "#app/admin/actions.ts";
import { AdminDialog } from "#app/admin/admin-form";
import { AdminList } from "#app/admin/admin-list";
import { ResellerTabs } from "#app/admin/tabs";
import { StateBadge } from "#app/ui/badge";
import { Store } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { actionsColumn, type Column } from "#app/ui/list/data-table";
import { PageLink } from "#app/ui/page/page-link";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { Time } from "#app/ui/time";
import { requireAdminPage } from "#lib/request/actor";
import { type AdminShopView, shopList } from "#lib/shop/shop-list";

export const metadata = { title: "Shops" };

const LINK = "font-medium underline underline-offset-4";

const SHOP_STATE_LABELS: Record<AdminShopView["state"], StateLabel> = {
  open: { word: "Open", tone: "good" },
  paused: { word: "Paused", tone: "unsure" },
  closed: { word: "Closed by its reseller", tone: "plain" },
  shut: { word: "Closed by an admin", tone: "bad" },
};

const NAME_STATE_LABELS: Record<AdminShopView["nameState"], StateLabel> = {
  new: { word: "New name", tone: "wait" },
  approved: { word: "Name approved", tone: "good" },
  rejected: { word: "Name rejected", tone: "bad" },
};

export default async function ShopsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  return (
    <AdminList
      ctx={ctx}
      here="/admin/resellers/shops"
      query={await searchParams}
      list={shopList}
      tabs={<ResellerTabs ctx={ctx} here="/admin/resellers/shops" />}
      title="Shops"
      lead="Changes to a shop are in its reseller’s history."
      search="Shop, address or reseller"
      filters={[
        { name: "state", label: "Status", options: SHOP_STATE_LABELS },
        { name: "name", label: "Name in messages", options: NAME_STATE_LABELS },
      ]}
      empty={{
        icon: Store,
        title: "No shops yet",
        text: "A shop appears here as soon as a reseller opens one.",
      }}
      searchHint="Search for part of the shop’s name, its address or its reseller."
      table={{ columns: COLUMNS, rowKey: ({ id }) => id }}
    />
  );
}

const COLUMNS: readonly Column<AdminShopView>[] = [
  {
    head: "Shop",
    phone: "title",
    cell: ({ slug, name }) => (
      <a href={`/s/${slug}`} target="_blank" rel="noopener" className={LINK}>
        {name}
      </a>
    ),
  },
  {
    head: "Reseller",
    phone: "note",
    cell: ({ owner }) => (
      <PageLink href={`/admin/resellers/${owner.id}`} className="underline underline-offset-4">
        {owner.email}
      </PageLink>
    ),
  },
  { head: "Orders", align: "end", cell: ({ orders }) => orders },
  { head: "Opened", cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: "Status",
    phone: "value",
    cell: ({ state }) => <StateBadge {...SHOP_STATE_LABELS[state]} icon={false} />,
  },
  {
    head: "Name in messages",
    cell: ({ nameState }) => <StateBadge {...NAME_STATE_LABELS[nameState]} icon={false} />,
  },
  actionsColumn((shop) => (
    <div className="flex flex-wrap justify-end whitespace-normal text-left">
      {shop.nameState !== "approved" && <NameDialog shop={shop} to="approved" />}
      {shop.nameState !== "rejected" && <NameDialog shop={shop} to="rejected" />}
      <CloseShopDialog shop={shop} />
    </div>
  )),
];

const NAME_CHANGES = {
  approved: {
    label: "Approve name",
    about:
      "Messages to the shop’s customers begin with the portal’s name and this one. Approve none that could pass for a bank, a network or you.",
  },
  rejected: {
    label: "Reject name",
    about: "Messages to the shop’s customers begin with its address instead. The shop itself keeps the name.",
  },
} as const;

function NameDialog({ shop: { id, name }, to }: { shop: AdminShopView; to: keyof typeof NAME_CHANGES }) {
  const { label, about } = NAME_CHANGES[to];
  return (
    <AdminDialog
      needs="resellers"
      trigger={label}
      look={{ variant: "quiet", size: "sm" }}
      title={`${label}: ${name}`}
      about={about}
      id={`name-${to}-${id}`}
      action={decideShopNameAction}
      hidden={{ id, name, to }}
      submit={label}
      submitLook={to === "approved" ? "primary" : "danger"}
    />
  );
}

function CloseShopDialog({ shop: { id, name, version, state } }: { shop: AdminShopView }) {
  const closed = state === "shut";
  const label = closed ? "Allow reopening" : "Close shop";
  return (
    <AdminDialog
      needs="resellers"
      trigger={label}
      look={{ variant: "quiet", size: "sm" }}
      title={`${label}: ${name}`}
      about={
        closed
          ? "The reseller can reopen the shop."
          : "Customers see a closed shop without bank details or phone numbers, also on the pages of old orders. The reseller can’t reopen it. Paid orders can still be delivered."
      }
      id={`shop-${id}`}
      action={closeShopAction}
      hidden={{ id, version, ...(closed && { lift: "yes" }) }}
      submit={label}
      submitLook={closed ? "primary" : "danger"}
    />
  );
}
