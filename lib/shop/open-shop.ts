import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { shopRules, shops } from "#db/schema/shop";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { brokenConstraint, PortalError } from "#lib/core/error";
import { ContactPhone, Note, roundingOf, ShopName, Slug, wrong } from "./fields.ts";
import { hundredths } from "./markup.ts";
import { SomePaymentWays } from "./payment-way.ts";
import { type OwnShopView, ownShopView } from "./shop-view.ts";

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
    if (constraint === "shops_slug") throw wrong("slug", "This address is taken. Try another one.");
    if (constraint === "shops_reseller") throw new PortalError("conflict", "You already have a shop.");
    throw error;
  });
}
