import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { shopSlugs, shops } from "#db/schema/shop";
import { requireConfirmed } from "#lib/account/password/confirm";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { brokenConstraint, notFound } from "#lib/core/error";
import { ContactPhone, Note, ShopName, Slug, wrong } from "./fields.ts";
import { SomePaymentWays } from "./payment-way.ts";
import { type OwnShopView, ownShopView } from "./shop-view.ts";

export const SaveShopInput = z.object({
  name: ShopName,
  slug: Slug,
  note: Note,
  phone: ContactPhone,
  whatsapp: ContactPhone,
  hue: z.coerce.number<string | number>().int().min(0).max(359),
  payments: SomePaymentWays,
  payWithin: z.coerce
    .number<string | number>("Choose a time.")
    .int()
    .min(5, "At least 5 minutes.")
    .max(10_080, "At most a week."),
});
export type SaveShopInput = z.input<typeof SaveShopInput>;

/** Each address stays the shop's own for ever, so that one shop may not take every good one. */
const MOST_ADDRESSES = 10;

/**
 * Changes how the acting reseller's shop looks and how it is paid; the latter asks for the password.
 * @throws invalid at `slug` when taken, at `confirmPassword`.
 */
export async function saveShop(ctx: Ctx, input: SaveShopInput): Promise<OwnShopView> {
  const { id } = requireReseller(ctx);
  const asked = SaveShopInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const [before] = await tx.db.select().from(shops).where(eq(shops.resellerId, id)).for("update");
    if (!before) throw notFound("shop");
    if (asked.slug !== before.slug) await checkAddresses(tx, before.id, asked.slug);
    const repaid = !isDeepStrictEqual(before.payments, asked.payments);
    if (repaid) await requireConfirmed(tx);
    const [row] = await tx.db
      .update(shops)
      .set({ ...asked, updatedAt: sql`now()`, ...(repaid && { paymentsChangedAt: sql`now()` }) })
      .where(eq(shops.id, before.id))
      .returning();
    if (!row) throw notFound("shop");
    await record(tx, {
      action: "shop.saved",
      subject: "shop",
      subjectId: row.slug,
      resellerId: id,
      before: { slug: before.slug, name: before.name, payments: before.payments },
      after: { slug: row.slug, name: row.name, payments: row.payments },
    });
    return ownShopView(row);
  }).catch((error) => {
    if (brokenConstraint(error) === "shops_slug")
      throw wrong("slug", "This address is taken. Try another one.");
    throw error;
  });
}

async function checkAddresses(ctx: Ctx, shopId: number, slug: string): Promise<void> {
  const had = await ctx.db
    .select({ slug: shopSlugs.slug })
    .from(shopSlugs)
    .where(eq(shopSlugs.shopId, shopId));
  if (had.length >= MOST_ADDRESSES && !had.some((one) => one.slug === slug))
    throw wrong("slug", `Your shop had ${MOST_ADDRESSES} addresses already. Choose one of those again.`);
}
