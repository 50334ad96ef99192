import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { messageSettings } from "#lib/message/message-settings";
import { setShopMessages } from "#lib/message/shop-messages";
import { paymentSettings } from "#lib/payment/payment-settings";
import { openTestShop } from "#lib/shop/testing/test-shop";
import { asReseller } from "#lib/testing/scene";
import { storeSettings } from "#lib/testing/store-settings";

const SMS_PRICE = 800n;

/** A shop page and its reseller. */
export interface ShopOfWorld {
  slug: string;
  reseller: number;
}

/** Opens shops that are paid through the operator, and whose resellers pay for messages to their customers. */
export async function setUpShops(ctx: Ctx, resellers: readonly number[]): Promise<ShopOfWorld[]> {
  await storeSettings(ctx.db, messageSettings, {
    ...{ enabled: true, smsPrice: SMS_PRICE, orderPayer: "wallet" },
    // No quiet hours, in which messages would wait for longer than the world's end lasts.
    ...{ quietFrom: 0, quietUntil: 0 },
  });
  await storeSettings(ctx.db, paymentSettings, { collect: true });
  const shops: ShopOfWorld[] = [];
  for (const [n, reseller] of resellers.entries()) {
    const owner = await asReseller(ctx, reseller);
    const slug = `shop-${n + 1}`;
    await openTestShop(owner, slug);
    await setShopMessages(owner, { medium: "sms", smsPrice: SMS_PRICE });
    await ctx.db.execute(sql`update resellers set collects = true where id = ${reseller}`);
    shops.push({ slug, reseller });
  }
  await ctx.db.execute(sql`update shops set name_state = 'approved'`);
  return shops;
}
