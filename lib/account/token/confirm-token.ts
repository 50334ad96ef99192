import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { tokens } from "#db/schema/token";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireReseller } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { lockTokenOwner } from "./create-token.ts";
import { getManagedToken } from "./managed-token.ts";
import { isTokenValid } from "./token.ts";

export const ConfirmTokenInput = z.object({ id: z.coerce.number<string | number>().int().positive() });
export type ConfirmTokenInput = z.input<typeof ConfirmTokenInput>;

/**
 * Confirms a token that an admin created for the acting reseller: it works from its next call.
 * @throws not_found; forbidden below level `api`; conflict when it was confirmed or revoked before;
 * invalid at `confirmPassword`
 */
export async function confirmToken(ctx: Ctx, input: ConfirmTokenInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { id } = ConfirmTokenInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const { name } = await getManagedToken(tx, id);
    await requireConfirmation(tx);
    await lockTokenOwner(tx, resellerId);
    const confirmed = await tx.db
      .update(tokens)
      .set({ awaitsReseller: false })
      .where(and(eq(tokens.id, id), eq(tokens.awaitsReseller, true), isTokenValid()))
      .returning({ id: tokens.id });
    if (confirmed.length === 0)
      throw new PortalError("conflict", "This token was confirmed, rejected or revoked before.");
    await recordAudit(tx, {
      action: "token.confirmed",
      subject: "token",
      subjectId: id,
      resellerId,
      before: { name, state: "unconfirmed" },
      after: { name, state: "valid" },
    });
  });
}
