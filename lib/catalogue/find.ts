import type { Ctx, Level } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { current } from "./current.ts";
import { type PlanView, planView } from "./view.ts";

/** One plan at the price of a level. @throws not_found when it is not sold to that level. */
export async function findPlan(ctx: Ctx, planId: number, level: Level): Promise<PlanView> {
  const { plans } = await current(ctx);
  const plan = plans.get(planId);
  const view = plan && planView(plan, level);
  if (!view) throw notFound("plan");
  return view;
}
