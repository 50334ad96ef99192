import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { postClawBack, postCredit, postDebit } from "#lib/ledger/adjust-wallet";
import { paymentSettings } from "#lib/payment/payment-settings";
import { syncPayment } from "#lib/payment/sync-payment";
import { toWebhookRequest } from "#lib/payment/testing/open-provider-scene";
import { runPaymentLanes } from "#lib/payment/testing/run-payment-lanes";
import { handleProviderWebhook } from "#lib/payment/webhook/provider-webhook-route";
import { advanceUnconfirmed } from "#lib/purchase/advance/advance-unconfirmed";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { getProfit } from "#lib/sales/profit";
import { fulfilDueOrders } from "#lib/shop/testing/fulfil-due-orders";
import { openOnlineOrders } from "#lib/shop/testing/online-orders";
import { storeSettings } from "#lib/testing/store-settings";
import { deliverOrder } from "./deliver-order.ts";
import { wakeOrdersAwaitingFunds } from "./fulfil-paid-orders.ts";
import { orderList } from "./list-orders.ts";
import { refundOrder } from "./refund-order.ts";
import { rejectOrder } from "./reject-order.ts";

const {
  at,
  bank,
  inbox,
  run,
  row,
  purchasesOf,
  booksHold,
  ordered,
  begin,
  pay,
  look,
  walletOf,
  orderOf,
  moneyOf,
  paid,
  soon,
  follow,
  sent,
} = await openOnlineOrders();

/** The payer's bank takes a payment back, or settles it after all. */
async function chargeBack(verb: "reverse" | "settle", reference: string) {
  await bank.control.do(verb, { provider: "paystack", reference });
  await syncPayment(at.system, "paystack", { reference });
}

const clawBack = ({ id: resellerId }: { id: number }) =>
  postClawBack(at.system, { resellerId, amount: 10_000_000n, reason: "a mistake of ours" });
const credit = ({ id: resellerId }: { id: number }, amount: bigint) =>
  postCredit(at.system, { resellerId, amount, reason: "paid in cash" });

/** The journals of one kind in a wallet, with its floor and with the operator's entries of the same money. */
const ledgerOf = (reseller: number, kind: string) =>
  run(sql`
    select j.actor, j.reason, (select floor::int from wallets where reseller_id = j.reseller_id) as floor,
      (select json_agg(json_build_object('account', account, 'amount', amount, 'balance', balance) order by id)
        from entries where journal_id = j.id) as entries,
      (select json_agg(json_build_object('step', step, 'account', account, 'amount', amount) order by o.id)
        from operator_entries o where o.step = 'debited' and o.transaction_id in (
          select transaction_id from operator_entries where journal_id = j.id)) as operator
    from journals j where j.reseller_id = ${reseller} and j.kind = ${kind} order by j.id`);

describe("an order paid through the operator", () => {
  test("is credited less the fee and delivered automatically, from an empty wallet", async () => {
    const it = await ordered();
    expect(await orderOf(it.of)).toMatchObject({
      payOnline: [{ label: "Paystack" }, { label: "Monnify" }, { label: "Flutterwave" }],
    });
    const reference = await begin(it.of);
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
    await fulfilDueOrders(at.system);
    expect(await sent(it)).toBe("successful");
    expect(await orderOf(it.of)).toMatchObject({ delivery: { state: "successful" }, final: true });
    const { cost } = (await orderList.page(it.owner.ctx, { show: "all" })).rows[0] ?? {};
    expect(await walletOf(it.owner.ctx)).toBe(it.price - fee - (cost ?? 0n));
    const sold = sql`select selling_price, payment_fee from purchases where reseller_id = ${it.owner.id}`;
    expect(await row(sold)).toEqual({ selling_price: String(it.price), payment_fee: String(fee) });
    // The profit is the money that came to the wallet.
    expect(await getProfit(it.owner.ctx, {})).toMatchObject({
      sellingPrice: it.price,
      profit: await walletOf(it.owner.ctx),
    });
    await soon();
    expect(await row(sql`select due_at from orders where code = ${it.code}`)).toEqual({
      due_at: null,
    });
    await booksHold();
  });

  test("gets no advance, so that its refund takes what the wallet has", async () => {
    const it = await paid();
    await fulfilDueOrders(at.system);
    await run(sql`update settings set value = '{"enabled": true}' where name = 'advances'`);
    const [{ id = 0, fee = 0 } = {}] = await run(sql`
      select p.id::int, (select fee::int from provider_transactions where reference = ${it.reference}) as fee
      from purchases p where reseller_id = ${it.owner.id}`);
    await run(sql`update purchases set state = 'sending' where id = ${id}`);
    await run(sql`
      insert into attempts (supplier_id, purchase_id, worker, claimed_at, answered_at, result, cost)
      select 1, id, 'test', now() - interval '25 hours', now(), 'unconfirmed', cost
      from purchases where id = ${id}`);
    await run(sql`update purchases set state = 'unconfirmed' where id = ${id}`);
    expect(await advanceUnconfirmed(at.system)).toBe(0);
    await settlePurchase(at.system, {
      purchaseId: Number(id),
      from: ["unconfirmed"],
      to: "failed",
      by: "chain",
      outcome: null,
    });
    expect(await orderOf(it.of)).toMatchObject({ payment: "refunded" });
    // Only the provider's fee is owed.
    expect(await walletOf(it.owner.ctx)).toBe(-BigInt(Number(fee)));
    await booksHold();
  });

  test("is credited, bought and delivered once on concurrent webhooks, returns, sweeps and a tap", async () => {
    const it = await ordered({ money: 10_000_000n });
    const reference = await begin(it.of);
    await bank.control.do("order", { fault: "twice", provider: "paystack" });
    await pay(reference);
    await bank.control.waitForLog((log) => log.some((entry) => entry.what === "webhook" && entry.tries >= 2));
    const webhooks = inbox.got.slice(-2);
    const send = (n: number) => handleProviderWebhook(toWebhookRequest(webhooks[n % 2]), "paystack");
    await run(sql`update payments set next_check_at = now() where reference = ${reference}`);
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
      fulfilDueOrders(at.system),
      fulfilDueOrders(at.system),
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
    await clawBack(it.owner);
    await pay(await begin(it.of));
    await look(it.of);
    await fulfilDueOrders(at.system);
    expect(await orderOf(it.of)).toMatchObject({
      payment: "received",
      waitingFor: "wallet",
      delivery: null,
      final: false,
    });
    await soon();
    await credit(it.owner, 10_500_000n);
    await wakeOrdersAwaitingFunds(at.system, it.owner.id);
    await fulfilDueOrders(at.system);
    expect(await orderOf(it.of)).toMatchObject({ waitingFor: null, delivery: { state: "queued" } });
    expect(await sent(it)).toBe("successful");
    await booksHold();
  });

  test("isn't delivered after a chargeback, and continues when the chargeback is won", async () => {
    const it = await ordered();
    await clawBack(it.owner);
    const reference = await begin(it.of);
    await pay(reference);
    await look(it.of);
    await fulfilDueOrders(at.system);
    await chargeBack("reverse", reference);
    await credit(it.owner, 50_000_000n);
    await soon();
    expect(await purchasesOf(it.owner)).toEqual([]);
    expect(await orderOf(it.of)).toMatchObject({ payment: "received", waitingFor: "payment", final: false });
    await chargeBack("settle", reference);
    await soon();
    expect(await orderOf(it.of)).toMatchObject({ waitingFor: null, delivery: { state: "queued" } });
    expect(await sent(it)).toBe("successful");
    await booksHold();
  });

  test("reports that nothing is left to refund after a chargeback", async () => {
    await at.sandbox.order("fail", { phone: "08037000009" });
    const it = await paid({ phone: "08037000009" });
    await fulfilDueOrders(at.system);
    await chargeBack("reverse", it.reference);
    expect(await sent(it)).toBe("failed");
    await soon();
    await follow();
    expect(await orderOf(it.of)).toMatchObject({
      payment: "refunded",
      waitingFor: null,
      final: true,
      online: { refund: { state: "charged_back" } },
    });
    expect(await bank.control.refunds()).toEqual([]);
    await booksHold();
  });

  test("keeps the ledger balanced when it is refunded after its chargeback was won", async () => {
    const it = await paid();
    const { reference } = it;
    await chargeBack("reverse", reference);
    await chargeBack("settle", reference);
    await credit(it.owner, 10_000_000n);
    await refundOrder(it.owner.ctx, { code: it.code, reason: "" });
    expect(await moneyOf(it.of)).toMatchObject([{ state: "refunding" }]);
    await booksHold();
  });

  test("refunds the customer when the chargeback is won after the order's refund was requested", async () => {
    const it = await paid({ money: 10_000_000n });
    const { reference } = it;
    await chargeBack("reverse", reference);
    await refundOrder(it.owner.ctx, { code: it.code, reason: "" });
    await soon();
    expect(await orderOf(it.of)).toMatchObject({
      online: { refund: { state: "charged_back" } },
      final: true,
    });
    await chargeBack("settle", reference);
    await fulfilDueOrders(at.system);
    expect(await moneyOf(it.of)).toMatchObject([{ state: "refunding", suspense_reason: "undelivered" }]);
    expect(await orderOf(it.of)).toMatchObject({
      payment: "refunded",
      online: { refund: { state: "requested" } },
    });
    await follow();
    expect(await bank.control.refunds()).toMatchObject([{ amount: it.price }]);
    await booksHold();
  });

  test("refunds a failed delivery when its chargeback is won, even if the reseller has spent the money", async () => {
    await at.sandbox.order("fail", { phone: "08037000019" });
    const it = await paid({ phone: "08037000019" });
    const { reference } = it;
    await fulfilDueOrders(at.system);
    const left = await walletOf(it.owner.ctx);
    await postDebit(at.system, { resellerId: it.owner.id, amount: left, reason: "paid out in cash" });
    await chargeBack("reverse", reference);
    expect(await sent(it)).toBe("failed");
    await chargeBack("settle", reference);
    await fulfilDueOrders(at.system);
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
    await run(sql`alter table orders disable trigger orders_update_check`);
    await run(sql`update orders set price = ${price()} where code = ${it.code}`);
    await run(sql`alter table orders enable trigger orders_update_check`);
    await storeSettings(at.system.db, paymentSettings, { minAmount: 1n });
    await pay(await begin(it.of));
    await storeSettings(at.system.db, paymentSettings, { minAmount: 10_000n });
    await look(it.of);
    await fulfilDueOrders(at.system);
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
    await fulfilDueOrders(at.system);
    expect(await sent(it)).toBe("failed");
    await Promise.all([fulfilDueOrders(at.system), fulfilDueOrders(at.system), soon()]);
    expect(await orderOf(it.of)).toMatchObject({
      payment: "refunded",
      online: { refund: { state: "requested" } },
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
    await fulfilDueOrders(at.system);
    expect(await sent(it)).toBe("failed");
    // No worker has handled the order since then.
    expect(await walletOf(it.owner.ctx)).toBe(-fee);
    expect(await orderOf(it.of)).toMatchObject({
      payment: "refunded",
      waitingFor: null,
      online: { refund: { state: "requested" } },
    });
    const bundle = { ...at.offered(), phone: "08037654321", ref: randomUUID() };
    const spend = placePurchase(it.owner.ctx, { ...bundle, channel: "web", again: false });
    await expect(spend).rejects.toMatchObject({ code: "negative_wallet" });
    await booksHold();
    await runPaymentLanes(at.system);
    expect((await bank.control.refunds()).map(({ amount }) => amount)).toEqual([it.price]);
    const said = sql`select reason from journals where kind = 'refund' and reseller_id = ${it.owner.id}`;
    expect(String((await row(said))?.reason)).toContain("the provider’s fee is charged to the wallet");
    await fulfilDueOrders(at.system);
    expect(await row(sql`select due_at from orders where code = ${it.code}`)).toEqual({
      due_at: null,
    });
    await booksHold();
  });

  test("refunds the customer although the reseller has spent the difference to the price", async () => {
    await at.sandbox.order("fail", { phone: "08037000006" });
    const it = await paid({ phone: "08037000006" });
    await fulfilDueOrders(at.system);
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
    await credit(it.owner, 1n);
    await wakeOrdersAwaitingFunds(at.system, it.owner.id);
    await fulfilDueOrders(at.system);
    await follow();
    expect((await bank.control.refunds()).map(({ amount }) => amount)).toEqual([it.price]);
    const after = credited - it.price;
    expect(await walletOf(it.owner.ctx)).toBe(after);
    expect(await ledgerOf(it.owner.id, "refund")).toEqual([
      {
        actor: "system:test",
        reason: expect.stringMatching(
          /^Order \S+ was not delivered\. The customer gets all of it back, so the provider’s fee is charged/,
        ),
        entries: [
          { account: "wallet", amount: Number(-it.price), balance: Number(after) },
          { account: "funding", amount: Number(it.price), balance: Number(-after) },
        ],
        operator: [
          { step: "debited", account: "wallets", amount: Number(it.price) },
          { step: "debited", account: "suspense", amount: Number(-it.price) },
        ],
        floor: Number(after),
      },
    ]);
    await booksHold();
  });

  test("marks a refund that the provider rejects as action required, for admins and on the order", async () => {
    await at.sandbox.order("fail", { phone: "08037000003" });
    const it = await paid({ money: 100_000n, phone: "08037000003" });
    await fulfilDueOrders(at.system);
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
    await fulfilDueOrders(at.system);
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
    await fulfilDueOrders(at.system);
    await sent(it);
    await expect(refundOrder(it.owner.ctx, { code: it.code })).rejects.toMatchObject({ code: "conflict" });
    const forged = run(sql`update orders set payment = 'refunded' where code = ${it.code}`);
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
    await pay(await begin(it.of), odd);
    await look(it.of);
    await soon();
    expect(await moneyOf(it.of)).toMatchObject([{ state: "suspense", suspense_reason: reason }]);
    expect(await orderOf(it.of)).toMatchObject({ payment: "awaiting", online: { state: "review" } });
    expect([await walletOf(it.owner.ctx), await purchasesOf(it.owner)]).toEqual([0n, []]);
    await booksHold();
  });

  test("for an order that was rejected meanwhile", async () => {
    const it = await ordered();
    const reference = await begin(it.of);
    await rejectOrder(it.owner.ctx, { code: it.code, reason: "sold out today" });
    await pay(reference);
    await look(it.of);
    expect(await moneyOf(it.of)).toMatchObject([{ state: "suspense", suspense_reason: "late" }]);
    expect(await orderOf(it.of)).toMatchObject({ payment: "rejected" });
  });

  test("for an order that was paid to the shop meanwhile, or by another provider", async () => {
    const it = await ordered({ money: 10_000_000n });
    const [one, two] = [await begin(it.of), await begin(it.of, "flutterwave")];
    await Promise.all([pay(one), pay(two, {}, "flutterwave")]);
    await Promise.all([look(it.of), look(it.of)]);
    await look(it.of);
    const states = (await moneyOf(it.of)).map(({ state, suspense_reason }) => suspense_reason ?? state);
    expect(states.toSorted()).toEqual(["credited", "doubled"]);
    await soon();
    expect(await purchasesOf(it.owner)).toHaveLength(1);
    const second = await ordered({ money: 10_000_000n });
    const reference = await begin(second.of);
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
    const reference = await begin(it.of);
    await pay(reference);
    await run(sql`update orders set payment = 'expired' where code = ${it.code}`);
    await look(it.of);
    await soon();
    expect(await orderOf(it.of)).toMatchObject({ payment: "received", delivery: { state: "queued" } });
  });
});

describe("a killed worker loses and doubles nothing", () => {
  beforeAll(() =>
    run(sql`create function die() returns trigger language plpgsql as $$ begin
      perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60); return new; end $$`),
  );

  test.each(["order.paid", "money.credited", "purchase.placed", "order.delivering"])(
    "at %s",
    async (action) => {
      const it = await ordered({ money: 10_000_000n });
      await pay(await begin(it.of));
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

  test.each(["order.refunded", "money.refund_requested"])("at %s", async (action) => {
    const it = await paid({ money: 100_000n });
    await fulfilDueOrders(at.system);
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
    await run(
      sql.raw(`create trigger die before insert on audit for each row
      when (new.action = '${action}') execute function die()`),
    );
    await work();
    await run(sql`drop trigger die on audit`);
  }
});
