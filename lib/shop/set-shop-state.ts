import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { shops } from "#db/schema/shop";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFound, PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { ownShop } from "./shop-view.ts";

export const SetShopStateInput = z.object({ state: z.enum(["open", "paused", "closed"]) });
export type SetShopStateInput = z.infer<typeof SetShopStateInput>;

/** Opens, pauses or closes the acting reseller's shop. @throws conflict when an admin closed it, or nobody could pay. */
export async function setShopState(ctx: Ctx, input: SetShopStateInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const { state } = SetShopStateInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await ownShop(tx);
    if (before.state === state && !before.closedByAdmin) return;
    if (state === "open" && before.payments.length === 0)
      throw new PortalError("conflict", "Say first where customers pay you, and save that.");
    const [changed] = await tx.db
      .update(shops)
      .set({ state, closedBy: state === "closed" ? "owner" : null, updatedAt: sql`now()` })
      .where(and(eq(shops.resellerId, id), sql`${shops.closedBy} is distinct from 'admin'`))
      .returning({ slug: shops.slug });
    if (!changed)
      throw new PortalError(
        "conflict",
        `${env().PORTAL_NAME} closed this shop. Ask for it to be opened again.`,
      );
    await record(tx, {
      action: `shop.${state === "open" ? "opened" : state}`,
      subject: "shop",
      subjectId: changed.slug,
      resellerId: id,
      before: { state: before.state },
      after: { state },
    });
  });
}

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
  requireAdmin(ctx, "resellers");
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
