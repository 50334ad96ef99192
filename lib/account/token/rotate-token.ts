import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { tokens } from "#db/schema/token";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import type { Ctx } from "#lib/core/context";
import { Reason } from "#lib/core/text/reason";
import { type CreatedToken, insertToken, lockTokenOwner } from "./create-token.ts";
import { explainTokenConflict, getManagedToken } from "./managed-token.ts";

export const RotateTokenInput = z.object({
  id: z.coerce.number<string | number>().int().positive(),
  /** Hours for which the old token stays valid beside the new one; 0 ends it at once. */
  overlapHours: z.coerce
    .number<string | number>("Select how long the old token works.")
    .min(0, "Select how long the old token works.")
    .max(24 * 30, "Select at most 30 days."),
  /** The reason, required from an admin. */
  reason: Reason.optional(),
});
export type RotateTokenInput = z.input<typeof RotateTokenInput>;

/**
 * Creates a token's successor with the same name and limits, which counts what the token spent today; both
 * are valid for the chosen time. A reseller
 * rotates their own at level `api`, the operator any; an admin's works once its reseller has confirmed it.
 * @throws not_found; forbidden below level `api`; conflict when it has a successor
 * already or is no longer valid.
 */
export async function rotateToken(ctx: Ctx, input: RotateTokenInput): Promise<CreatedToken> {
  const { id, overlapHours, reason } = RotateTokenInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const { resellerId } = await getManagedToken(tx, id);
    await requireConfirmation(tx);
    await lockTokenOwner(tx, resellerId);
    const [ending] = await tx.db
      .update(tokens)
      .set({ expiresAt: sql`now() + make_interval(secs => ${overlapHours * 3600})` })
      .where(and(eq(tokens.id, id), isNull(tokens.revokedAt), isNull(tokens.expiresAt)))
      .returning();
    if (!ending) throw await explainTokenConflict(tx, id, "This token is ending already.");
    const { name, test, ips, origins, dailyLimit, purchaseLimit, networkIds, numbers } = ending;
    const limits = { ips, origins, dailyLimit, purchaseLimit, networkIds, numbers };
    const originalId = ending.originalId ?? id;
    const issued = await insertToken(tx, resellerId, { name, test, originalId, ...limits }, reason);
    await recordAudit(tx, {
      action: "token.rotated",
      subject: "token",
      subjectId: id,
      resellerId,
      reason,
      before: { ends: null },
      after: { ends: ending.expiresAt, successor: issued.id },
    });
    return issued;
  });
}
