import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { shopSlugs, shops } from "#db/schema/shop";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireReseller } from "#lib/core/context";
import { getViolatedConstraint } from "#lib/core/database-error";
import { conflictError, invalidError, notFoundError } from "#lib/core/error";
import { findPriceList } from "#lib/price-list/read-price-list";
import { saveMarkup } from "#lib/price-list/save-markup";
import { RequiredPaymentMethods } from "./payment-method.ts";
import { recordShopAudit } from "./record-shop-audit.ts";
import { ContactPhone, ShopName, ShopNoteText, ShopSlug } from "./shop-fields.ts";
import { type OwnShopView, shopColumns, toOwnShopView } from "./shop-view.ts";

export const SaveShopInput = z
  .object({
    name: ShopName,
    slug: ShopSlug,
    note: ShopNoteText,
    phone: ContactPhone,
    whatsapp: ContactPhone,
    hue: z.coerce.number<string | number>().int().min(0).max(359),
    payments: RequiredPaymentMethods,
    paymentWindowMinutes: z.coerce
      .number<string | number>("Select a payment window.")
      .int()
      .min(5, "Select at least 5 minutes.")
      .max(10_080, "Select at most a week."),
    refundsInOutage: z.stringbool("Select whether to keep or refund the order.").or(z.boolean()),
  })
  .partial();
export type SaveShopInput = z.input<typeof SaveShopInput>;

/** A shop keeps each of its addresses for ever, so one shop must not take every good one. */
const MAX_ADDRESSES = 10;

/** With these fields alone, an intruder could redirect customers' payments. */
const PASSWORD_PROTECTED_FIELDS = ["payments", "note", "phone", "whatsapp"] as const;

/**
 * Changes the given details of the acting reseller's shop; payment and contact details require the password.
 * @throws invalid at `slug` when taken, at `confirmPassword`.
 */
export async function saveShop(ctx: Ctx, input: SaveShopInput): Promise<OwnShopView> {
  const { id } = requireReseller(ctx);
  const details = SaveShopInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const [before] = await tx.db.select().from(shops).where(eq(shops.resellerId, id)).for("update");
    if (!before) throw notFoundError("shop");
    if (details.slug !== undefined && details.slug !== before.slug)
      await requireAddressAvailable(tx, before.id, details.slug);
    const changed = PASSWORD_PROTECTED_FIELDS.filter(
      (field) => details[field] !== undefined && !isDeepStrictEqual(before[field], details[field]),
    );
    if (changed.length > 0) await requireConfirmation(tx);
    const repaid = changed.includes("payments");
    const isRenamed = details.name !== undefined && details.name !== before.name;
    const [row] = await tx.db
      .update(shops)
      .set({
        ...details,
        updatedAt: sql`now()`,
        ...(isRenamed && { nameState: "new" as const }),
        ...(repaid && { paymentMethodsChangedAt: sql`now()` }),
      })
      .where(eq(shops.id, before.id))
      .returning(shopColumns);
    if (!row) throw notFoundError("shop");
    await recordShopAudit(tx, id, row.slug, {
      action: "shop.saved",
      before: toAuditFacts(before),
      after: toAuditFacts(row),
    });
    return toOwnShopView(row);
  }).catch((error) => {
    if (getViolatedConstraint(error) === "shops_slug")
      throw invalidError("slug", "This address is taken. Try another one.");
    throw error;
  });
}

const toAuditFacts = ({ slug, name, payments, refundsInOutage }: typeof shops.$inferSelect) => ({
  slug,
  name,
  payments,
  refundsInOutage,
});

async function requireAddressAvailable(ctx: Ctx, shopId: number, slug: string): Promise<void> {
  const had = await ctx.db
    .select({ slug: shopSlugs.slug })
    .from(shopSlugs)
    .where(eq(shopSlugs.shopId, shopId));
  if (had.length >= MAX_ADDRESSES && !had.some((address) => address.slug === slug))
    throw invalidError(
      "slug",
      `Your shop has already had ${MAX_ADDRESSES} addresses, which is the maximum. Choose one of those again.`,
    );
}

export const OpenShopInput = z.object({
  name: ShopName,
  slug: ShopSlug,
  note: ShopNoteText.default(""),
  /** For calls and messages; initially one number for both. */
  phone: ContactPhone,
  /** The markup on every plan, in per cent: "10"; without effect where there is a price list. */
  markup: z.string().default("10"),
  payments: RequiredPaymentMethods,
});
export type OpenShopInput = z.input<typeof OpenShopInput>;

const DEFAULT_HUE = 268;

/**
 * Opens the acting reseller's shop with a payment method.
 * @throws conflict when they have one, invalid at `slug` when taken.
 */
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
        hue: DEFAULT_HUE,
        state: "open",
        paymentMethodsChangedAt: sql`now()`,
      })
      .returning(shopColumns);
    if (!row) throw new Error("the shop was not written");
    if (!(await findPriceList(tx, id))) await saveMarkup(tx, { kind: "percent", value: markup });
    await recordShopAudit(tx, id, row.slug, { action: "shop.opened", after: { name: row.name } });
    return toOwnShopView(row);
  }).catch((error) => {
    const constraint = getViolatedConstraint(error);
    if (constraint === "shops_slug") throw invalidError("slug", "This address is taken. Try another one.");
    if (constraint === "shops_reseller") throw conflictError("You already have a shop.");
    throw error;
  });
}
