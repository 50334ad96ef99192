import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { holdCatalogue } from "#lib/catalogue/change-catalogue";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { getViolatedConstraint } from "#lib/core/database-error";
import { conflictError, invalidError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { int, minor, readRows } from "#lib/core/read-rows";
import { CONFIRM } from "./match-same-routes.ts";
import { refreshSupply } from "./refresh-supply.ts";

const routeFields = { supplierId: Id, supplierPlanId: Id };

interface RouteKey {
  supplierId: number;
  supplierPlanId: number;
}

const toRouteSubject = ({ supplierId, supplierPlanId }: RouteKey) =>
  ({ subject: "route", subjectId: `${supplierId} ${supplierPlanId}` }) as const;

const PlanId = z.preprocess((typed) => (typed === "" || typed === null ? undefined : typed), Id.optional());

export const MatchRouteInput = z.object({
  ...routeFields,
  /** The id of the portal's plan, or "none"; empty where `otherPlanId` says it. */
  planId: z.preprocess(
    (typed) => (typed === "none" ? 0 : typed || undefined),
    z.coerce.number().int().min(0).optional(),
  ),
  otherPlanId: PlanId,
  /** The supplier's cost that the form showed, in minor units. */
  cost: z.preprocess((shown) => (shown === "" ? undefined : shown), z.coerce.bigint().optional()),
  /** The texts of the portal's plan that the form showed, where it confirms a match. */
  texts: z.string().max(400).optional(),
});
export type MatchRouteInput = z.input<typeof MatchRouteInput>;

/**
 * Matches a supplier's plan to one of the portal's, and confirms its cost, or ends its match. Admins only.
 * @throws not_found; invalid at `planId` or `otherPlanId`; conflict when the cost or the plan changed, or
 * another route has it
 */
export async function matchRoute(ctx: Ctx, input: MatchRouteInput): Promise<{ matched: boolean }> {
  requireAdmin(ctx, "prices");
  const { planId: chosen, otherPlanId, cost, texts, ...key } = MatchRouteInput.parse(input);
  const field = otherPlanId === undefined ? "planId" : "otherPlanId";
  const planId = otherPlanId ?? chosen;
  if (planId === undefined) throw invalidError("planId", "Select a plan, or enter its ID.");
  await requireConfirmation(ctx);
  const matched = planId !== 0;
  await inTransaction(ctx, async (tx) => {
    await holdCatalogue(tx);
    const before = await lockRoute(tx, key);
    rejectOwn(before);
    if (matched) {
      await requirePlan(tx, { planId, texts, field });
      await rejectRoutedPlan(tx, key, planId, field);
      if (cost !== undefined && cost !== before.cost)
        throw conflictError("The cost changed meanwhile, so nothing was saved. Check the current cost.");
    }
    await changeRoute(tx, key, {
      action: "supplier.route_matched",
      before,
      set: matched
        ? sql`plan_id = ${planId}, matched_by = ${formatActor(tx.actor)}, ${CONFIRM},
            matched_texts = plan_texts(${planId}), ignored = false`
        : endMatch(tx, false),
    });
  }).catch((error: unknown) => {
    if (getViolatedConstraint(error) === "routes_plan") throw routedPlanError(field);
    throw error;
  });
  await refreshSupply(ctx);
  return { matched };
}

export const IgnoreRouteInput = z.object({ ...routeFields, ignored: z.enum(["yes", "no"]) });
export type IgnoreRouteInput = z.input<typeof IgnoreRouteInput>;

/**
 * Ignores a supplier's plan, which ends its match, or lists it again among those to match. Admins only.
 * @throws not_found
 */
export async function ignoreRoute(ctx: Ctx, input: IgnoreRouteInput): Promise<void> {
  requireAdmin(ctx, "prices");
  const { ignored, ...key } = IgnoreRouteInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await lockRoute(tx, key);
    rejectOwn(before);
    await changeRoute(tx, key, {
      action: "supplier.route_ignored",
      before,
      set: endMatch(tx, ignored === "yes"),
    });
  });
  await refreshSupply(ctx);
}

const endMatch = ({ actor }: Ctx, ignored: boolean) => sql`
  plan_id = null, matched_by = ${formatActor(actor)}, confirmed_cost = null, matched_texts = null,
  closed_for = null, ignored = ${ignored}`;

export const ConfirmRouteCostInput = z.object({
  ...routeFields,
  /** The cost that the form showed, in minor units. */
  cost: z.coerce.bigint(),
});
export type ConfirmRouteCostInput = z.input<typeof ConfirmRouteCostInput>;

/**
 * Confirms the changed cost of a matched plan, or a new plan of the supplier that lists it, which opens it
 * again. Admins only.
 * @throws not_found; conflict when the cost changed since the form was rendered, it has no match, or its plan
 * changed
 */
export async function confirmRouteCost(ctx: Ctx, input: ConfirmRouteCostInput): Promise<void> {
  requireAdmin(ctx, "prices");
  const { cost, ...key } = ConfirmRouteCostInput.parse(input);
  await requireConfirmation(ctx);
  await inTransaction(ctx, async (tx) => {
    const before = await lockRoute(tx, key);
    if (before.planId === null || before.cost !== cost || (before.closedFor === "plan" && !before.isOwn))
      throw conflictError(
        "The cost or the match changed meanwhile. Nothing was confirmed. Check the current values.",
      );
    await changeRoute(tx, key, {
      action: "supplier.cost_confirmed",
      before,
      set: CONFIRM,
    });
  });
  await refreshSupply(ctx);
}

const LockedRoute = z.object({
  planId: int.nullable(),
  ignored: z.boolean(),
  cost: minor.nullable(),
  confirmedCost: minor.nullable(),
  matchedTexts: z.string().nullable(),
  closedFor: z.string().nullable(),
  /** Its supplier's list names the plan, so it can't be matched to another. */
  isOwn: z.boolean(),
});
type LockedRoute = z.output<typeof LockedRoute>;

async function lockRoute(ctx: Ctx, key: RouteKey): Promise<LockedRoute> {
  const [row] = await readRows(ctx.db, LockedRoute)`
    select ${ROUTE_FACTS} from routes
    where supplier_id = ${key.supplierId} and supplier_plan_id = ${key.supplierPlanId} for update`;
  if (!row) throw notFoundError("plan");
  return row;
}

const ROUTE_FACTS = sql`
  plan_id, ignored, cost, confirmed_cost, matched_texts, closed_for,
  matched_by is not distinct from 'list' as is_own`;

/** @throws conflict where the supplier's list names the plan */
function rejectOwn({ isOwn }: LockedRoute): void {
  if (isOwn) throw conflictError("Your catalogue follows this supplier’s list, so its plans need no match.");
}

async function changeRoute(
  ctx: Ctx,
  key: RouteKey,
  { action, before, set }: { action: string; before: LockedRoute; set: ReturnType<typeof sql> },
): Promise<void> {
  const [row] = await readRows(ctx.db, LockedRoute)`
    update routes set ${set} where supplier_id = ${key.supplierId}
      and supplier_plan_id = ${key.supplierPlanId}
    returning ${ROUTE_FACTS}`;
  if (!row) throw notFoundError("plan");
  await recordAudit(ctx, {
    ...toRouteSubject(key),
    action,
    before: { ...before },
    after: { ...row },
  });
}

async function requirePlan(
  ctx: Ctx,
  { planId, texts, field }: { planId: number; texts: string | undefined; field: string },
): Promise<void> {
  const [plan] = await readRows(ctx.db, z.object({ texts: z.string() }))`
    select plan_texts(id) as texts from plans where id = ${planId}`;
  if (!plan) throw invalidError(field, "There’s no plan with this ID. Look it up in the catalogue.");
  if (texts !== undefined && texts !== plan.texts)
    throw conflictError("Your plan changed meanwhile, so nothing was saved. Check what it is now.");
}

async function rejectRoutedPlan(ctx: Ctx, key: RouteKey, planId: number, field: string): Promise<void> {
  const rows = await ctx.db.execute(sql`
    select from routes where supplier_id = ${key.supplierId} and plan_id = ${planId}
      and supplier_plan_id <> ${key.supplierPlanId}`);
  if (rows.length > 0) throw routedPlanError(field);
}

const routedPlanError = (field: string) =>
  invalidError(field, "Another plan of this supplier is matched to it. End that match first.");
