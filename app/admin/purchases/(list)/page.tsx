import { Suspense } from "react";
import { AdminList } from "#app/admin/admin-list";
import { purchaseKind } from "#app/admin/bulk/purchase-kinds";
import { buildDayPresets } from "#app/admin/day-presets.ts";
import type { PresetView } from "#app/admin/saved-views";
import { Receipt } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import type { Filter } from "#app/ui/list/list-filters";
import { buildPurchaseFilters } from "#app/ui/purchase/purchase-filters.ts";
import { dayOf } from "#lib/core/time/time";
import { adminPurchaseList } from "#lib/purchase/read/admin-purchase-list";
import { getPurchaseFilterOptions } from "#lib/purchase/read/purchase-filter";
import { requireAdminPage } from "#lib/request/actor";
import { getSupplierNames } from "#lib/supplier/list-suppliers";
import {
  AdminPurchaseTable,
  AdminPurchaseTotalsLine,
  AdminPurchaseTotalsSkeleton,
} from "./admin-purchase-table.tsx";
import { ColumnChooser } from "./column-chooser.tsx";
import { PURCHASE_COLUMNS, parseColumns } from "./purchase-columns.ts";

export const metadata = { title: "Purchases" };

function buildPresets(today: string): PresetView[] {
  return [
    { name: "All", on: {} },
    ...buildDayPresets(today),
    { name: "Unconfirmed", on: { state: "unconfirmed" } },
    { name: "Failed today", on: { from: today, to: today, state: "failed" } },
  ];
}

export default async function AdminPurchasesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [options, suppliers] = await Promise.all([getPurchaseFilterOptions(ctx), getSupplierNames(ctx)]);
  return (
    <AdminList
      live
      ctx={ctx}
      here="/admin/purchases"
      query={await searchParams}
      list={adminPurchaseList}
      title="Purchases"
      search={{
        name: "q",
        label: "Find purchases",
        placeholder: "Number, reference, name, amount, day",
      }}
      filters={({ filter, rows }) => [
        ...buildPurchaseFilters(options, filter.network).map((shown) => ({
          ...shown,
          isSecondary: shown.name === "plan",
        })),
        ...buildSupplierFilter(suppliers),
        {
          kind: "hidden",
          name: "reseller",
          label: "Reseller",
          chip: (id) => rows[0]?.reseller.name ?? `Reseller ${id}`,
        },
        {
          kind: "hidden",
          name: "columns",
          label: "Columns",
          chip: (columns) => {
            const heads = parseColumns(columns).map((name) => PURCHASE_COLUMNS[name]);
            return heads.length === 0 ? undefined : `With ${heads.join(", ")}`;
          },
        },
      ]}
      days="more"
      presets={buildPresets(dayOf(new Date()))}
      empty={{
        icon: Receipt,
        title: "No purchases yet",
        text: "All resellers’ purchases appear here, with cost, margin and raw responses.",
      }}
      searchHint="Enter the last four digits, a reseller’s name, an amount, a day, or a whole reference, email or supplier’s ID."
      bulk={purchaseKind}
    >
      {({ rows, on, filter }) => (
        <>
          <Suspense
            key={JSON.stringify(on)}
            fallback={
              <div data-part>
                <AdminPurchaseTotalsSkeleton />
              </div>
            }
          >
            <AdminPurchaseTotalsLine ctx={ctx} filter={filter} />
          </Suspense>
          <ColumnChooser on={on} />
          <AdminPurchaseTable ctx={ctx} purchases={rows} on={on} suppliers={suppliers} />
        </>
      )}
    </AdminList>
  );
}

const buildSupplierFilter = (names: ReadonlyMap<number, string>): Filter[] =>
  names.size < 2
    ? []
    : [
        {
          name: "supplier",
          label: "Supplier",
          options: [...names].map(([id, name]) => ({ value: String(id), label: name })),
          isSecondary: true,
        },
      ];
