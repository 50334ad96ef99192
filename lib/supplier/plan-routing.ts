import { sql } from "drizzle-orm";
import { z } from "zod";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { isSupplierOn } from "#lib/catalogue/sale-conditions";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { getViolatedConstraint } from "#lib/core/database-error";
import { invalidError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import type { Minor } from "#lib/core/money/money";
import { int, minor, readRows, textOf } from "#lib/core/read-rows";
import { Reason } from "#lib/core/text/reason";

/**
 * The choice of supplier for a plan: as for all plans, by a rule of its own, or one supplier before the
 * others.
 */
export const PlanChoice = z
  .string()
  .regex(/^(all|cost|rank|supplier [1-9]\d{0,8})$/, "Select one.")
  .transform((text) => text as PlanChoice);
export type PlanChoice = "all" | "cost" | "rank" | `supplier ${number}`;

/** A supplier as it is for one plan. */
export interface PlanSupplier {
  id: number;
  name: string;
  /** Its price, in minor units; null where it doesn't list the plan. */
  cost: Minor | null;
  /** Whether purchases of the plan may go there. */
  open: boolean;
}

/** Lists the suppliers with their cost of a plan, and how one is chosen for it. Admins only. */
export async function getPlanRouting(
  ctx: Ctx,
  { planId }: { planId: number },
): Promise<{ choice: PlanChoice; suppliers: PlanSupplier[] }> {
  requireAdmin(ctx);
  const [choice, suppliers] = await Promise.all([
    readChoice(ctx, planId),
    readRows(ctx.db, z.object({ id: int, name: z.string(), cost: minor.nullable(), open: z.boolean() }))`
      select suppliers.id, suppliers.name, r.cost,
        coalesce(r.open and ${isSupplierOn(sql`suppliers`)}, false) as open
      from suppliers left join routes r on r.supplier_id = suppliers.id and r.plan_id = ${planId}
      order by suppliers.id`,
  ]);
  return {
    choice,
    suppliers,
  };
}

export const SetPlanRoutingInput = z.object({
  planId: Id,
  to: PlanChoice,
  /** The choice that the form showed. */
  expected: PlanChoice,
  reason: Reason,
});
export type SetPlanRoutingInput = z.input<typeof SetPlanRoutingInput>;

/**
 * Sets how a supplier is chosen for a plan, with the approval of another owner where there is one. Admins
 * only.
 * @throws not_found; conflict when it changed meanwhile, or a change waits already; invalid at
 * `confirmPassword`
 */
export async function setPlanRouting(
  ctx: Ctx,
  input: SetPlanRoutingInput,
): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "suppliers");
  const wanted = SetPlanRoutingInput.parse(input);
  const { planId, to, expected, reason } = wanted;
  await requireConfirmation(ctx);
  const change = {
    kind: "settings" as const,
    reason,
    about: `routing of plan ${planId}`,
    subject: { subject: "plan", subjectId: planId },
    facts: { before: { plan: planId, choice: expected }, after: { plan: planId, choice: to } },
    input: { change: "plan_routing" as const, wanted },
  };
  return runOrRequestApproval(ctx, change, (tx) => applyPlanRouting(tx, wanted));
}

/** Sets it after the caller's permission checks. Throws as `setPlanRouting` does. Part of its transaction. */
export async function applyPlanRouting(ctx: Ctx, input: unknown): Promise<undefined> {
  const { planId, to, expected, reason } = SetPlanRoutingInput.parse(input);
  const subject = { subject: "plan", subjectId: planId };
  const locked = await ctx.db.execute(sql`select from plans where id = ${planId} for no key update`);
  if (locked.length === 0) throw notFoundError("plan");
  if ((await readChoice(ctx, planId)) !== expected) throw await explainConflict(ctx, subject);
  await ctx.db.execute(sql`delete from plan_routings where plan_id = ${planId}`);
  if (to !== "all") await insertRouting(ctx, planId, to);
  await recordAudit(ctx, {
    ...subject,
    action: "supplier.plan_routing",
    reason,
    before: { choice: expected },
    after: { choice: to },
  });
}

async function insertRouting(ctx: Ctx, planId: number, to: PlanChoice): Promise<void> {
  const insert = ctx.db.execute(sql`
    insert into plan_routings (plan_id, routing, first_supplier_id)
    values (${planId}, ${getRule(to)}::text, ${getFirstSupplier(to)}::integer)`);
  await insert.catch((error: unknown) => {
    if (getViolatedConstraint(error)?.includes("first_supplier")) throw invalidError("to", "Select one.");
    throw error;
  });
}

const getRule = (choice: PlanChoice) => (choice.startsWith("supplier ") ? null : choice);
const getFirstSupplier = (choice: PlanChoice) =>
  choice.startsWith("supplier ") ? Number(choice.slice("supplier ".length)) : null;

async function readChoice(ctx: Ctx, planId: number): Promise<PlanChoice> {
  const [row] = await readRows(ctx.db, z.object({ choice: textOf<PlanChoice>() }))`
    select coalesce(routing, 'supplier ' || first_supplier_id) as choice from plan_routings
      where plan_id = ${planId}`;
  return row?.choice ?? "all";
}
