import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { stores } from "#db/schema/store";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";

export const CloseStoreInput = z.object({
  id: z.coerce.number<string | number>().int().positive(),
  reason: z.string().trim().min(3, "Say why.").max(300),
  /** Lifts the closing again; the owner then opens the shop. */
  lift: z.boolean().default(false),
});
export type CloseStoreInput = z.input<typeof CloseStoreInput>;

/** Closes a shop so that its owner cannot open it, or lets them open it again. Admins only. @throws not_found */
export async function closeStore(ctx: Ctx, input: CloseStoreInput): Promise<void> {
  requireAdmin(ctx);
  const { id, reason, lift } = CloseStoreInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const [before] = await tx.db.select().from(stores).where(eq(stores.id, id)).for("update");
    if (!before) throw notFound("shop");
    await tx.db
      .update(stores)
      .set({ state: "closed", closedBy: lift ? "owner" : "admin", updatedAt: sql`now()` })
      .where(eq(stores.id, id));
    await record(tx, {
      action: lift ? "store.unlocked" : "store.closed",
      subject: "store",
      subjectId: before.slug,
      resellerId: before.resellerId,
      reason,
      before: { state: before.state, by: before.closedBy },
      after: { state: "closed", by: lift ? "owner" : "admin" },
    });
  });
}
