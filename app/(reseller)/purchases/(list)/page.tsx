import { Suspense } from "react";
import { Receipt } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListPage, noMatches } from "#app/ui/list/list-page";
import { buildPurchaseFilters } from "#app/ui/purchase/purchase-filters.ts";
import { getCustomerNames } from "#lib/customer/find-customers";
import { listHelperNames } from "#lib/helper/list-helpers";
import { modules } from "#lib/modules";
import { findUnreceivedPurchases } from "#lib/purchase/read/find-unreceived-purchases";
import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { getPurchaseFilterOptions } from "#lib/purchase/read/purchase-filter";
import { requireResellerPage } from "#lib/request/actor";
import { HelperPurchases } from "./helper-purchases.tsx";
import { toPurchaseRow } from "./purchase-row.ts";
import { PurchaseRows } from "./purchase-rows.tsx";
import { PurchaseTotals, PurchaseTotalsRow, PurchaseTotalsSkeleton } from "./purchase-totals.tsx";

export const metadata = { title: "Purchases" };

const PATH = "/purchases";

const EMPTY_STATE = {
  icon: Receipt,
  title: "No purchases yet",
  text: "Buy data, and the purchase shows here with its status, price and receipt.",
  action: { href: "/buy", label: "Buy data" },
};

const NO_RESULTS = noMatches(
  PATH,
  "purchases",
  "Enter the last four digits, a customer’s name, an amount, a day or the start of a reference.",
);

export default async function PurchasesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage("sell");
  if (ctx.actor.kind === "helper") return <HelperPurchases ctx={ctx} query={await searchParams} />;
  const [page, options, helpers] = await Promise.all([
    ownPurchaseList.page(ctx, await searchParams),
    getPurchaseFilterOptions(ctx),
    listHelperNames(ctx),
  ]);
  const [notReceived, names] = await Promise.all([
    findUnreceivedPurchases(ctx, page.rows, modules),
    getCustomerNames(ctx, page.rows),
  ]);
  return (
    <ListPage
      live
      here={PATH}
      page={page}
      title="Purchases"
      search={{ name: "q", label: "Find purchases", placeholder: "Number, name or amount" }}
      filters={buildPurchaseFilters(options, page.filter.network, helpers)}
      days
      empty={EMPTY_STATE}
      unmatched={NO_RESULTS}
    >
      <PurchaseTotalsRow>
        <Suspense
          key={JSON.stringify(page.on)}
          fallback={
            <div data-part>
              <PurchaseTotalsSkeleton />
            </div>
          }
        >
          <PurchaseTotals ctx={ctx} filter={page.filter} />
        </Suspense>
      </PurchaseTotalsRow>
      <PurchaseRows rows={page.rows.map((row) => toPurchaseRow(row, { notReceived, names }))} />
    </ListPage>
  );
}
