import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { resellers } from "#db/schema/account";
import { levelUpgrades } from "#db/schema/upgrade";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { Reason } from "#lib/core/text/reason";
import { raiseLevel } from "./raise-level.ts";

export const DecideUpgradeInput = z.object({
  id: Id,
  /** The reseller reads it. */
  reason: Reason,
});
export type DecideUpgradeInput = z.input<typeof DecideUpgradeInput>;

/**
 * Approves a request: the reseller gets the level at once. Admins only.
 * @throws not_found; conflict when decided meanwhile
 */
export const approveUpgrade = (ctx: Ctx, input: DecideUpgradeInput): Promise<void> =>
  decideUpgrade(ctx, input, "approved");

/** Rejects a request with a reason. Admins only. @throws not_found; conflict when decided meanwhile */
export const rejectUpgrade = (ctx: Ctx, input: DecideUpgradeInput): Promise<void> =>
  decideUpgrade(ctx, input, "rejected");

async function decideUpgrade(ctx: Ctx, input: DecideUpgradeInput, state: "approved" | "rejected") {
  requireAdmin(ctx, "resellers");
  const { id, reason } = DecideUpgradeInput.parse(input);
  if (state === "approved") await requireConfirmation(ctx);
  await inTransaction(ctx, async (tx) => {
    // Locks in this order: the reseller, the request; a change of the level does the same.
    const [reseller] = await tx.db
      .select()
      .from(resellers)
      .where(
        sql`${resellers.id} = (
          select ${levelUpgrades.resellerId} from ${levelUpgrades} where ${levelUpgrades.id} = ${id})`,
      )
      .for("update");
    if (!reseller) throw notFoundError("upgrade request");
    const [decided] = await tx.db
      .update(levelUpgrades)
      .set({ state, reason, decidedAt: sql`now()`, decidedBy: formatActor(tx.actor) })
      .where(
        and(
          eq(levelUpgrades.id, id),
          eq(levelUpgrades.state, "pending"),
          // The event that ends requests of a closed account, or of another level, may come later.
          eq(levelUpgrades.fromLevel, reseller.level),
          sql`${reseller.state} <> 'closed'`,
        ),
      )
      .returning({ toLevel: levelUpgrades.toLevel });
    if (!decided) throw await explainConflict(tx, { subject: "upgrade", subjectId: id });
    await recordAudit(tx, {
      action: state === "approved" ? "upgrade.approved" : "upgrade.rejected",
      subject: "upgrade",
      subjectId: id,
      resellerId: reseller.id,
      reason,
      before: { state: "pending" },
      after: { state, level: decided.toLevel },
    });
    if (state === "approved") await raiseLevel(tx, reseller, decided.toLevel, reason);
  });
}
