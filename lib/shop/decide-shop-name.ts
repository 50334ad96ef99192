import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { shopMessages } from "#db/schema/message";
import { shops } from "#db/schema/shop";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { conflictError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { Reason } from "#lib/core/text/reason";
import { recordShopAudit } from "./record-shop-audit.ts";

export const DecideShopNameInput = z.object({
  id: Id,
  /** The name that the form showed. */
  name: z.string(),
  to: z.enum(["approved", "rejected"], "Approve or reject it."),
  reason: Reason,
});
export type DecideShopNameInput = z.input<typeof DecideShopNameInput>;

/**
 * Decides whether messages to a shop's customers begin with its name; without, they begin with its address.
 * Admins only.
 * @throws conflict when the name or the decision changed meanwhile; invalid at `confirmPassword`
 */
export async function decideShopName(ctx: Ctx, input: DecideShopNameInput): Promise<void> {
  requireAdmin(ctx, "resellers");
  const { id, name, to, reason } = DecideShopNameInput.parse(input);
  await requireConfirmation(ctx);
  await inTransaction(ctx, async (tx) => {
    const [before] = await tx.db.select().from(shops).where(eq(shops.id, id)).for("update");
    if (before?.name !== name || before.nameState === to)
      throw conflictError(
        "The shop’s name or its status changed meanwhile. Nothing was changed. Reload the page.",
      );
    await tx.db.update(shops).set({ nameState: to }).where(eq(shops.id, id));
    await recordShopAudit(tx, before.resellerId, before.slug, {
      action: `shop.name_${to}`,
      reason,
      before: { name, state: before.nameState },
      after: { name, state: to },
    });
  });
}

/** Counts the names that messages would begin with, once an admin saw them. Admins only. */
export async function countNewShopNames(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  return ctx.db.$count(
    shops,
    and(
      eq(shops.nameState, "new"),
      sql`${shops.state} <> 'closed'`,
      sql`exists (select from ${shopMessages} where ${shopMessages.shopId} = ${shops.id})`,
    ),
  );
}
