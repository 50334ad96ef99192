import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { handleEvents } from "#lib/event/testing/handle-events";
import { addHelper } from "#lib/helper/testing/add-helper";
import { modules } from "#lib/modules";
import { listActionItems } from "#lib/monitoring/action-items";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { createPurchaseRef } from "#lib/purchase/place/refs";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { decideShopName } from "#lib/shop/decide-shop-name";
import { refundOrder } from "#lib/shop/order/refund-order";
import { saveShop } from "#lib/shop/save-shop";
import { shopList } from "#lib/shop/shop-list";
import { placeTestOrder, settleByDispatcher } from "#lib/shop/testing/test-shop";
import { rejectRow } from "#lib/testing/reject-row";
import { ownMessageList } from "./message-list.ts";
import { failExpiredMessages, getMessageTrouble } from "./message-trouble.ts";
import { handleReply } from "./recipients.ts";
import { agreeToPurchaseMessage, getPurchaseMessage } from "./shop-messages.ts";
import { openMessageScene } from "./testing/message-scene.ts";

const scene = await openMessageScene();
const { at, phones, run, row, set, sendDue, messageOf } = scene;

const textsTo = (phone: string) => phones.messages(phone).map(({ text }) => text);

test("tells a customer who agreed that their order was delivered, once", async () => {
  const shop = await scene.openShop();
  const { phone } = await scene.delivered(shop);
  await Promise.all([sendDue(), sendDue()]);
  await sendDue();
  expect(textsTo(phone)).toEqual([
    expect.stringMatching(
      /^Kiosk shop Femi Mobile: your \S+ [\d.]+ \wB was delivered\. Order \w{3}-\w{3}\. No more messages: http:\/\/localhost:3000\/m\/\w{10}$/,
    ),
  ]);
  expect(await messageOf(phone)).toMatchObject({
    kind: "delivered",
    payer: "operator",
    price: "800",
    parts: 1,
    provider: "termii",
    state: "delivered",
    journal_id: null,
  });
});

test.each([
  ["Ɗanƙasa Data", "Dankasa Data"],
  ["بيانات عائشة", "localhost:3000/s/SLUG"],
])("begins an SMS of the shop %s with %s", async (name, beginning) => {
  const shop = await scene.openShop();
  await run(sql`update shops set name = ${name} where slug = ${shop.slug}`);
  const { phone } = await scene.delivered(shop);
  await sendDue();
  expect(textsTo(phone)).toEqual([expect.stringContaining(`${beginning.replace("SLUG", shop.slug)}: your `)]);
});

test("begins with the shop's address until an admin approved its name, and after it changed", async () => {
  const { owner, slug } = await scene.openShop();
  const admin = await at.admin();
  const tell = async () => {
    const { phone } = await scene.delivered({ owner, slug });
    await sendDue();
    return textsTo(phone)[0]?.split(": your ")[0];
  };
  const id = Number((await row(sql`select id from shops where slug = ${slug}`))?.id);
  expect(await tell()).toBe("Kiosk shop Femi Mobile");
  await saveShop(owner.ctx, { name: "GTBank Alert" });
  expect(await tell()).toBe(`Kiosk shop localhost:3000/s/${slug}`);
  expect(await listActionItems(admin, modules)).toContainEqual(
    expect.objectContaining({ title: "1 new shop name", path: "/admin/resellers/shops?name=new" }),
  );
  const names = (await shopList.page(admin, { name: "new", q: slug })).rows;
  expect(names).toMatchObject([{ id, name: "GTBank Alert", nameState: "new" }]);
  await decideShopName(admin, { id, name: "GTBank Alert", to: "rejected", reason: "a bank" });
  expect(await tell()).toBe(`Kiosk shop localhost:3000/s/${slug}`);
  await saveShop(owner.ctx, { name: "Femi Data" });
  await expect(
    decideShopName(admin, { id, name: "GTBank Alert", to: "approved", reason: "seen" }),
  ).rejects.toMatchObject({ code: "conflict" });
  await decideShopName(admin, { id, name: "Femi Data", to: "approved", reason: "seen" });
  expect(await tell()).toBe("Kiosk shop Femi Data");
  for (const name of ["GTBank: verify", "verify at gtb.example", "call 08031234567"])
    await expect(saveShop(owner.ctx, { name })).rejects.toMatchObject({ issues: [{ path: ["name"] }] });
});

test.each([
  ["the customer didn’t agree", async () => {}, false],
  ["the operator has messages off", () => set({ enabled: false }), true],
])("sends nothing where %s", async (_name, prepare, agrees) => {
  const shop = await scene.openShop();
  await prepare();
  const { phone, state } = await scene.delivered(shop, undefined, agrees);
  expect(state).toBe("successful");
  await set();
  await sendDue();
  expect(textsTo(phone)).toEqual([]);
});

test("tells of a failed delivery, and of the shop’s refund", async () => {
  const shop = await scene.openShop();
  const number = scene.createNumber();
  await at.sandbox.order("fail", { phone: number.local });
  const { phone, code, state } = await scene.delivered(shop, number);
  expect(state).toBe("failed");
  await refundOrder(shop.owner.ctx, { code });
  await sendDue();
  expect(textsTo(phone)).toEqual([
    expect.stringMatching(
      /^Kiosk shop Femi Mobile: your .+ wasn't delivered\. Order .+\. The shop will deliver it again or refund you: http\S+\/status\/\S+ No more/,
    ),
    expect.stringMatching(/^Kiosk shop Femi Mobile: your payment for .+ was refunded\. Order /),
  ]);
});

test("tells of an online order’s refund once its provider confirmed it", async () => {
  const { owner, slug } = await scene.openShop();
  await run(sql`update resellers set collects = true where id = ${owner.id}`);
  const number = scene.createNumber();
  const code = await placeTestOrder(at.system, slug, { phone: number.local, messages: "yes" });
  const reference = await scene.begin({ slug, code });
  await scene.pay(reference);
  await scene.look({ slug, code });
  await at.sandbox.order("fail", { phone: number.local });
  await scene.soon();
  expect(await scene.sent({ owner })).toBe("failed");
  await sendDue();
  expect(textsTo(number.phone)).toEqual([expect.stringContaining("Your payment is being refunded: http")]);
  await scene.follow();
  await sendDue();
  expect(textsTo(number.phone)).toHaveLength(1);
  const [refund] = await scene.bank.control.refunds();
  await scene.bank.control.do("settle-refund", { key: refund?.key ?? "", state: "done" });
  await scene.follow();
  await sendDue();
  expect((await scene.moneyOf({ slug, code })).map(({ state }) => state)).toEqual(["refunded"]);
  expect(textsTo(number.phone).slice(1)).toEqual([expect.stringContaining("was refunded. Order ")]);
});

test("tells of a reversed delivery", async () => {
  const shop = await scene.openShop();
  const { phone } = await scene.delivered(shop);
  const purchase = (await scene.purchasesOf(shop.owner)).at(-1);
  await reverseDeliveredPurchase(at.system, { ident: purchase?.ident ?? "", reason: "the network said so" });
  await sendDue();
  expect(textsTo(phone).at(-1)).toContain("the network reversed your ");
});

test("charges the wallet of a reseller who pays, once for each accepted message", async () => {
  const shop = await scene.openShop();
  await set({ orderPayer: "wallet" });
  await run(sql`update shop_messages set agreed_price = 800`);
  const { phone } = await scene.delivered(shop);
  const before = await scene.walletOf(shop.owner.ctx);
  await Promise.all([sendDue(), sendDue()]);
  expect(await scene.walletOf(shop.owner.ctx)).toBe(before - 800n);
  const message = await messageOf(phone);
  expect(message).toMatchObject({ payer: "wallet", state: "delivered" });
  expect(await row(sql`select kind, ref, reason from journals where id = ${message?.journal_id}`)).toEqual({
    kind: "message",
    ref: `message ${message?.message_id}`,
    reason: expect.stringMatching(/^SMS about order \w{3}-\w{3}$/),
  });
  await scene.ledgerHolds();
});

/** Buys for a number in the browser, with or without a message to its customer. */
async function buy(shop: Awaited<ReturnType<typeof scene.openShop>>, tells: boolean, fails = false) {
  const { ctx } = shop.owner;
  const { local, phone } = scene.createNumber();
  if (fails) await at.sandbox.order("fail", { phone: local });
  const messageBy = tells ? await agreeToPurchaseMessage(ctx, phone) : undefined;
  const order = { ref: createPurchaseRef(), phone, channel: "web" as const, again: false, messageBy };
  const { purchase } = await placePurchase(ctx, { ...order, ...at.offered() });
  const { ident } = await settleByDispatcher(at.system, ctx, purchase.ident);
  await handleEvents(at.system);
  return { phone, ident };
}

test("tells the customer of a purchase whose reseller chose it, at the wallet’s cost, and no other", async () => {
  const shop = await scene.openShop();
  await set({ orderPayer: "wallet" });
  await run(sql`update shop_messages set agreed_price = 800`);
  const { phone, ident } = await buy(shop, true);
  const unasked = await buy(shop, false);
  const before = await scene.walletOf(shop.owner.ctx);
  await Promise.all([sendDue(), sendDue()]);
  expect(textsTo(phone)).toEqual([
    expect.stringMatching(
      /^Kiosk shop Femi Mobile: your .+ was delivered\. Purchase DT\w+\. No more messages: http/,
    ),
  ]);
  expect(textsTo(unasked.phone)).toEqual([]);
  expect(await scene.walletOf(shop.owner.ctx)).toBe(before - 800n);
  const message = await messageOf(phone);
  expect(message).toMatchObject({ kind: "delivered", payer: "wallet", prompt: true, state: "delivered" });
  expect(await row(sql`select reason from journals where id = ${message?.journal_id}`)).toEqual({
    reason: `SMS about purchase ${ident}`,
  });
  const { rows } = await ownMessageList.page(shop.owner.ctx);
  expect(rows).toMatchObject([{ ident, reference: null, state: "sent" }]);
  await scene.ledgerHolds();
});

test("counts messages that the wallet pays for to the daily limit of the helper who sold", async () => {
  const shop = await scene.openShop();
  await set({ orderPayer: "wallet" });
  await run(sql`update shop_messages set agreed_price = 800`);
  const { price } = at.offered();
  const { ctx } = await addHelper(shop.owner.ctx, { dailyLimit: 2n * price + 799n });
  await buy({ ...shop, owner: { ...shop.owner, ctx } }, true);
  await expect(buy({ ...shop, owner: { ...shop.owner, ctx } }, false)).rejects.toMatchObject({
    code: "daily_limit",
    facts: { spent: price + 800n },
  });
});

test("tells the others of their orders when a message in the middle can't be queued, and each once", async () => {
  const shops = [await scene.openShop(), await scene.openShop(), await scene.openShop()];
  const [, bad] = shops.map(({ owner }) => owner.id);
  const accept = await rejectRow(at.system, "customer_messages", `new.reseller_id = ${bad}`, "insert");
  const orders = [];
  for (const shop of shops) orders.push(await scene.delivered(shop));
  await sendDue();
  expect(orders.map(({ phone }) => textsTo(phone).length)).toEqual([1, 0, 1]);
  await accept();
  await run(sql`update lane_failures set due_at = now()`);
  await Promise.all([handleEvents(at.system), handleEvents(at.system)]);
  await sendDue();
  expect(orders.map(({ phone }) => textsTo(phone).length)).toEqual([1, 1, 1]);
});

test("tells of a delivery and its reversal by a late event, but not a customer who stopped meanwhile", async () => {
  const shop = await scene.openShop();
  const { local, phone } = scene.createNumber();
  const code = await placeTestOrder(at.system, shop.slug, { phone: local, messages: "yes" });
  const { ident } = await scene.buyOrder(shop.owner.ctx, code);
  await reverseDeliveredPurchase(await at.admin(), { ident, reason: "it came twice" });
  await sendDue();
  expect(textsTo(phone)).toEqual([expect.stringContaining("delivered"), expect.stringContaining("refund")]);
  const quiet = scene.createNumber();
  const second = await placeTestOrder(at.system, shop.slug, { phone: quiet.local, messages: "yes" });
  await scene.buyOrder(shop.owner.ctx, second);
  await handleReply(at.system, { from: quiet.phone, text: "STOP" });
  await sendDue();
  expect(textsTo(quiet.phone)).toEqual([]);
  expect(await messageOf(quiet.phone)).toBeUndefined();
});

test("tells the customer of a purchase that failed, with the shop’s address, and not one who stopped", async () => {
  const shop = await scene.openShop();
  const { phone } = await buy(shop, true, true);
  await sendDue();
  expect(textsTo(phone)).toEqual([
    expect.stringMatching(
      /^Kiosk shop Femi Mobile: your .+ wasn't delivered\. Purchase .+ refund you: http\S+\/s\/told-\d+ No/,
    ),
  ]);
  await handleReply(at.system, { from: phone, text: "STOP" });
  const messageBy = await agreeToPurchaseMessage(shop.owner.ctx, phone);
  const order = { ref: createPurchaseRef(), phone, channel: "web" as const, again: true, messageBy };
  const { purchase } = await placePurchase(shop.owner.ctx, { ...order, ...at.offered() });
  await settleByDispatcher(at.system, shop.owner.ctx, purchase.ident);
  await sendDue();
  expect(textsTo(phone)).toHaveLength(1);
});

test("offers no message about a purchase while messages are off or above the agreed price", async () => {
  const shop = await scene.openShop();
  const { ctx } = shop.owner;
  expect(await getPurchaseMessage(ctx)).toEqual({ medium: "sms", price: 0n });
  await set({ orderPayer: "wallet" });
  expect(await getPurchaseMessage(ctx)).toBe(null);
  await run(sql`update shop_messages set agreed_price = 800`);
  expect(await getPurchaseMessage(ctx)).toEqual({ medium: "sms", price: 800n });
  await set({ enabled: false });
  expect(await getPurchaseMessage(ctx)).toBe(null);
  await expect(agreeToPurchaseMessage(ctx, scene.createNumber().phone)).rejects.toMatchObject({
    fields: { message: [expect.stringContaining("Nothing was bought.")] },
  });
  expect(await getPurchaseMessage((await at.reseller()).ctx)).toBe(null);
});

test("charges nothing for a message that isn’t accepted", async () => {
  const shop = await scene.openShop();
  await set({ orderPayer: "wallet" });
  await run(sql`update shop_messages set agreed_price = 800`);
  const { phone } = await scene.delivered(shop);
  const before = await scene.walletOf(shop.owner.ctx);
  const admin = await at.admin();
  const { waiting = 0, failed = 0 } = (await getMessageTrouble(admin)) ?? {};
  phones.faults({ kind: "refuse" });
  await sendDue();
  expect(await messageOf(phone)).toMatchObject({
    state: "failed",
    problem: "HTTP 400: … is not a valid number",
    accepted_at: null,
    journal_id: null,
  });
  expect(await scene.walletOf(shop.owner.ctx)).toBe(before);
  expect(await getMessageTrouble(admin)).toMatchObject({ waiting, failed: failed + 1 });
});

test("sends nothing for a wallet that has too little, or above the price that its reseller agreed to", async () => {
  await set({ orderPayer: "wallet" });
  const poor = await scene.openShop();
  const { phone } = await scene.delivered(poor);
  await set({ orderPayer: "wallet", smsPrice: 99_999_999n });
  await run(sql`update customer_messages set price = 99999999 where reseller_id = ${poor.owner.id}`);
  await sendDue();
  expect(await messageOf(phone)).toMatchObject({
    skipped: "wallet",
    state: "failed",
    problem: "the wallet has less than ₦999,999.99",
  });
  const dear = await scene.delivered(poor);
  expect(await messageOf(dear.phone)).toBeUndefined();
  expect(phones.messages(dear.phone)).toEqual([]);
});

test("lets the operator pay where the wallet was emptied while the message was sent", async () => {
  const shop = await scene.openShop();
  await set({ orderPayer: "wallet" });
  await run(sql`update shop_messages set agreed_price = 800`);
  const { phone } = await scene.delivered(shop);
  phones.faults({ kind: "silent", to: phone });
  const sending = sendDue();
  await phones.waitForSilence(phone);
  await run(sql`
    create function empty_wallet() returns trigger language plpgsql as $$ begin
      update customer_messages set price = 99999999 where message_id = new.message_id; return new; end $$`);
  await run(sql`create trigger empty_wallet before update of state on deliveries for each row
    when (new.channel = 'messages' and new.state = 'delivered') execute function empty_wallet()`);
  phones.faults();
  await sending;
  await sendDue({ soon: true });
  await run(sql`drop function empty_wallet cascade`);
  expect(await messageOf(phone)).toMatchObject({ payer: "operator", state: "delivered", journal_id: null });
  await scene.ledgerHolds();
});

test.each([
  ["accepted it and never said so", "silent" as const],
  ["never responded", "hang" as const],
])("sends and charges a message once when the provider %s", async (_name, kind) => {
  const shop = await scene.openShop();
  await set({ orderPayer: "wallet" });
  await run(sql`update shop_messages set agreed_price = 800`);
  const { phone } = await scene.delivered(shop);
  const before = await scene.walletOf(shop.owner.ctx);
  phones.faults({ kind, to: phone });
  const sending = sendDue();
  await phones.waitForSilence(phone);
  phones.faults();
  await sending;
  expect(await messageOf(phone)).toMatchObject({ state: "waiting", accepted_at: null });
  await sendDue({ soon: true });
  await sendDue({ soon: true });
  expect(phones.messages(phone)).toHaveLength(1);
  expect(await messageOf(phone)).toMatchObject({
    state: "delivered",
    provider_ref: phones.messages(phone)[0]?.id,
  });
  expect(await scene.walletOf(shop.owner.ctx)).toBe(before - 800n);
  await scene.ledgerHolds();
});

test("charges a message whose first attempt sent it although its number’s limit is used up by now", async () => {
  const shop = await scene.openShop();
  await set({ orderPayer: "wallet", dailyLimit: 1 });
  await run(sql`update shop_messages set agreed_price = 800`);
  const number = scene.createNumber();
  await scene.delivered(shop, number);
  phones.faults({ kind: "silent", to: number.phone });
  const sending = sendDue();
  await phones.waitForSilence(number.phone);
  phones.faults();
  await sending;
  await scene.delivered(shop, number);
  await sendDue();
  const before = await scene.walletOf(shop.owner.ctx);
  await sendDue({ soon: true });
  const states = await run(sql`
    select m.skipped, m.accepted_at is not null as accepted
    from customer_messages m join message_recipients r on r.id = m.recipient_id
    where r.phone = ${number.phone} order by m.id`);
  expect(states).toEqual([
    { skipped: null, accepted: true },
    { skipped: null, accepted: true },
  ]);
  expect(phones.messages(number.phone)).toHaveLength(2);
  expect(await scene.walletOf(shop.owner.ctx)).toBe(before - 800n);
  await scene.ledgerHolds();
});

test("doesn’t take an earlier message of the same words for the one that is due", async () => {
  const shop = await scene.openShop();
  const number = scene.createNumber();
  await at.sandbox.order("fail", { phone: number.local, times: 2 });
  const { phone, code } = await scene.delivered(shop, number);
  await sendDue();
  await scene.deliver(shop.owner.ctx, code);
  phones.faults({ kind: "hang", to: phone });
  const sending = sendDue();
  await phones.waitForSilence(phone);
  phones.faults();
  await sending;
  await sendDue({ soon: true });
  const [first, second, ...more] = textsTo(phone);
  expect(first).toContain("wasn't delivered");
  expect(second).toBe(first);
  expect(more).toEqual([]);
});

test("tries again later while the provider’s account is empty, and then sends it", async () => {
  const shop = await scene.openShop();
  const { phone } = await scene.delivered(shop);
  phones.faults({ kind: "empty", to: phone });
  const { waiting = 0 } = (await getMessageTrouble(await at.admin())) ?? {};
  await sendDue();
  await sendDue({ soon: true });
  await sendDue({ soon: true });
  expect(await messageOf(phone)).toMatchObject({
    state: "waiting",
    problem: "HTTP 400: Insufficient balance",
  });
  expect(await getMessageTrouble(await at.admin())).toMatchObject({ waiting: waiting + 1 });
  phones.faults();
  await sendDue({ soon: true });
  expect(phones.messages(phone)).toHaveLength(1);
});

test("waits for the end of quiet hours, unless the customer ordered just before", async () => {
  const shop = await scene.openShop();
  const [late, prompt] = [await scene.delivered(shop), await scene.delivered(shop)];
  const lateMessage = await messageOf(late.phone);
  await run(sql`update customer_messages set prompt = false where id = ${lateMessage?.id}`);
  await scene.setQuiet();
  await sendDue();
  expect(phones.messages(prompt.phone)).toHaveLength(1);
  expect(phones.messages(late.phone)).toHaveLength(0);
  await set();
  await sendDue();
  expect(phones.messages(late.phone)).toHaveLength(1);
});

test("sends no more than the limit of a number within 24 hours", async () => {
  const shop = await scene.openShop();
  await set({ dailyLimit: 2 });
  const number = scene.createNumber();
  for (let n = 0; n < 3; n += 1) {
    await scene.delivered(shop, number);
    await sendDue();
  }
  expect(phones.messages(number.phone)).toHaveLength(2);
  expect(await messageOf(number.phone)).toMatchObject({
    skipped: "limit",
    problem: "its number had 2 messages within 24 hours",
  });
  await run(
    sql`update customer_messages set accepted_at = accepted_at - interval '1 day' where accepted_at is not null`,
  );
  await scene.delivered(shop, number);
  await sendDue();
  expect(phones.messages(number.phone)).toHaveLength(3);
});

test("fails a message that could not be sent for a day", async () => {
  const shop = await scene.openShop();
  const { phone } = await scene.delivered(shop);
  await run(
    sql`update deliveries set expires_at = now() - interval '1 s' where channel = 'messages' and state = 'waiting'`,
  );
  await failExpiredMessages(at.system);
  await sendDue();
  expect(await messageOf(phone)).toMatchObject({ state: "failed", skipped: "expired" });
  expect(phones.messages(phone)).toEqual([]);
});

test("names no number in the log and in recorded problems", async () => {
  const shop = await scene.openShop();
  const number = scene.createNumber();
  const logged: string[] = [];
  const spy = vi
    .spyOn(process.stderr, "write")
    .mockImplementation((line) => Boolean(logged.push(String(line))));
  for (const kind of ["refuse", "later", "empty"] as const) {
    phones.faults({ kind });
    await scene.delivered(shop, number);
    await sendDue({ soon: true });
  }
  await run(sql`alter table customer_messages rename column parts to broken`);
  await scene.delivered(shop, number);
  await sendDue({ soon: true });
  await run(sql`alter table customer_messages rename column broken to parts`);
  spy.mockRestore();
  const problems = await run(sql`
    select a.problem from delivery_attempts a join deliveries d on d.id = a.delivery_id where d.channel = 'messages'`);
  expect(problems.length).toBeGreaterThan(3);
  expect(logged.some((line) => line.includes("message.not_sent"))).toBe(true);
  expect(logged.join("\n") + JSON.stringify(problems)).not.toMatch(new RegExp(number.local.slice(1)));
});
