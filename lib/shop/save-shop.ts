import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { shopRules, shopSlugs, shops } from "#db/schema/shop";
import { requireConfirmed } from "#lib/account/password/confirm";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { brokenConstraint, invalid, notFound, PortalError } from "#lib/core/error";
import { ContactPhone, Note, roundingOf, ShopName, Slug } from "./fields.ts";
import { SomePaymentWays } from "./payment-way.ts";
import { hundredths } from "./retail.ts";
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

/** Where customers pay, and what tells them of it: with these alone a stranger could send them elsewhere. */
const LEADS_CUSTOMERS = ["payments", "note", "phone", "whatsapp"] as const;

/**
 * Changes how the acting reseller's shop looks, and where it leads its customers; the latter asks for the password.
 * @throws invalid at `slug` when taken, at `confirmPassword`.
 */
export async function saveShop(ctx: Ctx, input: SaveShopInput): Promise<OwnShopView> {
  const { id } = requireReseller(ctx);
  const asked = SaveShopInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const [before] = await tx.db.select().from(shops).where(eq(shops.resellerId, id)).for("update");
    if (!before) throw notFound("shop");
    if (asked.slug !== before.slug) await checkAddresses(tx, before.id, asked.slug);
    const changed = LEADS_CUSTOMERS.filter((field) => !isDeepStrictEqual(before[field], asked[field]));
    if (changed.length > 0) await requireConfirmed(tx);
    const repaid = changed.includes("payments");
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
      throw invalid("slug", "This address is taken. Try another one.");
    throw error;
  });
}

async function checkAddresses(ctx: Ctx, shopId: number, slug: string): Promise<void> {
  const had = await ctx.db
    .select({ slug: shopSlugs.slug })
    .from(shopSlugs)
    .where(eq(shopSlugs.shopId, shopId));
  if (had.length >= MOST_ADDRESSES && !had.some((one) => one.slug === slug))
    throw invalid("slug", `Your shop had ${MOST_ADDRESSES} addresses already. Choose one of those again.`);
}

export const OpenShopInput = z.object({
  name: ShopName,
  slug: Slug,
  note: Note,
  /** Where customers call and write; the same number for both to begin with. */
  phone: ContactPhone,
  /** What is added to every plan to begin with, in per cent: "10". */
  markup: z.string().default("10").transform(hundredths),
  payments: SomePaymentWays,
});
export type OpenShopInput = z.input<typeof OpenShopInput>;

const FIRST_HUE = 268;

/** Opens the acting reseller's shop, ready for orders, with a way to pay them. @throws conflict when they have one, invalid at `slug` when taken. */
export async function openShop(ctx: Ctx, input: OpenShopInput): Promise<OwnShopView> {
  const { id } = requireReseller(ctx);
  const { markup, ...asked } = OpenShopInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .insert(shops)
      .values({
        ...asked,
        resellerId: id,
        whatsapp: asked.phone,
        hue: FIRST_HUE,
        state: "open",
        rounding: roundingOf(10),
        paymentsChangedAt: sql`now()`,
      })
      .returning();
    if (!row) throw new Error("the shop was not written");
    await tx.db.insert(shopRules).values({ shopId: row.id, kind: "percent", value: markup });
    await record(tx, {
      action: "shop.opened",
      subject: "shop",
      subjectId: row.slug,
      resellerId: id,
      after: { name: row.name, markup },
    });
    return ownShopView(row);
  }).catch((error) => {
    const constraint = brokenConstraint(error);
    if (constraint === "shops_slug") throw invalid("slug", "This address is taken. Try another one.");
    if (constraint === "shops_reseller") throw new PortalError("conflict", "You already have a shop.");
    throw error;
  });
}
