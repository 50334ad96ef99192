import { notFound } from "next/navigation";
import { AdminList } from "#app/admin/admin-list";
import type { PresetView } from "#app/admin/saved-views";
import { StateBadge } from "#app/ui/badge";
import { ButtonLink } from "#app/ui/button-link";
import { ListChecks } from "#app/ui/icon/icons.ts";
import { buildHref } from "#app/ui/list/build-href.ts";
import type { Filter } from "#app/ui/list/list-filters";
import type { PageProps } from "#app/ui/page/page-props.ts";
import type { Ctx } from "#lib/core/context";
import { getRouting } from "#lib/dispatch/routing";
import { getUpstreamBalance } from "#lib/reconcile/upstream-balance";
import { requireAdminPage } from "#lib/request/actor";
import { loadOrNotFound } from "#lib/request/load-or-not-found";
import { getSupplier, getSupplierNames, type SupplierView } from "#lib/supplier/list-suppliers";
import { createRouteList } from "#lib/supplier/route-list";
import { sellingLabel } from "../supplier-labels.ts";
import { RouteTable } from "./route-table.tsx";
import { SupplierCards } from "./supplier-cards.tsx";
import { WaitingMatches } from "./waiting-matches.tsx";

export const metadata = { title: "Supplier" };

export default async function SupplierPage({ params, searchParams }: PageProps<{ supplier: string }>) {
  const { ctx } = await requireAdminPage();
  const supplier = await loadSupplier(ctx, (await params).supplier);
  const { id, name, isMain } = supplier;
  const [balance, names, routing] = await Promise.all([
    getUpstreamBalance(ctx, id),
    getSupplierNames(ctx),
    getRouting(ctx),
  ]);
  return (
    <AdminList
      ctx={ctx}
      here={`/admin/networks/suppliers/${id}`}
      query={await searchParams}
      list={createRouteList(id)}
      title={name}
      lead={isMain ? "The main supplier. Its plans are your catalogue." : supplier.address}
      back={{ href: "/admin/networks/suppliers", label: "Suppliers" }}
      acts={
        <>
          <span className="self-center">
            <StateBadge {...sellingLabel(supplier)} />
          </span>
          {names.size > 1 && (
            <ButtonLink href={buildHref("/admin/purchases", { supplier: String(id) })} variant="secondary">
              Purchases
            </ButtonLink>
          )}
        </>
      }
      above={
        <>
          <SupplierCards ctx={ctx} supplier={supplier} balance={balance} routing={routing} />
          {!isMain && <WaitingMatches ctx={ctx} supplierId={id} />}
        </>
      }
      {...(isMain
        ? {}
        : { search: "Network, size or plan ID", filters: [STATE_FILTER, COST_FILTER], presets: PRESETS })}
      labels={{ previous: "Previous", next: "Next" }}
      empty={isMain ? MAIN_TEXT : EMPTY_TEXT}
    >
      {({ rows }) => rows.length > 0 && <RouteTable ctx={ctx} rows={rows} isMain={isMain} />}
    </AdminList>
  );
}

async function loadSupplier(ctx: Ctx, id: string): Promise<SupplierView> {
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  return loadOrNotFound(getSupplier(ctx, { id: Number(id) }));
}

const STATE_FILTER = {
  name: "state",
  label: "Status",
  options: {
    match: "To match",
    open: "On sale",
    cost: "Cost to confirm",
    plan: "Match to confirm",
    ignored: "Ignored",
    gone: "No longer listed",
  },
};

const COST_LABELS: Readonly<Record<string, string>> = { cheaper: "Cheaper here", dearer: "Costs more here" };

const COST_FILTER: Filter = {
  kind: "hidden",
  name: "price",
  label: "Cost",
  chip: (value) => COST_LABELS[value],
};

const PRESETS: PresetView[] = [
  { name: "All", on: {} },
  ...Object.entries(COST_LABELS).map(([price, name]) => ({ name, on: { price } })),
  { name: "To match", on: { state: "match" } },
];

const MAIN_TEXT = {
  icon: ListChecks,
  title: "Nothing to match",
  text: "Resellers see this supplier’s plans. You match the plans of other suppliers to them.",
  action: { href: "/admin/catalogue", label: "Open catalogue", quiet: true },
};

const EMPTY_TEXT = {
  icon: ListChecks,
  title: "No plans yet",
  text: "The plans appear here after the supplier’s list was fetched.",
};
