import { z } from "zod";
import { type Ctx, LEVELS, type Level, requireAdmin } from "#lib/core/context";
import { type Columns, defineList, type Filter, type Slice } from "#lib/core/list";
import { decimalText, type Minor } from "#lib/core/money";
import type { Page } from "#lib/core/page";
import { type AdminPlanView, adminPlanView } from "./admin-plan-view.ts";
import type { Catalogue } from "./catalogue.ts";
import { current } from "./current.ts";
import { inNaturalOrder } from "./natural-order.ts";
import { matchesWords } from "./search.ts";

const PLAN_STATES = ["sold", "not_sold", "below_cost", "hidden", "off", "gone"] as const;

const filter = {
  words: z.string().trim().min(1).max(100),
  network: z.coerce.number<string | number>().int().positive(),
  /** A network's type: "1 4". */
  type: z.string().regex(/^\d+ \d+$/),
  state: z.enum(PLAN_STATES),
};
type PlanFilter = Filter<typeof filter>;

/** All plans ever listed, in the order in which people look for them, with cost, prices and margins. Admins only. */
export const planList = defineList({
  allow: requireAdmin,
  filter,
  pageSize: 100,
  read: async (ctx, narrowed, slice) => pageOf(await findPlans(ctx, narrowed), slice),
  file: {
    name: "plans",
    columns: {
      plan: ({ id }) => id,
      network: ({ networkName }) => networkName,
      type: ({ typeName }) => typeName,
      called: ({ name }) => name,
      size: ({ size, volume }) => `${size} ${volume}`,
      lasts: ({ validity }) => validity,
      sold: ({ why }) => why ?? "yes",
      cost: ({ cost }) => money(cost),
      standard: ({ standard }) => money(standard),
      ...Object.fromEntries(LEVELS.flatMap((level) => Object.entries(levelColumns(level)))),
    },
  },
});

function levelColumns(level: Level): Columns<AdminPlanView> {
  return {
    [level]: ({ levels }) => money(levels[level].price),
    [`${level} margin`]: ({ levels }) => money(levels[level].margin),
    [`${level} rule`]: ({
      levels: {
        [level]: { rule },
      },
    }) => rule && `${rule.what} ${rule.markup}`,
  };
}

const money = (minor: Minor | null) => (minor === null ? null : decimalText(minor));

/** The plans after or before one; in their order, a number says nothing of the place. */
function pageOf(found: readonly AdminPlanView[], { cursor, size }: Slice): Page<AdminPlanView> {
  const at = (plan: number | undefined) => found.findIndex(({ id }) => id === plan);
  const end = cursor.before === undefined ? -1 : at(cursor.before);
  const start = end >= 0 ? Math.max(0, end - size) : at(cursor.after) + 1;
  const rows = found.slice(start, end >= 0 ? end : start + size);
  const next = start + rows.length < found.length ? rows.at(-1)?.id : undefined;
  return {
    rows,
    next: next === undefined ? null : String(next),
    previous: start > 0 ? String(rows[0]?.id) : null,
  };
}

async function findPlans(ctx: Ctx, narrowed: PlanFilter): Promise<AdminPlanView[]> {
  const catalogue = await current(ctx);
  return sorted(catalogue).filter((plan) => fits(plan, narrowed));
}

function sorted(catalogue: Catalogue): AdminPlanView[] {
  const sortable = [...catalogue.plans.values()].map((plan) => ({ ...plan, price: plan.amount, plan }));
  return inNaturalOrder(sortable).map(({ plan }) => adminPlanView(plan, catalogue));
}

function fits(plan: AdminPlanView, { words, network, type, state }: PlanFilter): boolean {
  return (
    (network === undefined || plan.networkId === network) &&
    (!type || type === `${plan.networkId} ${plan.typeId}`) &&
    (!state || isIn(plan, state)) &&
    (!words || hasWords(plan, words))
  );
}

/** Words of the plan, or its number: "#12". */
function hasWords(plan: AdminPlanView, words: string): boolean {
  if (words.startsWith("#")) return words === `#${plan.id}`;
  return matchesWords({ ...plan, validityNormalized: "" }, words);
}

function isIn(plan: AdminPlanView, state: (typeof PLAN_STATES)[number]): boolean {
  switch (state) {
    case "sold":
      return plan.why === null;
    case "not_sold":
      return plan.why !== null;
    case "below_cost":
      return plan.belowCost.length > 0;
    case "hidden":
      return plan.hidden;
    case "off":
      return plan.off !== null;
    case "gone":
      return plan.vanishedAt !== null;
  }
}
