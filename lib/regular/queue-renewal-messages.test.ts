import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { env } from "#lib/core/env";
import { getShopMessages, setShopMessages } from "#lib/message/shop-messages";
import { openMessageScene } from "#lib/message/testing/message-scene";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getShop } from "#lib/shop/get-shop";
import { placeTestOrder } from "#lib/shop/testing/test-shop";
import { rejectRow } from "#lib/testing/reject-row";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { dueList } from "./due-list.ts";
import { queueRenewalMessages } from "./queue-renewal-messages.ts";

const scene = await openMessageScene();
const { at, phones, run } = scene;
const queue = () => queueRenewalMessages(at.system);
const textsTo = (phone: string) => phones.messages(phone).map(({ text }) => text);

type Shop = Awaited<ReturnType<typeof scene.openShop>>;
const remind = ({ owner }: Shop) =>
  setShopMessages(owner.ctx, { medium: "sms", smsPrice: 800n, renewals: "yes" });

/** Delivers an order whose bundle ends at noon in so many days. */
async function endsIn(shop: Shop, days: number, agrees = true) {
  const delivered = await scene.delivered(shop, scene.createNumber(), agrees);
  await run(sql`update shop_messages set renewals_since = renewals_since - interval '60 days'`);
  const placed = sql`((now() at time zone ${env().TIME_ZONE})::date + ${days}::int + time '12:00')
    at time zone ${env().TIME_ZONE} - interval '30 days'`;
  await runUnguarded(
    at.system.db,
    sql`update purchases set placed_at = ${placed}, settled_at = ${placed}, validity = '30 Days'
      where id = (select purchase_id from orders where code = ${delivered.code})`,
    sql`update orders set placed_at = ${placed}, paid_at = ${placed} where code = ${delivered.code}`,
    sql`delete from deliveries where channel = 'messages'`,
  );
  return delivered;
}

test("tells a customer once, the day before, with a link to order it again", async () => {
  const shop = await scene.openShop();
  await remind(shop);
  const [tomorrow, later] = [await endsIn(shop, 1), await endsIn(shop, 2)];
  expect((await dueList.page(shop.owner.ctx)).rows.map(({ phoneE164 }) => phoneE164)).toContain(
    tomorrow.phone,
  );
  await Promise.all([queue(), queue(), queue()]);
  await Promise.all([scene.sendDue(), scene.sendDue()]);
  await queue();
  await scene.sendDue();
  expect(textsTo(tomorrow.phone)).toEqual([
    expect.stringMatching(
      /^Kiosk shop Femi Mobile: your .+ ends tomorrow\. Renew: http\S+\/s\/told-\d+\/order\?plan=\d+ No more messages: http/,
    ),
  ]);
  expect(textsTo(later.phone)).toEqual([]);
  expect(await scene.messageOf(tomorrow.phone)).toMatchObject({ kind: "ending", prompt: false });
});

test("sends nothing in a shop that didn't turn it on, before that, or without consent", async () => {
  const off = await scene.openShop();
  const silent = await endsIn(off, 1);
  const on = await scene.openShop();
  await remind(on);
  const without = await endsIn(on, 1, false);
  const before = await endsIn(on, 1);
  await run(sql`update shop_messages set renewals_since = now() where renewals_since is not null`);
  await queue();
  await scene.sendDue();
  for (const { phone } of [silent, without, before]) expect(textsTo(phone)).toEqual([]);
});

test.each([
  [
    "a purchase",
    async (shop: Shop, local: string) => {
      const order = { ref: crypto.randomUUID(), channel: "web" as const, again: true, ...at.offered() };
      await placePurchase(shop.owner.ctx, { ...order, phone: local });
    },
  ],
  [
    "an order",
    async (shop: Shop, local: string) => {
      await placeTestOrder(at.system, shop.slug, { phone: local });
    },
  ],
])("tells a customer nothing whose bundle is renewed by %s meanwhile", async (_name, renew) => {
  const shop = await scene.openShop();
  await remind(shop);
  const { phone, local } = await endsIn(shop, 1);
  await queue();
  await renew(shop, local);
  await scene.sendDue();
  expect(textsTo(phone)).toEqual([]);
  expect(await scene.messageOf(phone)).toMatchObject({ skipped: "renewed" });
});

test("says nothing of tomorrow a day later, or in quiet hours", async () => {
  const shop = await scene.openShop();
  await remind(shop);
  const { phone } = await endsIn(shop, 1);
  await queue();
  await scene.setQuiet();
  await scene.sendDue();
  expect(await scene.messageOf(phone)).toMatchObject({ state: "waiting" });
  await scene.set();
  await run(
    sql`update customer_messages set created_at = created_at - interval '1 day' where kind = 'ending'`,
  );
  await scene.sendDue();
  expect(await scene.messageOf(phone)).toMatchObject({ skipped: "expired" });
  expect(textsTo(phone)).toEqual([]);
});

test("continues with other shops when one can't be read", async () => {
  const [bad, good] = [await scene.openShop(), await scene.openShop()];
  for (const shop of [bad, good]) await remind(shop);
  const [first, { phone }] = [await endsIn(bad, 1), await endsIn(good, 1)];
  const accept = await rejectRow(
    at.system,
    "customer_messages",
    `new.reseller_id = ${bad.owner.id}`,
    "insert",
  );
  await expect(queue()).rejects.toMatchObject({ cause: { message: "a bad row" } });
  await accept();
  await scene.sendDue();
  expect(textsTo(phone)).toHaveLength(1);
  expect(textsTo(first.phone)).toEqual([]);
});

test("is turned on by the shop, shown where customers agree, and off with messages", async () => {
  const shop = await scene.openShop();
  const renewals = async () => (await getShop(scene.visitor(), { slug: shop.slug })).renewals;
  expect(await renewals()).toBe(false);
  await remind(shop);
  expect(await renewals()).toBe(true);
  expect(await getShopMessages(shop.owner.ctx)).toMatchObject({ renewals: true });
  await setShopMessages(shop.owner.ctx, { medium: "", renewals: "yes" });
  expect(await renewals()).toBe(false);
  await expect(queueRenewalMessages(shop.owner.ctx)).rejects.toMatchObject({ code: "not_found" });
});
