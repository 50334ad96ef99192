import { eq } from "drizzle-orm";
import { z } from "zod";
import { dispatcher } from "#db/schema/purchase";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/text/reason";

export const ROUTINGS = ["cost", "rank"] as const;
export type Routing = (typeof ROUTINGS)[number];

export const ROUTING_SUBJECT = { subject: "routing", subjectId: "1" } as const;

/** Returns how a supplier is chosen where several can deliver. Admins only. */
export async function getRouting(ctx: Ctx): Promise<Routing> {
  requireAdmin(ctx);
  const [row] = await ctx.db.select({ routing: dispatcher.routing }).from(dispatcher);
  return row?.routing ?? "cost";
}

export const SetRoutingInput = z.object({
  to: z.enum(ROUTINGS, "Select one."),
  expected: z.enum(ROUTINGS),
  reason: Reason,
});
export type SetRoutingInput = z.input<typeof SetRoutingInput>;

/**
 * Sets how a supplier is chosen where several can deliver, with the approval of another owner where there is
 * one. Admins only. @throws conflict when it changed meanwhile, or a change waits already; invalid at
 * `confirmPassword`
 */
export async function setRouting(ctx: Ctx, input: SetRoutingInput): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "suppliers");
  const wanted = SetRoutingInput.parse(input);
  await requireConfirmation(ctx);
  const change = {
    kind: "settings" as const,
    reason: wanted.reason,
    about: "routing",
    subject: ROUTING_SUBJECT,
    facts: { before: { routing: wanted.expected }, after: { routing: wanted.to } },
    input: { change: "routing" as const, wanted },
  };
  return runOrRequestApproval(ctx, change, (tx) => applyRouting(tx, wanted));
}

/**
 * Sets it; the caller has checked the rights. Part of its transaction. @throws conflict when it changed
 * meanwhile
 */
export async function applyRouting(ctx: Ctx, input: unknown): Promise<undefined> {
  const { to, expected, reason } = SetRoutingInput.parse(input);
  const changed = await ctx.db
    .update(dispatcher)
    .set({ routing: to })
    .where(eq(dispatcher.routing, expected))
    .returning({ id: dispatcher.id });
  if (changed.length === 0) throw await explainConflict(ctx, ROUTING_SUBJECT);
  await recordAudit(ctx, {
    ...ROUTING_SUBJECT,
    action: "supplier.routing",
    reason,
    before: { routing: expected },
    after: { routing: to },
  });
}
