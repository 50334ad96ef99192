import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { postClawBack, postCredit, postDebit } from "#lib/ledger/adjust-wallet";
import { checkLedger } from "#lib/ledger/check-ledger";
import { getWallet } from "#lib/ledger/wallet";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { createNotificationList } from "#lib/notification/notification-list";
import { getProviders } from "#lib/payment/providers/configured-providers";
import { processDueRefunds } from "#lib/payment/refund/process-refunds";
import { syncPayment } from "#lib/payment/sync-payment";
import { runPaymentLanes } from "#lib/payment/testing/run-payment-lanes";
import { startWebhookListener } from "#lib/payment/testing/webhook-listener";
import { handleProviderWebhook } from "#lib/payment/webhook/provider-webhook-route";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { getProfit } from "#lib/purchase/report/profit";
import { runDispatcher } from "#lib/purchase/send/dispatcher";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { walletStatement } from "#lib/purchase/wallet-statement";
import { getShop } from "#lib/shop/get-shop";
import { openShop } from "#lib/shop/save-shop";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { type Scene, scene } from "#lib/testing/scene";
import { type PaymentsSandbox, startPaymentProviders } from "#sandbox/payments/server";
import { deliverOrder } from "./deliver-order.ts";
import { findOrder } from "./find-order.ts";
import { fulfilPaidOrders } from "./fulfil-paid-orders.ts";
import { orderList } from "./list-orders.ts";
import { payOrder, recheckOrderPayments } from "./pay-order.ts";
import { payOrderNow } from "./pay-order-now.ts";
import { placeOrder } from "./place-order.ts";
import { refundOrder } from "./refund-order.ts";
import { rejectOrder } from "./reject-order.ts";

let at: Scene;
let bank: PaymentsSandbox;
let inbox: Awaited<ReturnType<typeof startWebhookListener>>;
let made = 0;

beforeAll(async () => {
  inbox = await startWebhookListener();
  bank = await startPaymentProviders({ settings: { notices: inbox.url } });
  at = await scene(bank.variables);
  await at.system.db.execute(sql`update payment_settings set collect = true`);
  await at.system.db.execute(sql`
    create function die() returns trigger language plpgsql as $$ begin
      perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60); return new; end $$`);
});
beforeEach(async () => {
  await bank.control.do("reset", {});
  await at.sandbox.clearFaults();
});
afterAll(async () => {
  await Promise.all([bank?.close(), inbox?.close()]);
  await at.close();
});

const visitor = (): Ctx => {
  made += 1;
  return { actor: { kind: "visitor" }, db: at.system.db, address: `10.1.${made >> 8}.${made & 255}` };
};
const row = async (query: ReturnType<typeof sql>) => (await at.system.db.execute(query))[0];
const booksHold = async () => expect((await checkLedger(at.system)).findings).toEqual([]);

/** Creates a shop with operator collection and one order. */
async function ordered({ money = 0n, phone = "08037654321" } = {}) {
  made += 1;
  const owner = await at.reseller("affiliate", money);
  await at.system.db.execute(sql`update resellers set collects = true where id = ${owner.id}`);
  const slug = `paid-${made}`;
  await openShop(owner.ctx, {
    name: `Shop ${made}`,
    slug,
    phone: "08031234567",
    markup: "50",
    payments: [{ kind: "cash", where: "12 Allen Avenue." }],
  });
  const order = async () => {
    const [offer] = (await getShop(visitor(), { slug })).offers;
    if (!offer) throw new Error("nothing on offer");
    const { planId, price } = offer;
    return (await placeOrder(visitor(), { slug, planId, price, phone, ref: randomUUID() })).code;
  };
  const code = await order();
  const of = { slug, code };
  const { price } = await findOrder(visitor(), of);
  return { owner, slug, code, of, price, order };
}
type Ordered = Awaited<ReturnType<typeof ordered>>;

/** Starts its payment at Paystack. @returns our reference. */
async function begun(
  { of }: Pick<Ordered, "of">,
  provider: "paystack" | "flutterwave" = "paystack",
): Promise<string> {
  await payOrder(visitor(), { ...of, provider });
  const payment = await row(sql`select p.reference from payments p join orders o on o.id = p.order_id
    where o.code = ${of.code} order by p.id desc limit 1`);
  return String(payment?.reference);
}

const pay = (
  reference: string,
  more: { amount?: bigint; currency?: string } = {},
  provider: "paystack" | "flutterwave" = "paystack",
) => bank.control.do("pay", { provider, reference, method: "card", ...more });
const look = async (of: Ordered["of"]) => {
  await at.system.db.execute(sql`update payments set looked_at = null`);
  await recheckOrderPayments(visitor(), of);
};
const walletOf = async (ctx: Ctx) => (await getWallet(ctx)).wallet;
const orderOf = (of: Ordered["of"]) => findOrder(visitor(), of);
const soon = async () => {
  await at.system.db.execute(sql`update orders set due_at = now() where due_at is not null`);
  await fulfilPaidOrders(at.system);
};
const follow = async () => {
  await at.system.db.execute(
    sql`update payment_refunds set next_attempt_at = now() where next_attempt_at is not null`,
  );
  await processDueRefunds(at.system);
};
const purchasesOf = async ({ id }: { id: number }) =>
  at.system.db.execute<{ ident: string; state: string }>(
    sql`select ident, state from purchases where reseller_id = ${id} order by id`,
  );
const moneyOf = (of: Ordered["of"]) =>
  at.system.db.execute<{ state: string; suspense_reason: string | null }>(sql`
    select t.state, t.suspense_reason from provider_transactions t join payments p on p.id = t.payment_id
      join orders o on o.id = p.order_id where o.code = ${of.code} order by t.id`);

/** Sends queued purchases until the order's purchase is settled. */
async function sent({ owner }: Pick<Ordered, "owner">): Promise<string> {
  const [purchase] = (await purchasesOf(owner)).toReversed();
  const loop = runDispatcher(at.system);
  try {
    return (await waitUntilSettled(owner.ctx, purchase?.ident ?? "", TEST_TIMEOUT_MS)).state;
  } finally {
    await loop.stop();
  }
}

/** Creates an order whose payment was received. */
async function paid(of: { money?: bigint; phone?: string } = {}): Promise<Ordered & { reference: string }> {
  const it = await ordered(of);
  const reference = await begun(it);
  await pay(reference);
  await look(it.of);
  return { ...it, reference };
}

test("opens one page for taps in two tabs while the provider responds slowly", async () => {
  const { of } = await ordered();
  let respond = () => {};
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const slow = new Map(
    [...getProviders()].map(([name, provider]) => [
      name,
      Object.assign(Object.create(provider) as typeof provider, {
        startPayment: async (payment: Parameters<typeof provider.startPayment>[0]) => {
          const started = await provider.startPayment(payment);
          await held;
          return started;
        },
      }),
    ]),
  );
  const first = payOrderNow(visitor(), of, slow);
  const started = () =>
    at.system.db.execute(sql`
      select from payments where order_id = (select id from orders where code = ${of.code})`);
  await expect.poll(async () => (await started()).length).toBe(1);
  const second = payOrderNow(visitor(), of);
  await Promise.race([second, pause(500)]);
  respond();
  expect(await second).toEqual(await first);
  expect(await started()).toHaveLength(1);
});

describe("an order paid through the operator", () => {
  test("is credited less the fee and delivered automatically, from an empty wallet", async () => {
    const it = await ordered();
    expect(await orderOf(it.of)).toMatchObject({
      payOnline: [{ label: "Paystack" }, { label: "Monnify" }, { label: "Flutterwave" }],
    });
    const reference = await begun(it);
    await look(it.of);
    expect(await orderOf(it.of)).toMatchObject({
      payment: "awaiting",
      online: { state: "started", page: expect.any(String) },
    });
    await pay(reference);
    await look(it.of);
    const fee = BigInt(
      String((await row(sql`select fee from provider_transactions where reference = ${reference}`))?.fee),
    );
    expect(await walletOf(it.owner.ctx)).toBe(it.price - fee);
    expect(await orderOf(it.of)).toMatchObject({
      payment: "received",
      online: { state: "paid" },
      delivery: null,
    });
    await fulfilPaidOrders(at.system);
    expect(await sent(it)).toBe("successful");
    expect(await orderOf(it.of)).toMatchObject({ delivery: { state: "successful" }, final: true });
    const { cost } = (await orderList.page(it.owner.ctx, { show: "all" })).rows[0] ?? {};
    expect(await walletOf(it.owner.ctx)).toBe(it.price - fee - (cost ?? 0n));
    const sold = sql`select retail, payment_fee from purchases where reseller_id = ${it.owner.id}`;
    expect(await row(sold)).toEqual({ retail: String(it.price), payment_fee: String(fee) });
    // The profit is the money that came to the wallet.
    expect(await getProfit(it.owner.ctx, {})).toMatchObject({
      retail: it.price,
      profit: await walletOf(it.owner.ctx),
    });
    await soon();
    expect(await row(sql`select due_at from orders where code = ${it.code}`)).toEqual({
      due_at: null,
    });
    await booksHold();
  });

  test("is credited, bought and delivered once on concurrent webhooks, returns, sweeps and a tap", async () => {
    const it = await ordered({ money: 10_000_000n });
    const reference = await begun(it);
    await bank.control.do("order", { fault: "twice", provider: "paystack" });
    await pay(reference);
    await bank.control.waitForLog((log) => log.some((entry) => entry.what === "notice" && entry.tries >= 2));
    const notices = inbox.got.slice(-2);
    const send = (n: number) => {
      const notice = notices[n % 2];
      const request = new Request("http://x/", {
        method: "POST",
        body: Buffer.from(notice?.raw ?? []),
        headers: notice?.headers ?? new Headers(),
      });
      return handleProviderWebhook(request, "paystack");
    };
    await at.system.db.execute(sql`update payments set next_check_at = now() where reference = ${reference}`);
    await Promise.all([
      ...[0, 1, 2, 3].map(send),
      ...[0, 1, 2].map(() => look(it.of)),
      runPaymentLanes(at.system),
      runPaymentLanes(at.system),
    ]);
    await runPaymentLanes(at.system);
    const [order] = (await orderList.page(it.owner.ctx, { show: "all" })).rows;
    const tap = { code: it.code, ref: order?.nextRef ?? "", price: order?.cost ?? 0n };
    await Promise.all([
      fulfilPaidOrders(at.system),
      fulfilPaidOrders(at.system),
      deliverOrder(it.owner.ctx, tap),
      deliverOrder(it.owner.ctx, tap),
      soon(),
    ]);
    await soon();
    expect(await purchasesOf(it.owner)).toHaveLength(1);
    expect(await sent(it)).toBe("successful");
    await soon();
    expect(await purchasesOf(it.owner)).toHaveLength(1);
    expect(await moneyOf(it.of)).toMatchObject([{ state: "credited" }]);
    expect(
      await row(
        sql`select count(*)::int as n from journals where kind = 'payment' and reseller_id = ${it.owner.id}`,
      ),
    ).toEqual({ n: 1 });
    await booksHold();
  });

  test("waits while the wallet can't cover it, shows the blocker, and continues when money comes", async () => {
    const it = await ordered();
    await postClawBack(at.system, {
      resellerId: it.owner.id,
      amount: 10_000_000n,
      reason: "a mistake of ours",
    });
    await pay(await begun(it));
    await look(it.of);
    await fulfilPaidOrders(at.system);
    expect(await orderOf(it.of)).toMatchObject({
      payment: "received",
      waitingFor: "wallet",
      delivery: null,
      final: false,
    });
    await soon();
    await postCredit(at.system, { resellerId: it.owner.id, amount: 10_500_000n, reason: "paid by hand" });
    await fulfilPaidOrders(at.system, { resellerId: it.owner.id });
    expect(await orderOf(it.of)).toMatchObject({ waitingFor: null, delivery: { state: "queued" } });
    expect(await sent(it)).toBe("successful");
    await booksHold();
  });

  test("isn't delivered after a chargeback, and continues when the chargeback is won", async () => {
    const it = await ordered();
    await postClawBack(at.system, {
      resellerId: it.owner.id,
      amount: 10_000_000n,
      reason: "a mistake of ours",
    });
    const reference = await begun(it);
    await pay(reference);
    await look(it.of);
    await fulfilPaidOrders(at.system);
    await bank.control.do("reverse", { provider: "paystack", reference });
    await syncPayment(at.system, "paystack", { reference });
    await postCredit(at.system, { resellerId: it.owner.id, amount: 50_000_000n, reason: "paid by hand" });
    await soon();
    expect(await purchasesOf(it.owner)).toEqual([]);
    expect(await orderOf(it.of)).toMatchObject({ payment: "received", waitingFor: "payment", final: false });
    await bank.control.do("settle", { provider: "paystack", reference });
    await syncPayment(at.system, "paystack", { reference });
    await soon();
    expect(await orderOf(it.of)).toMatchObject({ waitingFor: null, delivery: { state: "queued" } });
    expect(await sent(it)).toBe("successful");
    await booksHold();
  });

  test("reports that nothing is left to refund after a chargeback", async () => {
    await at.sandbox.order("fail", { phone: "08037000009" });
    const it = await paid({ phone: "08037000009" });
    await fulfilPaidOrders(at.system);
    const [money] = await at.system.db.execute<{ reference: string }>(
      sql`select reference from provider_transactions order by id desc limit 1`,
    );
    const reference = money?.reference ?? "";
    await bank.control.do("reverse", { provider: "paystack", reference });
    await syncPayment(at.system, "paystack", { reference });
    expect(await sent(it)).toBe("failed");
    await soon();
    await follow();
    expect(await orderOf(it.of)).toMatchObject({
      payment: "refunded",
      waitingFor: null,
      final: true,
      online: { refund: { state: "taken_back" } },
    });
    expect(await bank.control.refunds()).toEqual([]);
    await booksHold();
  });

  test("keeps the ledger balanced when it is refunded after its chargeback was won", async () => {
    const it = await paid();
    const { reference } = it;
    await bank.control.do("reverse", { provider: "paystack", reference });
    await syncPayment(at.system, "paystack", { reference });
    await bank.control.do("settle", { provider: "paystack", reference });
    await syncPayment(at.system, "paystack", { reference });
    await postCredit(at.system, { resellerId: it.owner.id, amount: 10_000_000n, reason: "paid by hand" });
    await refundOrder(it.owner.ctx, { code: it.code, reason: "" });
    expect(await moneyOf(it.of)).toMatchObject([{ state: "refunding" }]);
    await booksHold();
  });

  test("refunds the customer when the chargeback is won after the order's refund was requested", async () => {
    const it = await paid({ money: 10_000_000n });
    const { reference } = it;
    await bank.control.do("reverse", { provider: "paystack", reference });
    await syncPayment(at.system, "paystack", { reference });
    await refundOrder(it.owner.ctx, { code: it.code, reason: "" });
    await soon();
    expect(await orderOf(it.of)).toMatchObject({ online: { refund: { state: "taken_back" } }, final: true });
    await bank.control.do("settle", { provider: "paystack", reference });
    await syncPayment(at.system, "paystack", { reference });
    await fulfilPaidOrders(at.system);
    expect(await moneyOf(it.of)).toMatchObject([{ state: "refunding", suspense_reason: "undelivered" }]);
    expect(await orderOf(it.of)).toMatchObject({
      payment: "refunded",
      online: { refund: { state: "asked" } },
    });
    await follow();
    expect(await bank.control.refunds()).toMatchObject([{ amount: it.price }]);
    await booksHold();
  });

  test("refunds a failed delivery when its chargeback is won, even if the reseller has spent the money", async () => {
    await at.sandbox.order("fail", { phone: "08037000019" });
    const it = await paid({ phone: "08037000019" });
    const { reference } = it;
    await fulfilPaidOrders(at.system);
    const left = await walletOf(it.owner.ctx);
    await postDebit(at.system, { resellerId: it.owner.id, amount: left, reason: "paid out in cash" });
    await bank.control.do("reverse", { provider: "paystack", reference });
    await syncPayment(at.system, "paystack", { reference });
    expect(await sent(it)).toBe("failed");
    await bank.control.do("settle", { provider: "paystack", reference });
    await syncPayment(at.system, "paystack", { reference });
    await fulfilPaidOrders(at.system);
    await follow();
    expect(await orderOf(it.of)).toMatchObject({ payment: "refunded", waitingFor: null });
    expect((await bank.control.refunds()).map(({ amount }) => amount)).toEqual([it.price]);
    expect(await walletOf(it.owner.ctx)).toBeLessThan(0n);
    await booksHold();
  });

  test.each([
    ["100, less than the bundle costs its reseller", () => 100n],
    ["the price, of which the provider keeps a fee", () => at.offered().price],
  ])("waits for its reseller when its customer paid %s", async (_what, price) => {
    const it = await ordered({ money: 10_000_000n });
    await at.system.db.execute(sql`alter table orders disable trigger orders_update_check`);
    await at.system.db.execute(sql`update orders set price = ${price()} where code = ${it.code}`);
    await at.system.db.execute(sql`alter table orders enable trigger orders_update_check`);
    await at.system.db.execute(sql`update payment_settings set min_amount = 1`);
    await pay(await begun(it));
    await at.system.db.execute(sql`update payment_settings set min_amount = 10000`);
    await look(it.of);
    await fulfilPaidOrders(at.system);
    expect(await orderOf(it.of)).toMatchObject({ waitingFor: "price", delivery: null });
    const [order] = (await orderList.page(it.owner.ctx, { show: "todo" })).rows;
    expect(order?.cost).toBe(at.offered().price);
    await deliverOrder(it.owner.ctx, { code: it.code, ref: order?.nextRef ?? "", price: order?.cost ?? 0n });
    expect(await orderOf(it.of)).toMatchObject({ waitingFor: null, delivery: { state: "queued" } });
    const fee = sql`select payment_fee from purchases where reseller_id = ${it.owner.id}`;
    const credited = sql`select gross - credited as fee from provider_transactions where reseller_id = ${it.owner.id}`;
    expect((await row(fee))?.payment_fee).toBe((await row(credited))?.fee);
  });

  test("is refunded by the provider in full, once, when it fails finally", async () => {
    await at.sandbox.order("fail", { phone: "08037000001" });
    const it = await paid({ money: 100_000n, phone: "08037000001" });
    const before = await walletOf(it.owner.ctx);
    await fulfilPaidOrders(at.system);
    expect(await sent(it)).toBe("failed");
    await Promise.all([fulfilPaidOrders(at.system), fulfilPaidOrders(at.system), soon()]);
    expect(await orderOf(it.of)).toMatchObject({
      payment: "refunded",
      online: { refund: { state: "asked" } },
      final: false,
    });
    expect(await walletOf(it.owner.ctx)).toBe(before - it.price);
    await booksHold();
    await follow();
    expect((await orderOf(it.of)).online?.refund?.state).toBe("pending");
    const refunds = await bank.control.refunds();
    expect(refunds.map(({ amount }) => amount)).toEqual([it.price]);
    await bank.control.do("settle-refund", { key: refunds[0]?.key ?? "", state: "done" });
    await follow();
    await soon();
    expect(await orderOf(it.of)).toMatchObject({ online: { refund: { state: "done" } }, final: true });
    expect(await bank.control.refunds()).toHaveLength(1);
    await booksHold();
  });

  test("holds the customer's money from the moment delivery failed; the missing fee is its reseller's debt", async () => {
    await at.sandbox.order("fail", { phone: "08037000002" });
    const it = await paid({ phone: "08037000002" });
    const fee = it.price - (await walletOf(it.owner.ctx));
    expect(fee > 0n).toBe(true);
    await fulfilPaidOrders(at.system);
    expect(await sent(it)).toBe("failed");
    // No worker has handled the order since then.
    expect(await walletOf(it.owner.ctx)).toBe(-fee);
    expect(await orderOf(it.of)).toMatchObject({
      payment: "refunded",
      waitingFor: null,
      online: { refund: { state: "asked" } },
    });
    const bundle = { ...at.offered(), phone: "08037654321", ref: randomUUID() };
    const spend = placePurchase(it.owner.ctx, { ...bundle, channel: "web", again: false });
    await expect(spend).rejects.toMatchObject({ code: "negative_wallet" });
    await booksHold();
    await processDueRefunds(at.system);
    expect((await bank.control.refunds()).map(({ amount }) => amount)).toEqual([it.price]);
    const said = sql`select reason from journals where kind = 'refund' and reseller_id = ${it.owner.id}`;
    expect(String((await row(said))?.reason)).toContain("the provider’s fee is charged to the wallet");
    await fulfilPaidOrders(at.system);
    expect(await row(sql`select due_at from orders where code = ${it.code}`)).toEqual({
      due_at: null,
    });
    await booksHold();
  });

  test("refunds the customer although the reseller has spent the difference to the price", async () => {
    await at.sandbox.order("fail", { phone: "08037000006" });
    const it = await paid({ phone: "08037000006" });
    await fulfilPaidOrders(at.system);
    const left = await walletOf(it.owner.ctx);
    await postDebit(at.system, { resellerId: it.owner.id, amount: left, reason: "paid out in cash" });
    expect(await sent(it)).toBe("failed");
    await follow();
    expect((await bank.control.refunds()).map(({ amount }) => amount)).toEqual([it.price]);
    expect(await walletOf(it.owner.ctx)).toBeLessThan(0n);
    await booksHold();
  });

  test("delays a reseller's refund until the wallet holds the credited amount; the fee is a debt", async () => {
    const it = await paid();
    const credited = await walletOf(it.owner.ctx);
    await postDebit(at.system, { resellerId: it.owner.id, amount: 1n, reason: "paid out in cash" });
    await refundOrder(it.owner.ctx, { code: it.code, reason: "the network is down" });
    await follow();
    expect(await bank.control.refunds()).toEqual([]);
    expect(await orderOf(it.of)).toMatchObject({
      waitingFor: "wallet",
      online: { refund: { state: "waits" } },
    });
    await postCredit(at.system, { resellerId: it.owner.id, amount: 1n, reason: "paid by hand" });
    await fulfilPaidOrders(at.system, { resellerId: it.owner.id });
    await follow();
    expect((await bank.control.refunds()).map(({ amount }) => amount)).toEqual([it.price]);
    expect(await walletOf(it.owner.ctx)).toBe(credited - it.price);
    await booksHold();
  });

  test("marks a refund that the provider rejects as action required, for admins and on the order", async () => {
    await at.sandbox.order("fail", { phone: "08037000003" });
    const it = await paid({ money: 100_000n, phone: "08037000003" });
    await fulfilPaidOrders(at.system);
    await sent(it);
    await soon();
    await bank.control.do("order", { fault: "refund-failed", provider: "paystack" });
    await follow();
    await follow();
    expect((await orderOf(it.of)).online?.refund?.state).toBe("attention");
    expect(await moneyOf(it.of)).toMatchObject([{ state: "suspense", suspense_reason: "undelivered" }]);
    await booksHold();
  });

  test("waits for the decision on an unconfirmed purchase, without a refund", async () => {
    await at.sandbox.order("lost-answer", { phone: "08037000004" });
    const it = await paid({ money: 100_000n, phone: "08037000004" });
    await fulfilPaidOrders(at.system);
    expect(await sent(it)).toBe("unconfirmed");
    await soon();
    await soon();
    expect(await orderOf(it.of)).toMatchObject({ payment: "received", delivery: { state: "unconfirmed" } });
    const [order] = (await orderList.page(it.owner.ctx, { show: "all" })).rows;
    expect(order?.nextRef).toBeNull();
    await expect(refundOrder(it.owner.ctx, { code: it.code })).rejects.toMatchObject({ code: "conflict" });
    expect(await moneyOf(it.of)).toMatchObject([{ state: "credited" }]);
  });

  test("isn't refunded after delivery", async () => {
    const it = await paid({ money: 100_000n });
    await fulfilPaidOrders(at.system);
    await sent(it);
    await expect(refundOrder(it.owner.ctx, { code: it.code })).rejects.toMatchObject({ code: "conflict" });
    const forged = at.system.db.execute(sql`update orders set payment = 'refunded' where code = ${it.code}`);
    await expect(forged).rejects.toMatchObject({ cause: { constraint_name: "orders_delivered" } });
  });

  test("can be refunded by its reseller before delivery, through the provider", async () => {
    const it = await paid({ money: 100_000n });
    await refundOrder(it.owner.ctx, { code: it.code, reason: "the network is down" });
    await soon();
    expect(await purchasesOf(it.owner)).toEqual([]);
    await follow();
    expect((await bank.control.refunds()).map(({ amount }) => amount)).toEqual([it.price]);
    await booksHold();
  });
});

describe("keeps money in suspense that doesn't match an order's request, and delivers nothing", () => {
  test.each<[string, { amount?: bigint; currency?: string }]>([
    ["under_paid", { amount: 5_000n }],
    ["over_paid", { amount: 9_000_000n }],
    ["other_currency", { currency: "USD" }],
  ])("%s", async (reason, odd) => {
    const it = await ordered();
    await pay(await begun(it), odd);
    await look(it.of);
    await soon();
    expect(await moneyOf(it.of)).toMatchObject([{ state: "suspense", suspense_reason: reason }]);
    expect(await orderOf(it.of)).toMatchObject({ payment: "awaiting", online: { state: "review" } });
    expect([await walletOf(it.owner.ctx), await purchasesOf(it.owner)]).toEqual([0n, []]);
    await booksHold();
  });

  test("for an order that was rejected meanwhile", async () => {
    const it = await ordered();
    const reference = await begun(it);
    await rejectOrder(it.owner.ctx, { code: it.code, reason: "sold out today" });
    await pay(reference);
    await look(it.of);
    expect(await moneyOf(it.of)).toMatchObject([{ state: "suspense", suspense_reason: "late" }]);
    expect(await orderOf(it.of)).toMatchObject({ payment: "refused" });
  });

  test("for an order that was paid to the shop meanwhile, or by another provider", async () => {
    const it = await ordered({ money: 10_000_000n });
    const [one, two] = [await begun(it), await begun(it, "flutterwave")];
    await Promise.all([pay(one), pay(two, {}, "flutterwave")]);
    await Promise.all([look(it.of), look(it.of)]);
    await look(it.of);
    const states = (await moneyOf(it.of)).map(({ state, suspense_reason }) => suspense_reason ?? state);
    expect(states.toSorted()).toEqual(["credited", "doubled"]);
    await soon();
    expect(await purchasesOf(it.owner)).toHaveLength(1);
    const second = await ordered({ money: 10_000_000n });
    const reference = await begun(second);
    const [order] = (await orderList.page(second.owner.ctx, { show: "all" })).rows;
    await deliverOrder(second.owner.ctx, {
      code: second.code,
      ref: order?.nextRef ?? "",
      price: order?.cost ?? 0n,
    });
    await pay(reference);
    await look(second.of);
    await soon();
    expect(await moneyOf(second.of)).toMatchObject([{ state: "suspense", suspense_reason: "doubled" }]);
    expect(await purchasesOf(second.owner)).toHaveLength(1);
    await booksHold();
  });

  test("counts an order as paid that expired while its customer was paying in time", async () => {
    const it = await ordered({ money: 10_000_000n });
    const reference = await begun(it);
    await pay(reference);
    await at.system.db.execute(sql`update orders set payment = 'expired' where code = ${it.code}`);
    await look(it.of);
    await soon();
    expect(await orderOf(it.of)).toMatchObject({ payment: "received", delivery: { state: "queued" } });
  });
});

describe("a killed worker loses and doubles nothing", () => {
  test.each(["order.paid", "money.credited", "purchase.placed", "order.delivering"])(
    "at %s",
    async (action) => {
      const it = await ordered({ money: 10_000_000n });
      await pay(await begun(it));
      await dying(action, async () => {
        await look(it.of).catch(() => {});
        await soon().catch(() => {});
      });
      await look(it.of);
      await soon();
      await soon();
      expect(await purchasesOf(it.owner)).toHaveLength(1);
      expect(await moneyOf(it.of)).toMatchObject([{ state: "credited" }]);
      expect(await orderOf(it.of)).toMatchObject({ payment: "received", delivery: { state: "queued" } });
      await booksHold();
    },
  );

  test.each(["order.refunded", "money.refund_asked"])("at %s", async (action) => {
    const it = await paid({ money: 100_000n });
    await fulfilPaidOrders(at.system);
    const left = await walletOf(it.owner.ctx);
    const [purchase] = await purchasesOf(it.owner);
    const end = () => cancelPurchase(it.owner.ctx, { ident: purchase?.ident ?? "" });
    await dying(action, () => end().catch(() => {}));
    expect(await purchasesOf(it.owner)).toMatchObject([{ state: "queued" }]);
    expect(await orderOf(it.of)).toMatchObject({ payment: "received" });
    expect(await walletOf(it.owner.ctx)).toBe(left);
    await Promise.allSettled([end(), end()]);
    await soon();
    await soon();
    await follow();
    expect(await bank.control.refunds()).toHaveLength(1);
    expect(await moneyOf(it.of)).toMatchObject([{ state: "refunding" }]);
    await booksHold();
  });

  async function dying(action: string, work: () => Promise<void>): Promise<void> {
    await at.system.db.execute(
      sql.raw(`create trigger die before insert on audit for each row
      when (new.action = '${action}') execute function die()`),
    );
    await work();
    await at.system.db.execute(sql`drop trigger die on audit`);
  }
});

test("offers online payment only where the operator collects for this reseller, and while the order can be paid", async () => {
  const it = await ordered();
  const offered = async () => (await orderOf(it.of)).payOnline.length > 0;
  const refused = () =>
    expect(payOrder(visitor(), { ...it.of, provider: "paystack" })).rejects.toMatchObject({
      code: "conflict",
    });
  expect([await offered(), getProviders().size]).toEqual([true, 3]);
  const off = async (change: ReturnType<typeof sql>, back: ReturnType<typeof sql>) => {
    await at.system.db.execute(change);
    expect(await offered()).toBe(false);
    await refused();
    await at.system.db.execute(back);
  };
  await off(
    sql`update payment_settings set collect = false`,
    sql`update payment_settings set collect = true`,
  );
  await off(
    sql`update resellers set collects = false where id = ${it.owner.id}`,
    sql`update resellers set collects = true where id = ${it.owner.id}`,
  );
  await off(
    sql`update resellers set state = 'restricted' where id = ${it.owner.id}`,
    sql`update resellers set state = 'active' where id = ${it.owner.id}`,
  );
  const reference = await begun(it);
  expect(await begun(it)).toBe(reference);
  await rejectOrder(it.owner.ctx, { code: it.code, reason: "sold out today" });
  expect(await offered()).toBe(false);
  await refused();
  await expect(
    payOrder(visitor(), { slug: "no-such-shop", code: it.code, provider: "paystack" }),
  ).rejects.toMatchObject({ code: "not_found" });
});

describe("notifies the shop's owner", () => {
  const notified = async ({ owner }: Ordered, event: "order" | "money") => {
    const { rows } = await createNotificationList(NOTIFICATION_KINDS).page(owner.ctx, { event });
    return rows.map(({ title, text, path }) => ({ title, text, path }));
  };

  test("of a customer's payment, which isn't a top-up, and of the order as it is now", async () => {
    const it = await ordered();
    const { reference, price } = await orderOf(it.of);
    expect(reference).toMatch(/^[A-Z0-9]{3}-[A-Z0-9]{3}$/);
    const text = (now: string) => `Order ${reference} for ${formatMoney(price)}. ${now}`;
    expect(await notified(it, "order")).toMatchObject([
      {
        text: text(
          "If your customer pays online, it’s delivered automatically. If they pay you, deliver it then.",
        ),
      },
    ]);
    await pay(await begun(it));
    await look(it.of);
    expect(await notified(it, "order")).toMatchObject([
      { text: text("Paid online. It’s delivered automatically.") },
    ]);
    expect(await notified(it, "money")).toMatchObject([
      {
        title: expect.stringMatching(new RegExp(`^Order ${reference}: ₦[\\d.]+ added to your wallet$`)),
        text: expect.stringContaining(`Your customer paid order ${reference} online.`),
        path: "/shop",
      },
    ]);
    const [line] = (await walletStatement().page(it.owner.ctx, {})).rows;
    expect(line).toMatchObject({ kind: "payment", order: reference });
    await soon();
    await sent(it);
    expect(await notified(it, "order")).toMatchObject([
      { text: text("Paid online and delivered automatically.") },
    ]);
  });

  test("to deliver an order that can't be paid online, and of its rejection", async () => {
    const it = await ordered();
    await at.system.db.execute(sql`update resellers set collects = false where id = ${it.owner.id}`);
    expect(await notified(it, "order")).toMatchObject([
      { text: expect.stringContaining("Deliver it when your customer has paid you.") },
    ]);
    await rejectOrder(it.owner.ctx, { code: it.code, reason: "sold out today" });
    expect(await notified(it, "order")).toMatchObject([
      { text: expect.stringContaining("You rejected it.") },
    ]);
  });
});

describe("the one way to pay now", () => {
  const setFee = (provider: string, rate: number) =>
    at.system.db.execute(sql`insert into provider_fee_rules (provider, kind, rate, fixed, fixed_from)
      values (${provider}, 'checkout', ${rate}, 0, 0)
      on conflict (provider, kind) do update set rate = excluded.rate`);
  const failToOpen = (provider: "paystack" | "monnify", times = 1) =>
    bank.control.do("order", { fault: "server-error", route: "start", provider, times });
  const attempts = (of: Ordered["of"]) =>
    at.system.db.execute<{ provider: string; opened: boolean }>(sql`
      select p.provider, p.page is not null as opened from payments p join orders o on o.id = p.order_id
      where o.code = ${of.code} order by p.id`);
  /** As if the attempts of other tests were long ago. */
  const forgetAttempts = async () => {
    await at.system.db.execute(sql`alter table payments disable trigger payments_update_check`);
    await at.system.db.execute(sql`update payments set started_at = now() - interval '1 hour'`);
    await at.system.db.execute(sql`alter table payments enable trigger payments_update_check`);
  };
  beforeEach(forgetAttempts);
  afterAll(() => at.system.db.execute(sql`delete from provider_fee_rules`));

  test("takes the provider with the lowest fee, and returns to its page", async () => {
    await setFee("paystack", 300);
    await setFee("monnify", 200);
    await setFee("flutterwave", 100);
    const it = await ordered();
    const first = await payOrderNow(visitor(), it.of);
    expect(first.provider).toBe("flutterwave");
    await setFee("flutterwave", 400);
    expect(await payOrderNow(visitor(), it.of)).toEqual(first);
    expect(await attempts(it.of)).toHaveLength(1);
    expect((await payOrderNow(visitor(), (await ordered()).of)).provider).toBe("monnify");
  });

  test("takes the next provider when one opens no page, also for the next customers", async () => {
    await setFee("paystack", 100);
    await setFee("monnify", 200);
    const it = await ordered();
    await failToOpen("paystack");
    const { provider, page } = await payOrderNow(visitor(), it.of);
    expect(provider).toBe("monnify");
    expect(page).toMatch(/^http/);
    expect(await attempts(it.of)).toEqual([
      { provider: "paystack", opened: false },
      { provider: "monnify", opened: true },
    ]);
    const next = await ordered();
    expect((await orderOf(next.of)).payOnline[0]?.name).toBe("paystack");
    await at.system.db.execute(sql`alter table payments disable trigger payments_update_check`);
    await at.system.db.execute(
      sql`update payments set started_at = started_at - interval '10 seconds' where order_id = (select id from orders where code = ${it.code})`,
    );
    await at.system.db.execute(sql`alter table payments enable trigger payments_update_check`);
    expect((await orderOf(next.of)).payOnline.map(({ name }) => name).at(-1)).toBe("paystack");
  });

  test("says that nothing was paid when no provider opens a page, and starts again on the next tap", async () => {
    const it = await ordered();
    await failToOpen("paystack");
    await failToOpen("monnify");
    await expect(payOrderNow(visitor(), it.of)).rejects.toMatchObject({ code: "unavailable" });
    expect((await payOrderNow(visitor(), it.of)).provider).toBe("flutterwave");
    await booksHold();
  });

  test("says that no fee is added, or how much, as the provider last did it", async () => {
    await setFee("paystack", 150);
    await setFee("monnify", 160);
    const it = await ordered();
    const findMethod = async (of = it.of) =>
      (await orderOf(of)).payOnline.find(({ name }) => name === "paystack");
    expect(await findMethod()).toMatchObject({ addedFee: 0n });
    const reference = await begun(it);
    let gross = it.price;
    while (gross - (gross * 15n + 500n) / 1000n < it.price) gross += 1n;
    await pay(reference, { amount: gross });
    await look(it.of);
    expect(await orderOf(it.of)).toMatchObject({ payment: "received" });
    const next = await ordered();
    // Providers round differently.
    const rounding = ((await findMethod(next.of))?.addedFee ?? 0n) - (gross - it.price);
    expect([-1n, 0n, 1n]).toContain(rounding);
    expect((await orderOf(next.of)).payOnline[0]).toMatchObject({ name: "monnify", addedFee: 0n });
  });
});
