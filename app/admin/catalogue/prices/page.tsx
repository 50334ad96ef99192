import type { Metadata } from "next";
import type { AdminPlanView } from "#lib/catalogue/admin-plan-view";
import { planList } from "#lib/catalogue/plan-list";
import { cellNames } from "#lib/catalogue/price-grid";
import { ruleChoices } from "#lib/catalogue/rules";
import { type LastSave, lastSave } from "#lib/catalogue/save-prices";
import { LEVELS } from "#lib/core/context";
import { decimalText, formatMoney } from "#lib/core/money";
import { savedViews } from "#lib/desk/saved-views";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ListFilters } from "../../../ui/list-filters.tsx";
import { ListBody } from "../../../ui/list-page.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Time } from "../../../ui/time.tsx";
import { LEVEL_WORDS } from "../../../ui/words.ts";
import { DeskForm } from "../../desk-form.tsx";
import { SavedViews } from "../../saved-views.tsx";
import { PLAN_SEARCH, planFilters } from "../filters.ts";
import { CatalogueTabs } from "../tabs.tsx";
import { sendGrid, undoThePrices } from "./actions.ts";
import { type GridRow, PriceGrid } from "./price-grid.tsx";

export const metadata: Metadata = { title: "Price grid" };

const HERE = "/admin/catalogue/prices";

/** As many plans as one save takes, and a screen can be looked over. */
const PLANS = 50;

const EMPTY = {
  title: "No plan fits",
  text: "Try fewer words (“1 GB weekly”), a plan's number (“#12”), or another network.",
  action: { href: HERE, label: "Show all plans", quiet: true },
};

/** Every plan with the price of each level, to be typed over in place or pasted from a spreadsheet. */
export default async function PricesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, choices, last, views] = await Promise.all([
    planList.page(ctx, await searchParams, PLANS),
    ruleChoices(ctx),
    lastSave(ctx),
    savedViews(ctx, { list: HERE }),
  ]);
  const rows = page.rows.map(rowOf);
  const was = Object.fromEntries(rows.flatMap(({ cells }) => cells.map(({ name, price }) => [name, price])));
  return (
    <>
      <PageHeader
        title="Catalogue"
        lead="Type a price, or paste many from a spreadsheet. An empty cell is left to the price rules."
      />
      <CatalogueTabs here={HERE} />
      {last && <Last save={last} />}
      <SavedViews here={HERE} on={page.on} views={views} />
      <ListFilters
        here={HERE}
        on={page.on}
        search={PLAN_SEARCH}
        filters={planFilters(choices, page.filter.network)}
      />
      <ListBody here={HERE} page={page} empty={EMPTY} words={{ previous: "Back", next: "More" }}>
        <PriceGrid
          key={JSON.stringify([page.on, page.previous])}
          levels={LEVELS.map((level) => LEVEL_WORDS[level])}
          rows={rows}
          was={JSON.stringify(was)}
          send={sendGrid}
        />
      </ListBody>
    </>
  );
}

function rowOf(plan: AdminPlanView): GridRow {
  const { id, networkName, size, volume, typeName, name, validity, cost, levels } = plan;
  return {
    id,
    title: `${networkName} ${size} ${volume}`,
    note: `${name ?? typeName}, ${validity}`,
    cost: cost === null ? null : { words: formatMoney(cost), text: decimalText(cost) },
    cells: cellNames(id).map(([level, cell]) => {
      const { price, rule } = levels[level];
      return {
        name: cell,
        price: price === null ? "" : decimalText(price),
        by: rule ? `${rule.what} ${rule.markup}` : "The upstream’s own price",
      };
    }),
  };
}

/** What was saved here last, and the way to take it back. */
function Last({ save: { id, at, who, reason, count, undid } }: { save: LastSave }) {
  const prices = count === 1 ? "1 price" : `${count} prices`;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-2">
      <p className="text-sm">
        {who} {undid ? "took back" : "saved"} {prices} <Time at={at} />
        <span className="text-muted">: “{reason}”</span>
      </p>
      <ConfirmDialog
        needs="prices"
        trigger={undid ? "Set them again" : "Undo"}
        look={{ size: "sm" }}
        title={undid ? `Set ${prices} again?` : `Take back ${prices}?`}
      >
        <p>
          They go back to what they were before, all of them or none. What changed otherwise since is kept.
        </p>
        <DeskForm
          needs="prices"
          id="undo-prices"
          action={undoThePrices}
          hidden={{ id }}
          submit={undid ? "Set them again" : "Take them back"}
        />
      </ConfirmDialog>
    </div>
  );
}
