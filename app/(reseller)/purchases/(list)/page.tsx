import { Receipt, SearchX } from "lucide-react";
import type { Metadata } from "next";
import { Suspense } from "react";
import { withOpenCase } from "#lib/purchase/case/case-view";
import { filterOptions } from "#lib/purchase/read/filter-options";
import { ownPurchaseList } from "#lib/purchase/read/list";
import { requireResellerPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { ListPage } from "../../../ui/list-page.tsx";
import { purchaseFilters } from "../../../ui/purchase-filters.ts";
import { PurchaseTable } from "./purchase-table.tsx";
import { Totals, TotalsSkeleton } from "./totals.tsx";

export const metadata: Metadata = { title: "Purchases" };

const HERE = "/purchases";

const EMPTY = {
  icon: Receipt,
  title: "You have not bought anything yet",
  text: "Every purchase is kept here: when it was delivered, what it cost, and its receipt.",
  action: { href: "/buy", label: "Buy data" },
};

const UNMATCHED = {
  icon: SearchX,
  title: "Nothing matches",
  text: "Numbers and references are found when they are typed whole.",
  action: { href: HERE, label: "Show all purchases", quiet: true },
};

/** My history: filters in the address, newest first, what they add up to. */
export default async function PurchasesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const [page, options] = await Promise.all([
    ownPurchaseList.page(ctx, await searchParams),
    filterOptions(ctx),
  ]);
  const notReceived = await withOpenCase(
    ctx,
    page.rows.map(({ id }) => id),
  );
  return (
    <ListPage
      live
      here={HERE}
      page={page}
      title="Purchases"
      acts={
        <ButtonLink href="/purchases/cases" variant="quiet">
          Not received
        </ButtonLink>
      }
      search="Number or reference"
      filters={purchaseFilters(options, page.filter.network)}
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
      <PurchaseTable purchases={page.rows} notReceived={notReceived} />
    </ListPage>
  );
}
