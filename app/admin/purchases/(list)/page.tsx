import type { Metadata } from "next";
import { Suspense } from "react";
import { adminList } from "#lib/purchase/read/admin-list";
import { filterOptions } from "#lib/purchase/read/filter-options";
import { filterQuery, readFilter } from "#lib/purchase/read/list";
import { requireAdminPage } from "#lib/web/actor";
import { address } from "../../../ui/address.ts";
import { CsvLink } from "../../../ui/csv-link.tsx";
import { Live } from "../../../ui/live.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { PurchaseFilters } from "../../../ui/purchase-filters.tsx";
import { AdminTable } from "./admin-table.tsx";
import { NothingHere } from "./nothing-here.tsx";
import { Totals, TotalsSkeleton } from "./totals.tsx";

export const metadata: Metadata = { title: "Purchases" };

const HERE = "/admin/purchases";

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Every reseller's purchases, newest first. One box finds by number, ident, ref, e-mail or upstream id. */
export default async function AdminPurchasesPage({ searchParams }: Props) {
  const { ctx } = await requireAdminPage();
  const filter = readFilter(await searchParams);
  const on = filterQuery(filter);
  const [{ rows, next, previous }, options] = await Promise.all([adminList(ctx, filter), filterOptions(ctx)]);
  const reseller = rows[0]?.reseller.name ?? `Reseller ${filter.reseller}`;
  return (
    <>
      <Live />
      <PageHeader title="Purchases">
        {rows.length > 0 && <CsvLink href={address(`${HERE}/export`, on)} />}
      </PageHeader>
      <PurchaseFilters
        action={HERE}
        on={on}
        options={options}
        search="Number, ident, ref, e-mail, upstream id"
        more={on.reseller ? { reseller } : {}}
      />
      {rows.length === 0 ? (
        <NothingHere filtered={Object.keys(on).length > 0 || Boolean(filter.after ?? filter.before)} />
      ) : (
        <>
          <Suspense
            key={JSON.stringify(on)}
            fallback={
              <div data-part>
                <TotalsSkeleton />
              </div>
            }
          >
            <Totals ctx={ctx} filter={filter} />
          </Suspense>
          <AdminTable purchases={rows} on={on} />
          <Pager here={HERE} page={{ previous, next, on, order: "newest" }} />
        </>
      )}
    </>
  );
}
