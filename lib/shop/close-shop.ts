import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { shops } from "#db/schema/shop";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";

const ACTIONS = { close: "shop.closed_by_admin", lift: "shop.unlocked" } as const;

export const CloseShopInput = z.object({
  id: Id,
  /** The shop as the form was made from. */
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
  /** Lifts the closing again; the owner then opens the shop. */
  lift: z.boolean().default(false),
});
export type CloseShopInput = z.input<typeof CloseShopInput>;

/**
 * Closes a shop so that its owner cannot open it, or lets them open it again. Admins only.
 * @throws not_found; conflict when another admin closed it or lifted that meanwhile.
 */
export async function closeShop(ctx: Ctx, input: CloseShopInput): Promise<void> {
  requireAdmin(ctx);
  const { id, version, reason, lift } = CloseShopInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const [before] = await tx.db.select().from(shops).where(eq(shops.id, id)).for("update");
    if (!before) throw notFound("shop");
    if (before.version !== version) {
      const { slug: subjectId } = before;
      throw await changedMeanwhile(tx, { subject: "shop", subjectId, actions: Object.values(ACTIONS) });
    }
    if ((before.closedBy === "admin") !== lift)
      throw new PortalError("conflict", "It is so already. Nothing was changed.");
    const by = lift ? "owner" : "admin";
    await tx.db
      .update(shops)
      .set({ state: "closed", closedBy: by, version: version + 1, updatedAt: sql`now()` })
      .where(eq(shops.id, id));
    await record(tx, {
      action: ACTIONS[lift ? "lift" : "close"],
      subject: "shop",
      subjectId: before.slug,
      resellerId: before.resellerId,
      reason,
      before: { state: before.state, by: before.closedBy },
      after: { state: "closed", by },
    });
  });
}
