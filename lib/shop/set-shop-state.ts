import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { shops } from "#db/schema/shop";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { ownShop } from "./own-shop.ts";

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
