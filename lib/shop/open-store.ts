import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { storeRules, stores } from "#db/schema/store";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { brokenConstraint, PortalError } from "#lib/core/error";
import { ContactPhone, Note, roundingOf, Slug, StoreName, wrong } from "./fields.ts";
import { hundredths } from "./markup.ts";
import { SomePaymentWays } from "./payment-way.ts";
import { type StoreView, storeView } from "./store-view.ts";

export const OpenStoreInput = z.object({
  name: StoreName,
  slug: Slug,
  note: Note,
  /** Where customers call and write; the same number for both to begin with. */
  phone: ContactPhone,
  /** What is added to every plan to begin with, in per cent: "10". */
  markup: z.string().default("10").transform(hundredths),
  payments: SomePaymentWays,
});
export type OpenStoreInput = z.input<typeof OpenStoreInput>;

const FIRST_HUE = 268;

/** Opens the acting reseller's shop, ready for orders, with a way to pay them. @throws conflict when they have one, invalid at `slug` when taken. */
export async function openStore(ctx: Ctx, input: OpenStoreInput): Promise<StoreView> {
  const { id } = requireReseller(ctx);
  const { markup, ...asked } = OpenStoreInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .insert(stores)
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
    await tx.db.insert(storeRules).values({ storeId: row.id, kind: "percent", value: markup });
    await record(tx, {
      action: "store.opened",
      subject: "store",
      subjectId: row.slug,
      resellerId: id,
      after: { name: row.name, markup },
    });
    return storeView(row);
  }).catch((error) => {
    const constraint = brokenConstraint(error);
    if (constraint === "stores_slug") throw wrong("slug", "This address is taken. Try another one.");
    if (constraint === "stores_reseller") throw new PortalError("conflict", "You already have a shop.");
    throw error;
  });
}
