import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { tokens } from "#db/schema/token";
import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { mine } from "./own-token.ts";

export const RevokeTokenInput = z.object({
  id: z.coerce.number<string | number>().int().positive(),
  /** Why, where an admin does it. */
  reason: Reason.optional(),
});
export type RevokeTokenInput = z.input<typeof RevokeTokenInput>;

/** Ends a token: its very next call is refused. @throws not_found; conflict when it was revoked before. */
export async function revokeToken(ctx: Ctx, input: RevokeTokenInput): Promise<void> {
  const { id, reason } = RevokeTokenInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const { resellerId, name } = await mine(tx, id);
    const ended = await tx.db
      .update(tokens)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(tokens.id, id), isNull(tokens.revokedAt)))
      .returning({ id: tokens.id });
    if (ended.length === 0) throw new PortalError("conflict", "This token was revoked before.");
    await record(tx, {
      action: "token.revoked",
      subject: "token",
      subjectId: id,
      resellerId,
      reason,
      before: { name, revoked: false },
      after: { name, revoked: true },
    });
  });
}
