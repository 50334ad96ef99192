import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { shops } from "#db/schema/shop";
import { explainConflict } from "#lib/audit/explain-conflict";
import { type Ctx, requireAdmin, requireReseller } from "#lib/core/context";
import { conflictError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { Reason } from "#lib/core/text/reason";
import { recordShopAudit } from "./record-shop-audit.ts";
import { getOwnShop } from "./shop-view.ts";

export const SetShopStateInput = z.object({ state: z.enum(["open", "paused", "closed"]) });
export type SetShopStateInput = z.infer<typeof SetShopStateInput>;

/**
 * Opens, pauses or closes the acting reseller's shop.
 * @throws conflict when an admin closed it, or it has no payment method.
 */
export async function setShopState(ctx: Ctx, input: SetShopStateInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const { state } = SetShopStateInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await getOwnShop(tx);
    if (before.state === state && !before.closedByAdmin) return;
    if (state === "open" && before.payments.length === 0)
      throw conflictError("Add a payment method first. Without one, customers can’t pay you.");
    const [changed] = await tx.db
      .update(shops)
      .set({ state, closedBy: state === "closed" ? "owner" : null, updatedAt: sql`now()` })
      .where(and(eq(shops.resellerId, id), sql`${shops.closedBy} is distinct from 'admin'`))
      .returning({ slug: shops.slug });
    if (!changed) throw conflictError("Support closed your shop. Contact support to open it again.");
    await recordShopAudit(tx, id, changed.slug, {
      action: `shop.${state === "open" ? "opened" : state}`,
      before: { state: before.state },
      after: { state },
    });
  });
}

const CLOSE_ACTIONS = { close: "shop.closed_by_admin", lift: "shop.unlocked" } as const;

export const CloseShopInput = z.object({
  id: Id,
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
  /** Allows the owner to open the shop again. */
  lift: z.boolean().default(false),
});
export type CloseShopInput = z.input<typeof CloseShopInput>;

/**
 * Closes a shop so that its owner can't open it, or allows them to open it again. Admins only.
 * @throws not_found; conflict when another admin changed it meanwhile.
 */
export async function closeShop(ctx: Ctx, input: CloseShopInput): Promise<void> {
  requireAdmin(ctx, "resellers");
  const { id, version, reason, lift } = CloseShopInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const [before] = await tx.db.select().from(shops).where(eq(shops.id, id)).for("update");
    if (!before) throw notFoundError("shop");
    if (before.version !== version) {
      const { slug: subjectId } = before;
      throw await explainConflict(tx, { subject: "shop", subjectId, actions: Object.values(CLOSE_ACTIONS) });
    }
    if ((before.closedBy === "admin") !== lift)
      throw conflictError("The shop already has this status. Nothing was changed.");
    const by = lift ? "owner" : "admin";
    await tx.db
      .update(shops)
      .set({ state: "closed", closedBy: by, version: version + 1, updatedAt: sql`now()` })
      .where(eq(shops.id, id));
    await recordShopAudit(tx, before.resellerId, before.slug, {
      action: CLOSE_ACTIONS[lift ? "lift" : "close"],
      reason,
      before: { state: before.state, by: before.closedBy },
      after: { state: "closed", by },
    });
  });
}
