import { Receipt, SearchX } from "lucide-react";
import type { Metadata } from "next";
import { Suspense } from "react";
import { savedViews } from "#lib/desk/saved-views";
import { withOpenCase } from "#lib/purchase/case/case-view";
import { purchaseList } from "#lib/purchase/read/admin-list";
import { filterOptions } from "#lib/purchase/read/filter-options";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { purchaseFilters } from "../../../ui/purchase-filters.ts";
import { ChosenBar } from "../../bulk/choose.tsx";
import { KINDS } from "../../bulk/kinds.tsx";
import { AdminList } from "../../saved-views.tsx";
import { AdminTable } from "./admin-table.tsx";
import { Totals, TotalsSkeleton } from "./totals.tsx";

export const metadata: Metadata = { title: "Purchases" };

const HERE = "/admin/purchases";

const EMPTY = {
  icon: Receipt,
  title: "Nothing was bought yet",
  text: "Every reseller's purchases are here as they happen, with cost, margin and the raw answers.",
};

const UNMATCHED = {
  icon: SearchX,
  title: "Nothing matches",
  text: "Numbers, idents, refs, e-mails and upstream ids are found when they are typed whole.",
  action: { href: HERE, label: "Show all purchases", quiet: true },
};

/** Every reseller's purchases, newest first. One box finds by number, ident, ref, e-mail or upstream id. */
export default async function AdminPurchasesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, options, views] = await Promise.all([
    purchaseList.page(ctx, await searchParams),
    filterOptions(ctx),
    savedViews(ctx, { list: HERE }),
  ]);
  const notReceived = await withOpenCase(
    ctx,
    page.rows.map(({ id }) => id),
  );
  const chip = (id: string) => page.rows[0]?.reseller.name ?? `Reseller ${id}`;
  return (
    <AdminList
      live
      here={HERE}
      views={views}
      page={page}
      title="Purchases"
      search="Number, ident, ref, e-mail, upstream id"
      filters={[
        ...purchaseFilters(options, page.filter.network),
        { kind: "hidden", name: "reseller", label: "Reseller", chip },
      ]}
      days
      empty={EMPTY}
      unmatched={UNMATCHED}
    >
      <Suspense
        key={JSON.stringify(page.on)}
        fallback={
          <div data-part>
            <TotalsSkeleton />
          </div>
        }
      >
        <Totals ctx={ctx} filter={page.filter} />
      </Suspense>
      <AdminTable purchases={page.rows} notReceived={notReceived} on={page.on} />
      <ChosenBar ctx={ctx} list="purchases" acts={KINDS.purchases.acts} on={page.on} />
    </AdminList>
  );
}
