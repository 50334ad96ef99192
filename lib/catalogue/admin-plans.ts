import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Page } from "#lib/core/page";
import { type AdminPlanView, adminPlanView } from "./admin-plan-view.ts";
import type { Catalogue } from "./catalogue.ts";
import { current } from "./current.ts";
import { naturally } from "./natural-order.ts";
import { matchesWords } from "./search.ts";

export const PLAN_STATES = ["sold", "not_sold", "below_cost", "hidden", "off", "gone"] as const;

const id = z.coerce.number<string | number>().int().positive().optional().catch(undefined);

/** The filters of the desk's list of plans, as they stand in an address; one that makes no sense is no filter. */
export const AdminPlansInput = z.object({
  words: z.string().trim().max(100).optional().catch(undefined),
  network: id,
  /** A network's type: "1 4". */
  type: z
    .string()
    .regex(/^\d+ \d+$/)
    .optional()
    .catch(undefined),
  state: z.enum(PLAN_STATES).optional().catch(undefined),
  /** The plan after which, or before which, a page stands. */
  after: id,
  before: id,
});
export type AdminPlansInput = z.infer<typeof AdminPlansInput>;

const PAGE_SIZE = 100;

/** A page of all plans ever listed, in the order in which people look for them. Admins only. */
export async function adminPlans(ctx: Ctx, input: AdminPlansInput): Promise<Page<AdminPlanView>> {
  const found = await findPlans(ctx, input);
  const at = (plan: number | undefined) => found.findIndex(({ id }) => id === plan);
  const end = input.before === undefined ? -1 : at(input.before);
  const start = end >= 0 ? Math.max(0, end - PAGE_SIZE) : at(input.after) + 1;
  const rows = found.slice(start, end >= 0 ? end : start + PAGE_SIZE);
  const next = start + rows.length < found.length ? rows.at(-1)?.id : undefined;
  return {
    rows,
    next: next === undefined ? null : String(next),
    previous: start > 0 ? String(rows[0]?.id) : null,
  };
}

/** Every plan that the filters find. Admins only. */
export async function findPlans(ctx: Ctx, input: AdminPlansInput): Promise<AdminPlanView[]> {
  requireAdmin(ctx);
  const catalogue = await current(ctx);
  return sorted(catalogue).filter((plan) => fits(plan, input));
}

function sorted(catalogue: Catalogue): AdminPlanView[] {
  const sortable = [...catalogue.plans.values()].map((plan) => ({ ...plan, price: plan.amount, plan }));
  return sortable.sort(naturally).map(({ plan }) => adminPlanView(plan, catalogue));
}

function fits(plan: AdminPlanView, { words, network, type, state }: AdminPlansInput): boolean {
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
