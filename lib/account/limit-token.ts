import { eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { tokens } from "#db/schema/token";
import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { requireConfirmed } from "./confirm-password.ts";
import { mine } from "./own-token.ts";
import { TokenLimits } from "./token-limits.ts";

export const LimitTokenInput = TokenLimits.extend({
  id: z.coerce.number<string | number>().int().positive(),
});
export type LimitTokenInput = z.input<typeof LimitTokenInput>;

/** Changes where a token may be used from; its next call already obeys. @throws not_found, invalid. */
export async function limitToken(ctx: Ctx, input: LimitTokenInput): Promise<void> {
  const { id, ips, origins } = LimitTokenInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await mine(tx, id);
    await requireConfirmed(tx);
    await tx.db.update(tokens).set({ ips, origins }).where(eq(tokens.id, id));
    await record(tx, {
      action: "token.limited",
      subject: "token",
      subjectId: id,
      resellerId: before.resellerId,
      before: { ips: before.ips, origins: before.origins },
      after: { ips, origins },
    });
  });
}
