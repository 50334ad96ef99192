import { Store } from "lucide-react";
import type { Metadata } from "next";
import { type AdminStoreView, listStores } from "#lib/store/list-stores";
import { requireAdminPage } from "#lib/web/actor";
import { Badge } from "../../ui/badge.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Time } from "../../ui/time.tsx";
import { CloseForm } from "./close-form.tsx";

export const metadata: Metadata = { title: "Storefronts" };

const COLUMNS: readonly Column<AdminStoreView>[] = [
  {
    key: "name",
    head: "Shop",
    phone: "title",
    cell: ({ slug, name }) => (
      <a
        href={`/s/${slug}`}
        target="_blank"
        rel="noopener"
        className="font-medium underline underline-offset-4"
      >
        {name}
      </a>
    ),
  },
  { key: "owner", head: "Owner", phone: "note", cell: ({ owner }) => owner.email },
  { key: "orders", head: "Orders", align: "end", cell: ({ orders }) => orders },
  { key: "since", head: "Opened", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { key: "state", head: "State", phone: "value", cell: State },
  {
    key: "act",
    head: "Acts",
    headHidden: true,
    align: "end",
    phone: "state",
    cell: ({ id, name, closedByAdmin }) => <CloseForm id={id} name={name} closed={closedByAdmin} />,
  },
];

/** Every reseller's shop, and the way to close one. */
export default async function StorefrontsPage() {
  const { ctx } = await requireAdminPage();
  const stores = await listStores(ctx);
  return (
    <>
      <PageHeader title="Storefronts" />
      {stores.length === 0 ? (
        <EmptyState icon={Store} title="No shops yet">
          Resellers open their own shops for customers. Each will be here.
        </EmptyState>
      ) : (
        <DataTable caption="Storefronts" columns={COLUMNS} rows={stores} rowKey={(store) => store.id} dense />
      )}
    </>
  );
}

function State({ state, closedByAdmin }: AdminStoreView) {
  if (state === "open") return <Badge tone="good">Open</Badge>;
  if (state === "paused") return <Badge tone="unsure">Paused</Badge>;
  return <Badge tone="bad">{closedByAdmin ? "Closed by us" : "Closed"}</Badge>;
}
