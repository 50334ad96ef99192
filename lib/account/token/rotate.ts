import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { tokens } from "#db/schema/token";
import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { Reason } from "#lib/core/reason";
import { requireConfirmed } from "../password/confirm.ts";
import { type IssuedToken, insertToken, lockOwner } from "./issue.ts";
import { getManagedToken, tokenConflict } from "./managed.ts";

export const RotateTokenInput = z.object({
  id: z.coerce.number<string | number>().int().positive(),
  /** How long the old one goes on beside the new one; 0 ends it at once. */
  overlapHours: z.coerce
    .number<string | number>("Choose for how long.")
    .min(0, "Choose for how long.")
    .max(24 * 30, "30 days at most."),
  /** Why, where an admin does it. */
  reason: Reason.optional(),
});
export type RotateTokenInput = z.input<typeof RotateTokenInput>;

/**
 * Gives a token a successor of the same name and limits; both are valid for the chosen time. A reseller renews their
 * own at level `api`, the operator anybody's.
 * @throws not_found; forbidden below level `api`; conflict when it has a successor already or is no longer valid.
 */
export async function rotateToken(ctx: Ctx, input: RotateTokenInput): Promise<IssuedToken> {
  const { id, overlapHours, reason } = RotateTokenInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const { resellerId } = await getManagedToken(tx, id);
    await requireConfirmed(tx);
    await lockOwner(tx, resellerId);
    const [ending] = await tx.db
      .update(tokens)
      .set({ expiresAt: sql`now() + make_interval(secs => ${overlapHours * 3600})` })
      .where(and(eq(tokens.id, id), isNull(tokens.revokedAt), isNull(tokens.expiresAt)))
      .returning();
    if (!ending) throw await tokenConflict(tx, id, "This token is ending already.");
    const { name, test, ips, origins } = ending;
    const issued = await insertToken(tx, resellerId, { name, test, ips, origins }, reason);
    await record(tx, {
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
