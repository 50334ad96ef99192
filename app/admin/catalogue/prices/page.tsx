import { AdminDialog } from "#app/admin/admin-form";
import { buildPlanFilters, PLAN_SEARCH } from "#app/admin/catalogue/filters.ts";
import { SavedViews } from "#app/admin/saved-views";
import { CatalogueTabs } from "#app/admin/tabs";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListFilters } from "#app/ui/list/list-filters";
import { ListBody } from "#app/ui/list/list-page";
import { PageHeader } from "#app/ui/page/page-header";
import { Time } from "#app/ui/time";
import type { AdminPlanView } from "#lib/catalogue/admin-plan-view";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { planList } from "#lib/catalogue/plan-list";
import { getPriceRuleChoices } from "#lib/catalogue/price/list-price-rules";
import { getPriceCellNames } from "#lib/catalogue/price/price-grid";
import { getLastPriceSave, type LastPriceSave } from "#lib/catalogue/price/save-prices";
import { LEVELS } from "#lib/core/context";
import { env } from "#lib/core/env";
import { getLocale } from "#lib/core/locale";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { requireAdminPage } from "#lib/request/actor";
import { listSavedViews } from "#lib/saved-view/saved-views";
import { savePriceGridAction, undoPricesAction } from "./actions.ts";
import { type GridRow, PriceGrid } from "./price-grid.tsx";

export const metadata = { title: "Price grid" };

const PATH = "/admin/catalogue/prices";

/** The most plans that one save takes. */
const PLANS_PER_PAGE = 50;

export default async function PricesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, choices, last, views] = await Promise.all([
    planList.page(ctx, await searchParams, PLANS_PER_PAGE),
    getPriceRuleChoices(ctx),
    getLastPriceSave(ctx),
    listSavedViews(ctx, { list: PATH }),
  ]);
  const { CURRENCY: currency } = env();
  const locale = getLocale();
  const rows = page.rows.map(toGridRow);
  const was = Object.fromEntries(rows.flatMap(({ cells }) => cells.map(({ name, price }) => [name, price])));
  return (
    <>
      <PageHeader
        title="Price grid"
        lead="Enter a price, or paste many from a spreadsheet. Price rules apply to empty cells."
        tabs={<CatalogueTabs here={PATH} />}
      />
      {last && <LastSaveNote save={last} />}
      <SavedViews here={PATH} on={page.on} views={views} />
      <ListFilters
        here={PATH}
        on={page.on}
        search={PLAN_SEARCH}
        filters={buildPlanFilters(choices, page.filter.network)}
      />
      <ListBody
        here={PATH}
        page={page}
        empty={{
          title: "No results",
          text: "Try fewer words (“1 GB weekly”), a plan’s number (“#12”) or another network.",
          action: { href: PATH, label: "Clear filters", quiet: true },
        }}
        labels={{ previous: "Back", next: "More" }}
      >
        <PriceGrid
          key={JSON.stringify([page.on, page.previous])}
          levels={LEVELS.map((level) => LEVEL_LABELS[level])}
          rows={rows}
          was={JSON.stringify(was)}
          money={{ locale, currency }}
          send={savePriceGridAction}
        />
      </ListBody>
    </>
  );
}

function toGridRow(plan: AdminPlanView): GridRow {
  const { id, typeName, name, validity, cost, levels } = plan;
  return {
    id,
    title: formatPlanName(plan),
    note: `${name ?? typeName}, ${validity}`,
    cost: cost === null ? null : { label: formatMoney(cost), text: formatDecimal(cost) },
    cells: getPriceCellNames(id).map(([level, cell]) => {
      const { price, rule } = levels[level];
      return {
        name: cell,
        price: price === null ? "" : formatDecimal(price),
        by: rule ? `${rule.what} ${rule.markup}` : "Listed price",
      };
    }),
  };
}

function LastSaveNote({ save: { id, at, who, reason, count, undid } }: { save: LastPriceSave }) {
  const prices = count === 1 ? "1 price" : `${count} prices`;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-2">
      <p className="text-sm">
        {who} {undid ? "undid" : "saved"} {prices} <Time at={at} />
        <span className="text-muted">: “{reason}”</span>
      </p>
      <AdminDialog
        needs="prices"
        trigger={undid ? "Redo" : "Undo"}
        look={{ size: "sm" }}
        title={undid ? `Redo ${prices}?` : `Undo ${prices}?`}
        about="All of them change back, or none. Later changes are kept."
        id="undo-prices"
        action={undoPricesAction}
        hidden={{ id }}
        submit={undid ? "Redo prices" : "Undo prices"}
      />
    </div>
  );
}
