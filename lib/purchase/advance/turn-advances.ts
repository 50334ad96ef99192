import { ne, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { reconcileSettings } from "#db/schema/reconcile";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/text/reason";

export const TurnAdvancesInput = z.object({
  enabled: z.stringbool().or(z.boolean()).default(false),
  reason: Reason,
});
export type TurnAdvancesInput = z.input<typeof TurnAdvancesInput>;

const AUDIT_SUBJECT = { subject: "advances", subjectId: "1" };

/** Delivered purchases whose buyers haven't answered, the oldest ones. */
const MAX_UNANSWERED = 20;

/** Returns whether unconfirmed purchases are credited after a day, and the advances so far. Admins only. */
export async function getAdvances(ctx: Ctx) {
  requireAdmin(ctx);
  const unanswered = await ctx.db.execute<Record<"ident" | "reseller" | "price" | "at", string>>(sql`
    select p.ident, a.name as reseller, p.price, p.settled_at::text as at
    from purchases p join accounts a on a.id = p.reseller_id
    where p.advance = 'awaiting_consent'
    order by p.settled_at
    limit ${MAX_UNANSWERED}`);
  const [row] = await ctx.db.execute<Record<"open" | "awaiting" | "sum", string> & { enabled: boolean }>(sql`
    select
      (select advances from reconcile_settings) as enabled,
      count(*) filter (where advance = 'open') as open,
      count(*) filter (where advance = 'awaiting_consent') as awaiting,
      coalesce(sum(price), 0) as sum
    from purchases
    where advance in ('open', 'awaiting_consent')`);
  if (!row) throw new Error("a count has one row");
  return {
    enabled: row.enabled,
    open: Number(row.open),
    awaiting: Number(row.awaiting),
    sum: BigInt(row.sum),
    unanswered: unanswered.map(({ ident, reseller, price, at }) => ({
      ...{ ident, reseller, price: BigInt(price), askedAt: new Date(at) },
    })),
  };
}

/**
 * Turns advances on or off. The operator's money is credited without an admin from then on, so turning them
 * on asks for the password and needs the approval of another owner where there is one. Admins only.
 * @throws conflict when it is so already, or a change waits already; invalid at `confirmPassword`
 */
export async function turnAdvances(ctx: Ctx, input: TurnAdvancesInput): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "rules");
  const wanted = TurnAdvancesInput.parse(input);
  const { enabled, reason } = wanted;
  await requireConfirmation(ctx);
  return inTransaction(ctx, async (tx) => {
    if (!enabled) return applyAdvances(tx, wanted);
    const change = {
      kind: "settings" as const,
      reason,
      about: "advances",
      subject: AUDIT_SUBJECT,
      facts: { before: { enabled: !enabled }, after: { enabled } },
      input: { change: "advances" as const, wanted },
    };
    return runOrRequestApproval(tx, change, (tx) => applyAdvances(tx, wanted));
  });
}

/** Sets it in the caller's transaction, who has checked the rights. @throws conflict when it is so already */
export async function applyAdvances(ctx: Ctx, input: unknown): Promise<undefined> {
  const { enabled, reason } = TurnAdvancesInput.parse(input);
  const changed = await ctx.db
    .update(reconcileSettings)
    .set({ advances: enabled })
    .where(ne(reconcileSettings.advances, enabled))
    .returning();
  if (changed.length === 0) throw await explainConflict(ctx, AUDIT_SUBJECT);
  await recordAudit(ctx, {
    ...AUDIT_SUBJECT,
    action: "purchase.advances_turned",
    reason,
    before: { enabled: !enabled },
    after: { enabled },
  });
}
