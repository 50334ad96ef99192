import { createHmac, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { checkLedger } from "#lib/ledger/check";
import { getWallet } from "#lib/ledger/wallet";
import { eraseOldTold } from "#lib/payment/erase-told";
import { checkPayment } from "#lib/payment/look-again";
import { takeNotice, takeOwnNotice } from "#lib/payment/notice-route";
import { oddMoney, refundOdd, settleOdd } from "#lib/payment/odd-money";
import { ownProviders } from "#lib/payment/own-keys";
import { followRefunds } from "#lib/payment/refund";
import { forgetKeys, ownKeys, removeKeys, setKeys } from "#lib/payment/set-keys";
import { startFunding } from "#lib/payment/start-funding";
import { sweepPayments } from "#lib/payment/sweep-payments";
import { noticeListener } from "#lib/payment/testing/listener";
import { verifyPayment } from "#lib/payment/verify-payment";
import { whenSettled } from "#lib/purchase/read/watch";
import { dispatch } from "#lib/purchase/send/dispatch";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { keys, nextShopKey, shopKey } from "#sandbox/payments/keys";
import { type Payments, startPayments } from "#sandbox/payments/server";
import { findOrder } from "./find-order.ts";
import { getShop } from "./get-shop.ts";
import { lookAfterPaid } from "./look-after-paid.ts";
import { lookForOrder, payOrder } from "./pay-order.ts";
import { placeOrder } from "./place-order.ts";
import { openShop } from "./save-shop.ts";

let at: Scene;
let bank: Payments;
let inbox: Awaited<ReturnType<typeof noticeListener>>;
let made = 0;

beforeAll(async () => {
  inbox = await noticeListener();
  bank = await startPayments({ settings: { notices: inbox.url, shopNotices: `${inbox.url}/shop` } });
  at = await scene(bank.variables);
});
beforeEach(async () => {
  await bank.control.do("reset", {});
  await at.sandbox.clearFaults();
  inbox.got.length = 0;
});
afterAll(async () => {
  await Promise.all([bank?.close(), inbox?.close()]);
  await at.close();
});

const visitor = (): Ctx => {
  made += 1;
  return { actor: { kind: "visitor" }, db: at.system.db, address: `10.2.${made >> 8}.${made & 255}` };
};
const row = async (query: ReturnType<typeof sql>) => (await at.system.db.execute(query))[0];
const booksHold = async () => expect((await checkLedger(at.system)).findings).toEqual([]);
const walletOf = async (ctx: Ctx) => (await getWallet(ctx)).wallet;

/** A shop with a Paystack key of its own, and one order whose payment was begun. */
async function begun(phone = "08037654321") {
  made += 1;
  const owner = await at.reseller("affiliate", 10_000_000n);
  const slug = `own-${made}`;
  await openShop(owner.ctx, {
    ...{ name: `Shop ${made}`, slug, phone: "08031234567", markup: "50" },
    payments: [{ kind: "cash", where: "12 Allen Avenue." }],
  });
  await setKeys(owner.ctx, { provider: "paystack", secretKey: shopKey });
  const [offer] = (await getShop(visitor(), { slug })).offers;
  if (!offer) throw new Error("nothing on offer");
  const { planId, price } = offer;
  const { code } = await placeOrder(visitor(), { slug, planId, price, phone, ref: randomUUID() });
  const of = { slug, code };
  await payOrder(visitor(), { ...of, provider: "paystack" });
  const payment = await row(
    sql`select p.reference from payments p join orders o on o.id = p.order_id where o.code = ${code}`,
  );
  return { owner, of, price, reference: String(payment?.reference) };
}
type Begun = Awaited<ReturnType<typeof begun>>;

const pay = (reference: string, amount?: bigint) =>
  bank.control.do("pay", { provider: "paystack", reference, way: "card", ...(amount && { amount }) });
const look = async ({ of }: Pick<Begun, "of">) => {
  await at.system.db.execute(sql`update payments set looked_at = null`);
  await lookForOrder(visitor(), of);
};
const orderOf = ({ of }: Pick<Begun, "of">) => findOrder(visitor(), of);
const soon = async () => {
  await at.system.db.execute(sql`update orders set next_look_at = now() where next_look_at is not null`);
  await lookAfterPaid(at.system);
};
const follow = async () => {
  await at.system.db.execute(
    sql`update payment_refunds set next_try_at = now() where next_try_at is not null`,
  );
  await followRefunds(at.system);
};
async function sent({ owner }: Begun): Promise<string> {
  const purchase = await row(
    sql`select ident from purchases where reseller_id = ${owner.id} order by id desc limit 1`,
  );
  const loop = dispatch(at.system);
  try {
    return (await whenSettled(owner.ctx, String(purchase?.ident), PATIENCE_MS)).state;
  } finally {
    await loop.stop();
  }
}
/** The address of the shop's notices, and the notices that came, as requests. */
async function told({ owner }: Pick<Begun, "owner">) {
  await bank.control.waitForLog((log) => log.some((one) => one.what === "notice" && one.status === 200));
  const notices = (await ownKeys(owner.ctx))[0]?.set?.notices ?? "";
  const notice = inbox.got.at(-1);
  const request = () =>
    new Request("http://x/", {
      method: "POST",
      body: Buffer.from(notice?.raw ?? []),
      headers: notice?.headers ?? new Headers(),
    });
  return { notices, address: notices.split("/").at(-1) ?? "", request, path: notice?.path };
}

test("keys are tried with the provider, sealed, and shown by their last four alone", async () => {
  const owner = await at.reseller();
  const wrong = setKeys(owner.ctx, { provider: "paystack", secretKey: "sk_test_nobody_has_this_one" });
  await expect(wrong).rejects.toMatchObject({ code: "invalid", fields: { secretKey: [expect.any(String)] } });
  await bank.control.do("order", { fault: "server-error", provider: "paystack", route: "verify" });
  const silent = setKeys(owner.ctx, { provider: "paystack", secretKey: shopKey });
  await expect(silent).rejects.toMatchObject({ code: "unavailable" });
  expect(
    await row(sql`select count(*)::int as n from provider_keys where reseller_id = ${owner.id}`),
  ).toEqual({ n: 0 });
  await setKeys(owner.ctx, { provider: "paystack", secretKey: shopKey });
  await setKeys(owner.ctx, {
    ...{ provider: "monnify", apiKey: keys.MONNIFY_API_KEY, secretKey: keys.MONNIFY_SECRET_KEY },
    contractCode: keys.MONNIFY_CONTRACT_CODE,
  });
  await setKeys(owner.ctx, {
    ...{ provider: "flutterwave", clientId: keys.FLUTTERWAVE_CLIENT_ID },
    ...{ clientSecret: keys.FLUTTERWAVE_CLIENT_SECRET, webhookSecret: keys.FLUTTERWAVE_WEBHOOK_SECRET },
  });
  const view = await ownKeys(owner.ctx);
  expect(view.map(({ set }) => set?.hint)).toEqual(
    [shopKey, keys.MONNIFY_SECRET_KEY, keys.FLUTTERWAVE_CLIENT_SECRET].map((key) => key.slice(-4)),
  );
  const everything = JSON.stringify([
    view,
    await at.system.db.execute(sql`select * from provider_keys`),
    await at.system.db.execute(sql`select * from audit where subject = 'keys'`),
  ]);
  for (const secret of [shopKey, keys.MONNIFY_SECRET_KEY, keys.FLUTTERWAVE_CLIENT_SECRET])
    expect(everything).not.toContain(secret);
  const [first] = view;
  await setKeys(owner.ctx, { provider: "paystack", secretKey: keys.PAYSTACK_SECRET_KEY });
  expect((await ownKeys(owner.ctx))[0]?.set).toMatchObject({
    hint: keys.PAYSTACK_SECRET_KEY.slice(-4),
    notices: first?.set?.notices,
  });
});

test("money by own keys is the reseller's: the order is delivered from the wallet, and no ledger says that money came in", async () => {
  const it = await begun();
  expect(await orderOf(it)).toMatchObject({
    payOnline: [{ label: "Paystack" }],
    online: { own: true, state: "started" },
  });
  await pay(it.reference);
  const { address, request, path, notices } = await told(it);
  expect([path, notices]).toEqual([
    "/api/payments/shop",
    expect.stringMatching(/\/api\/payments\/paystack\/notice\/[0-9a-f]{20}$/),
  ]);
  const answers = await Promise.all([
    takeOwnNotice(request(), "paystack", address),
    takeOwnNotice(request(), "paystack", address),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const before = await walletOf(it.owner.ctx);
  await Promise.all([sweepPayments(at.system), look(it), sweepPayments(at.system)]);
  expect(await orderOf(it)).toMatchObject({ payment: "received", online: { state: "paid", own: true } });
  expect(await walletOf(it.owner.ctx)).toBe(before);
  await Promise.all([soon(), soon()]);
  expect(await sent(it)).toBe("successful");
  expect(
    await row(
      sql`select count(*)::int as n, min(price)::int as price from purchases where reseller_id = ${it.owner.id}`,
    ),
  ).toEqual({
    n: 1,
    price: Number(before - (await walletOf(it.owner.ctx))),
  });
  expect(
    await row(
      sql`select count(*)::int as n from journals where kind = 'payment' and reseller_id = ${it.owner.id}`,
    ),
  ).toEqual({ n: 0 });
  expect(
    await row(
      sql`select count(*)::int as n from house_entries h join provider_transactions t on t.id = h.transaction_id where t.reference = ${it.reference}`,
    ),
  ).toEqual({ n: 0 });
  await booksHold();
});

test("a notice is believed by that reseller's secret alone, at that reseller's address, and a lost one only delays", async () => {
  const it = await begun();
  await pay(it.reference);
  const { address, request } = await told(it);
  const statuses = [
    await takeNotice(request(), "paystack"),
    await takeOwnNotice(request(), "paystack", "0".repeat(20)),
    await takeOwnNotice(request(), "paystack", "../../x"),
    await takeOwnNotice(new Request("http://x/", { method: "POST", body: "{}" }), "paystack", address),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 404, 404, 401]);
  // It is none of the operator's either: the desk cannot ask about it.
  const asks = checkPayment(await at.admin(), { reference: it.reference });
  await expect(asks).rejects.toMatchObject({ code: "not_found" });
  await at.system.db.execute(
    sql`update payments set next_check_at = now() where reference = ${it.reference}`,
  );
  await sweepPayments(at.system);
  expect(await orderOf(it)).toMatchObject({ payment: "received" });
});

test("limits what a reseller's own address takes: the size of a webhook, how many in a minute, and how much is kept", async () => {
  const [it, other] = [await begun(), await begun()];
  const addressOf = async ({ owner }: Begun) =>
    (await ownKeys(owner.ctx))[0]?.set?.notices.split("/").at(-1) ?? "";
  const addresses = [await addressOf(it), await addressOf(other)];
  let n = 0;
  const send = (size: number, { reference } = it, address = addresses[0]) => {
    n += 1;
    const data = { reference, id: n, metadata: "x".repeat(size) };
    const body = JSON.stringify({ event: "charge.success", data });
    const headers = {
      "x-paystack-signature": createHmac("sha512", shopKey).update(body).digest("hex"),
    };
    return takeOwnNotice(
      new Request("http://x/", { method: "POST", body, headers }),
      "paystack",
      address ?? "",
    );
  };
  const kept = () =>
    row(sql`select count(*)::int as n, coalesce(sum(octet_length(body)), 0)::int as bytes from payment_notices
      where keys_id in (select id from provider_keys where address = ${addresses[0]})`);
  const minuteLater = () =>
    at.system.db.execute(
      sql`update provider_keys set webhooks_until = now() where address = ${addresses[0]}`,
    );

  expect((await send(65_536)).status).toBe(413);
  expect(await kept()).toEqual({ n: 0, bytes: 0 });
  const burst = await Promise.all(Array.from({ length: 100 }, () => send(60_000)));
  expect(burst.filter(({ status }) => status === 200)).toHaveLength(60);
  const refused = burst.find(({ status }) => status !== 200);
  expect(refused?.status).toBe(429);
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await kept()).toMatchObject({ n: 60 });
  expect((await send(2_000, other, addresses[1])).status).toBe(200);

  const statuses: number[] = [];
  for (let minute = 0; minute < 7; minute += 1) {
    await minuteLater();
    const minutely = await Promise.all(Array.from({ length: 60 }, () => send(60_000)));
    statuses.push(...minutely.map(({ status }) => status));
  }
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(Number((await kept())?.bytes)).toBeLessThan(20_000_000);
  await minuteLater();
  expect((await send(2_000)).status).toBe(429);
  await at.system.db.execute(sql`update payment_notices set received_at = now() - interval '73 hours'
    where keys_id in (select id from provider_keys where address = ${addresses[0]})`);
  await eraseOldTold(at.system);
  expect(await kept()).toEqual({ n: 0, bytes: 0 });
  expect((await send(2_000)).status).toBe(200);
});

const unguarded = async (change: ReturnType<typeof sql>) => {
  await at.system.db.execute(sql`alter table provider_keys disable trigger provider_keys_moves`);
  await at.system.db.execute(change);
  await at.system.db.execute(sql`alter table provider_keys enable trigger provider_keys_moves`);
};
const keyRows = ({ owner }: Begun) =>
  at.system.db.execute(sql`
    select removed_at is null as used, sealed_before is not null as before from provider_keys
    where reseller_id = ${owner.id} order by id`);

test("a new key of the same account takes over what was begun; what the one before signed is taken for some days", async () => {
  const it = await begun();
  await bank.control.do("order", { fault: "late", provider: "paystack" });
  await pay(it.reference);
  await bank.control.do("settings", { shopKey: nextShopKey });
  await setKeys(it.owner.ctx, { provider: "paystack", secretKey: nextShopKey });
  expect(await keyRows(it)).toEqual([{ used: true, before: true }]);
  expect((await ownKeys(it.owner.ctx))[0]?.set).toMatchObject({
    ...{ hint: nextShopKey.slice(-4), beforeUntil: expect.any(Date) },
  });
  await setKeys(it.owner.ctx, { provider: "paystack", secretKey: nextShopKey });
  // The notice was signed before the change, and comes after it.
  await bank.control.do("release", {});
  const { address, request } = await told(it);
  expect((await takeOwnNotice(request(), "paystack", address)).status).toBe(200);
  await sweepPayments(at.system);
  expect(await orderOf(it)).toMatchObject({ payment: "received", online: { state: "paid", own: true } });
  await forgetKeys(at.system);
  expect(await keyRows(it)).toEqual([{ used: true, before: true }]);

  await unguarded(sql`update provider_keys set before_until = now() where reseller_id = ${it.owner.id}`);
  expect((await takeOwnNotice(request(), "paystack", address)).status).toBe(401);
  expect((await ownKeys(it.owner.ctx))[0]?.set?.beforeUntil).toBeNull();
  await forgetKeys(at.system);
  expect(await keyRows(it)).toEqual([{ used: true, before: false }]);
});

test("keys of another account begin anew, and what the ones before sign counts for their own payments alone", async () => {
  const it = await begun();
  await setKeys(it.owner.ctx, { provider: "paystack", secretKey: keys.PAYSTACK_SECRET_KEY });
  expect(await keyRows(it)).toEqual([
    { used: false, before: false },
    { used: true, before: false },
  ]);
  // Another order is paid for by the new keys; who has the old ones tells that it was paid.
  const { slug } = it.of;
  const [offer] = (await getShop(visitor(), { slug })).offers;
  const { planId = 0, price = 0n } = offer ?? {};
  const placed = { slug, planId, price, phone: "08037654322", ref: randomUUID() };
  const { code } = await placeOrder(visitor(), placed);
  await payOrder(visitor(), { slug, code, provider: "paystack" });
  const payment = await row(
    sql`select p.reference from payments p join orders o on o.id = p.order_id where o.code = ${code}`,
  );
  const forged = JSON.stringify({ event: "charge.success", data: { reference: payment?.reference } });
  const signature = createHmac("sha512", shopKey).update(forged).digest("hex");
  const tells = new Request("http://x/", {
    ...{ method: "POST", body: forged },
    headers: { "x-paystack-signature": signature },
  });
  const address = (await ownKeys(it.owner.ctx))[0]?.set?.notices.split("/").at(-1) ?? "";
  expect((await takeOwnNotice(tells, "paystack", address)).status).toBe(200);
  expect(
    await row(
      sql`select count(*)::int as n from payment_notices where reference = ${String(payment?.reference)}`,
    ),
  ).toEqual({ n: 0 });
  // What was begun by the old ones is followed by those.
  await pay(it.reference);
  const { request } = await told(it);
  expect((await takeOwnNotice(request(), "paystack", address)).status).toBe(200);
  await sweepPayments(at.system);
  expect(await orderOf(it)).toMatchObject({ payment: "received" });
});

test("the name beside a secret says too that it is the same account", async () => {
  const owner = await at.reseller();
  const set = (webhookSecret: string) =>
    setKeys(owner.ctx, {
      ...{ provider: "flutterwave", clientId: keys.FLUTTERWAVE_CLIENT_ID, webhookSecret },
      clientSecret: keys.FLUTTERWAVE_CLIENT_SECRET,
    });
  await set(keys.FLUTTERWAVE_WEBHOOK_SECRET);
  await set("another-secret-hash");
  const body = JSON.stringify({ webhook_id: "w", type: "charge.completed", data: { reference: "x" } });
  const tells = (secret: string) =>
    new Request("http://x/", {
      ...{ method: "POST", body },
      headers: { "flutterwave-signature": createHmac("sha256", secret).update(body).digest("base64") },
    });
  const address = (await ownKeys(owner.ctx))[2]?.set?.notices.split("/").at(-1) ?? "";
  const statuses = [keys.FLUTTERWAVE_WEBHOOK_SECRET, "another-secret-hash", "a-third-secret-hash"].map(
    async (secret) => (await takeOwnNotice(tells(secret), "flutterwave", address)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 401]);
});

test("what a reseller's own account says of a payment to the operator is not believed", async () => {
  const it = await begun();
  const input = { ref: "mine", amount: "5,000", provider: "paystack" as const };
  const { reference } = await startFunding(it.owner.ctx, input);
  // The reseller begins a payment of the operator's reference at their own account, and pays it there.
  await bank.control.do("reset", {});
  await fetch(`${bank.base("paystack")}/transaction/initialize`, {
    method: "POST",
    headers: { authorization: `Bearer ${shopKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      email: "a@example.com",
      amount: "500000",
      reference,
      callback_url: "http://127.0.0.1/",
    }),
  });
  await pay(reference);
  const { address, request } = await told(it);
  expect((await takeOwnNotice(request(), "paystack", address)).status).toBe(200);
  const [own] = await ownProviders(at.system, it.owner.id);
  await verifyPayment(at.system, "paystack", { reference }, own?.using, own?.keysId);
  await at.system.db.execute(sql`update payments set next_check_at = now() where reference = ${reference}`);
  await sweepPayments(at.system);
  expect(
    await row(sql`select count(*)::int as n from provider_transactions where reference = ${reference}`),
  ).toEqual({ n: 0 });
  expect(
    await row(sql`select count(*)::int as n from payment_notices where reference = ${reference}`),
  ).toEqual({ n: 0 });
  expect(await walletOf(it.owner.ctx)).toBe(10_000_000n);
  const forged = at.system.db.execute(sql`
    insert into provider_transactions (provider, transaction, payment_id, reference, gross, fee, currency, paid_at, raw, state, keys_id)
    select 'paystack', 'forged', p.id, p.reference, p.amount, 0, p.currency, now(), '{}', 'direct', (select max(id) from provider_keys)
    from payments p where p.reference = ${reference}`);
  await expect(forged).rejects.toMatchObject({ cause: { constraint_name: "payments_exact" } });
});

test("what fails for good goes back out of the reseller's own account, and what it does not send is the reseller's to settle", async () => {
  await at.sandbox.order("fail", { phone: "08037000011", times: 2 });
  const [good, bad] = [await begun("08037000011"), await begun("08037000011")];
  for (const it of [good, bad]) {
    await pay(it.reference);
    await look(it);
    await soon();
    expect(await sent(it)).toBe("failed");
  }
  const before = await walletOf(good.owner.ctx);
  await soon();
  await bank.control.do("order", { fault: "refund-done", provider: "paystack" });
  await bank.control.do("order", { fault: "refund-failed", provider: "paystack" });
  await follow();
  await follow();
  const states = [await orderOf(good), await orderOf(bad)].map(({ online }) => online?.refund?.state);
  expect(states.toSorted()).toEqual(["attention", "done"]);
  expect(await walletOf(good.owner.ctx)).toBe(before);
  expect((await bank.control.refunds()).map(({ amount }) => amount)).toEqual([good.price, bad.price]);
  const stuck = states[0] === "attention" ? good : bad;
  const [money] = await oddMoney(stuck.owner.ctx);
  expect(money).toMatchObject({ why: "undelivered", refusal: expect.stringContaining("Paystack") });
  await refundOdd(stuck.owner.ctx, { id: money?.id ?? 0 });
  await bank.control.do("order", { fault: "refund-done", provider: "paystack" });
  await follow();
  await follow();
  expect((await orderOf(stuck)).online?.refund?.state).toBe("done");
  await booksHold();
});

test("what is not just the price is shown to the reseller, who sends it back or settles it; once, and only their own", async () => {
  const it = await begun();
  await pay(it.reference, 5_000n);
  await look(it);
  expect(await orderOf(it)).toMatchObject({ payment: "awaiting", online: { state: "review" } });
  const [money] = await oddMoney(it.owner.ctx);
  expect(money).toMatchObject({ why: "under_paid", paid: expect.stringContaining("50.00") });
  const id = money?.id ?? 0;
  const other = await at.reseller();
  await expect(refundOdd(other.ctx, { id })).rejects.toMatchObject({ code: "not_found" });
  await expect(settleOdd(other.ctx, { id, reason: "mine now" })).rejects.toMatchObject({ code: "not_found" });
  const tries = await Promise.allSettled([
    refundOdd(it.owner.ctx, { id }),
    refundOdd(it.owner.ctx, { id }),
    settleOdd(it.owner.ctx, { id, reason: "gave it back in cash" }),
  ]);
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await oddMoney(it.owner.ctx)).toEqual([]);
  await booksHold();
});

test("removed keys begin nothing, follow what was begun to its end, and are forgotten then", async () => {
  const it = await begun();
  await removeKeys(it.owner.ctx, { provider: "paystack" });
  expect((await orderOf(it)).payOnline).toEqual([]);
  const sealed = () =>
    row(sql`select sealed is not null as kept from provider_keys where reseller_id = ${it.owner.id}`);
  await forgetKeys(at.system);
  expect(await sealed()).toEqual({ kept: true });
  await pay(it.reference);
  await look(it);
  expect(await orderOf(it)).toMatchObject({ payment: "received" });
  await soon();
  expect(await sent(it)).toBe("successful");
  await soon();
  await forgetKeys(at.system);
  expect(await sealed()).toEqual({ kept: false });
});

const areSealed = async ({ owner }: Pick<Begun, "owner">) =>
  (await row(sql`select sealed is not null as kept from provider_keys where reseller_id = ${owner.id}`))
    ?.kept;

test("keeps removed keys while money may still be sent back by them", async () => {
  const it = await begun();
  await pay(it.reference, 5_000n);
  await look(it);
  await removeKeys(it.owner.ctx, { provider: "paystack" });
  await at.system.db.execute(sql`update payments set next_check_at = null where reference = ${it.reference}`);
  await forgetKeys(at.system);
  expect(await areSealed(it)).toBe(true);
  const [money] = await oddMoney(it.owner.ctx);
  await refundOdd(it.owner.ctx, { id: money?.id ?? 0 });
  await bank.control.do("order", { fault: "refund-done", provider: "paystack" });
  await follow();
  await follow();
  expect(await bank.control.refunds()).toMatchObject([{ amount: 5_000n, state: "done" }]);
  await forgetKeys(at.system);
  expect(await areSealed(it)).toBe(false);
});

test("ends a refund that is asked for after its keys were forgotten, and lets the reseller settle it", async () => {
  const it = await begun();
  await pay(it.reference, 5_000n);
  await look(it);
  await removeKeys(it.owner.ctx, { provider: "paystack" });
  await at.system.db.execute(sql`update provider_keys set sealed = null where reseller_id = ${it.owner.id}`);
  const [money] = await oddMoney(it.owner.ctx);
  const id = money?.id ?? 0;
  await refundOdd(it.owner.ctx, { id });
  await follow();
  const [left] = await oddMoney(it.owner.ctx);
  expect(left).toMatchObject({ id, refusal: expect.stringContaining("keys of this account were removed") });
  await settleOdd(it.owner.ctx, { id, reason: "sent back from our account" });
  expect(await oddMoney(it.owner.ctx)).toEqual([]);
  expect(await bank.control.refunds()).toEqual([]);
  await booksHold();
});
