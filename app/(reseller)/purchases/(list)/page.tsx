import type { Metadata } from "next";
import { Suspense } from "react";
import { filterOptions } from "#lib/purchase/read/filter-options";
import { filterQuery, list, readFilter } from "#lib/purchase/read/list";
import { requireResellerPage } from "#lib/web/actor";
import { address } from "../../../ui/address.ts";
import { CsvLink } from "../../../ui/csv-link.tsx";
import { Live } from "../../../ui/live.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { PurchaseFilters } from "../../../ui/purchase-filters.tsx";
import { NothingHere } from "./nothing-here.tsx";
import { PurchaseTable } from "./purchase-table.tsx";
import { Totals, TotalsSkeleton } from "./totals.tsx";

export const metadata: Metadata = { title: "Purchases" };

const HERE = "/purchases";

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** My history: filters in the address, newest first, what they add up to. */
export default async function PurchasesPage({ searchParams }: Props) {
  const { ctx } = await requireResellerPage();
  const filter = readFilter({ ...(await searchParams), reseller: undefined });
  const on = filterQuery(filter);
  const [{ rows, next, previous }, options] = await Promise.all([list(ctx, filter), filterOptions(ctx)]);
  return (
    <>
      <Live />
      <PageHeader title="Purchases">
        {rows.length > 0 && <CsvLink href={address(`${HERE}/export`, on)} />}
      </PageHeader>
      <PurchaseFilters action={HERE} on={on} options={options} search="Number or reference" />
      {rows.length === 0 ? (
        <NothingHere filtered={Object.keys(on).length > 0} paged={Boolean(filter.after ?? filter.before)} />
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
          <PurchaseTable purchases={rows} />
          <Pager here={HERE} page={{ previous, next, on, order: "newest" }} />
        </>
      )}
    </>
  );
}
