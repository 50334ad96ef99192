import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { tokens } from "#db/schema/token";
import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { type IssuedToken, insertToken } from "./insert-token.ts";
import { mine } from "./own-token.ts";

export const RotateTokenInput = z.object({
  id: z.coerce.number<string | number>().int().positive(),
  /** How long the old one goes on beside the new one; 0 ends it at once. */
  overlapHours: z.coerce
    .number<string | number>("Choose for how long.")
    .min(0, "Choose for how long.")
    .max(24 * 30, "30 days at most."),
});
export type RotateTokenInput = z.input<typeof RotateTokenInput>;

/**
 * Gives a token a successor of the same name and limits; both are valid for the chosen time.
 * @throws not_found; conflict when it has a successor already or is no longer valid.
 */
export async function rotateToken(ctx: Ctx, input: RotateTokenInput): Promise<IssuedToken> {
  const { id, overlapHours } = RotateTokenInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const old = await mine(tx, id);
    const ends = sql`now() + make_interval(secs => ${overlapHours * 3600})`;
    const ending = await tx.db
      .update(tokens)
      .set({ expiresAt: ends })
      .where(and(eq(tokens.id, id), isNull(tokens.revokedAt), isNull(tokens.expiresAt)))
      .returning({ id: tokens.id });
    if (ending.length === 0) throw new PortalError("conflict", "This token is ending already.");
    const { name, test, ips, origins, resellerId } = old;
    const issued = await insertToken(tx, resellerId, { name, test, ips, origins });
    await record(tx, {
      action: "token.rotated",
      subject: "token",
      subjectId: id,
      resellerId,
      after: { successor: issued.id, overlapHours },
    });
    return issued;
  });
}
