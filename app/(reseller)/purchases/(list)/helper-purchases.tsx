import { Receipt } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListPage, noMatches } from "#app/ui/list/list-page";
import { type Ctx, isCostHidden } from "#lib/core/context";
import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { toPurchaseRow } from "./purchase-row.ts";
import { PurchaseRows } from "./purchase-rows.tsx";

const PATH = "/purchases";

const EMPTY_STATE = {
  icon: Receipt,
  title: "No purchases yet",
  text: "Buy data, and the purchase shows here with its status and price.",
  action: { href: "/buy", label: "Buy data" },
};

/** The purchases that the acting helper sold, without the reseller’s customers and totals. */
export async function HelperPurchases({ ctx, query }: { ctx: Ctx; query: Query }) {
  const hidden = isCostHidden(ctx);
  const page = await ownPurchaseList.page(ctx, query);
  return (
    <ListPage
      live
      here={PATH}
      page={page}
      title="Purchases"
      lead="Those that you sold."
      search={{
        name: "q",
        label: "Find purchases",
        placeholder: hidden ? "Number or reference" : "Number or amount",
      }}
      days
      empty={EMPTY_STATE}
      unmatched={noMatches(
        PATH,
        "purchases",
        `Enter the last four digits, ${hidden ? "" : "an amount, "}a day or the start of a reference.`,
      )}
    >
      <PurchaseRows
        rows={page.rows.map((row) =>
          toPurchaseRow({ ...row, soldBy: null }, { notReceived: new Set(), isCostHidden: hidden }),
        )}
      />
    </ListPage>
  );
}
