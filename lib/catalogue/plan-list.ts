import { z } from "zod";
import { type Ctx, LEVELS, type Level, requireAdmin } from "#lib/core/context";
import { defineList, type ListColumns, type ListFilter, type ListSlice } from "#lib/core/list/list";
import type { Page } from "#lib/core/list/page";
import { formatDecimal, type Minor } from "#lib/core/money/money";
import { type AdminPlanView, toAdminPlanView } from "./admin-plan-view.ts";
import type { Catalogue } from "./catalogue.ts";
import { getCatalogue } from "./get-catalogue.ts";
import { sortPlansNaturally } from "./natural-order.ts";
import { formatPlanSize } from "./plan-label.ts";
import { matchesPlanSearch } from "./plan-search.ts";

const PLAN_STATES = ["sold", "not_sold", "below_cost", "hidden", "off", "doubt", "gone"] as const;

const filter = {
  words: z.string().trim().min(1).max(100),
  network: z.coerce.number<string | number>().int().positive(),
  /** A network's type: "1 4". */
  type: z.string().regex(/^\d+ \d+$/),
  state: z.enum(PLAN_STATES),
};
type PlanFilter = ListFilter<typeof filter>;

/** Lists plans ever listed, by network, type, size and price, with cost, prices and margins. Admins only. */
export const planList = defineList({
  allow: requireAdmin,
  filter,
  pageSize: 100,
  read: async (ctx, narrowed, slice) => toPlanPage(await findPlans(ctx, narrowed), slice),
  file: {
    name: "plans",
    columns: {
      plan: ({ id }) => id,
      network: ({ networkName }) => networkName,
      type: ({ typeName }) => typeName,
      name: ({ name }) => name,
      size: (plan) => formatPlanSize(plan),
      validity: ({ validity }) => validity,
      sold: ({ reason }) => reason ?? "yes",
      cost: ({ cost }) => formatOptionalAmount(cost),
      "to confirm": ({ doubt }) => doubt,
      "confirmed cost": ({ confirmedCost }) => formatOptionalAmount(confirmedCost),
      standard: ({ standard }) => formatOptionalAmount(standard),
      ...Object.fromEntries(LEVELS.flatMap((level) => Object.entries(buildLevelColumns(level)))),
    },
  },
});

function buildLevelColumns(level: Level): ListColumns<AdminPlanView> {
  return {
    [level]: ({ levels }) => formatOptionalAmount(levels[level].price),
    [`${level} margin`]: ({ levels }) => formatOptionalAmount(levels[level].margin),
    [`${level} rule`]: ({
      levels: {
        [level]: { rule },
      },
    }) => rule && `${rule.what} ${rule.markup}`,
  };
}

const formatOptionalAmount = (minor: Minor | null) => (minor === null ? null : formatDecimal(minor));

/** Cuts the page after or before a plan; the cursor is an id, since prices can reorder the plans. */
function toPlanPage(plans: readonly AdminPlanView[], { cursor, size }: ListSlice): Page<AdminPlanView> {
  const indexOf = (planId: number | undefined) => plans.findIndex(({ id }) => id === planId);
  const end = cursor.before === undefined ? -1 : indexOf(cursor.before);
  const start = end >= 0 ? Math.max(0, end - size) : indexOf(cursor.after) + 1;
  const rows = plans.slice(start, end >= 0 ? end : start + size);
  const next = start + rows.length < plans.length ? rows.at(-1)?.id : undefined;
  return {
    rows,
    next: next === undefined ? null : String(next),
    previous: start > 0 ? String(rows[0]?.id) : null,
  };
}

async function findPlans(ctx: Ctx, narrowed: PlanFilter): Promise<AdminPlanView[]> {
  const catalogue = await getCatalogue(ctx);
  return sortAdminPlans(catalogue).filter((plan) => matchesFilter(plan, narrowed));
}

function sortAdminPlans(catalogue: Catalogue): AdminPlanView[] {
  const sortable = [...catalogue.plans.values()].map((plan) => ({ ...plan, price: plan.amount, plan }));
  return sortPlansNaturally(sortable).map(({ plan }) => toAdminPlanView(plan, catalogue));
}

function matchesFilter(plan: AdminPlanView, { words, network, type, state }: PlanFilter): boolean {
  return (
    (network === undefined || plan.networkId === network) &&
    (!type || type === `${plan.networkId} ${plan.typeId}`) &&
    (!state || hasState(plan, state)) &&
    (!words || matchesPlanText(plan, words))
  );
}

/** Matches words of the plan, or its id: "#12". */
function matchesPlanText(plan: AdminPlanView, words: string): boolean {
  if (words.startsWith("#")) return words === `#${plan.id}`;
  return matchesPlanSearch({ ...plan, validityNormalized: "" }, words);
}

function hasState(plan: AdminPlanView, state: (typeof PLAN_STATES)[number]): boolean {
  switch (state) {
    case "sold":
      return plan.reason === null;
    case "not_sold":
      return plan.reason !== null;
    case "below_cost":
      return plan.belowCost.length > 0;
    case "hidden":
      return plan.hidden;
    case "off":
      return plan.off !== null;
    case "doubt":
      return plan.doubt !== null;
    case "gone":
      return plan.delistedAt !== null;
  }
}
