import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { formatMoney } from "#lib/core/money/money";
import { handleEvents } from "#lib/event/testing/handle-events";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { createNotificationList } from "#lib/notification/notification-list";
import { getProviders } from "#lib/payment/providers/configured-providers";
import { walletStatement } from "#lib/sales/wallet-statement";
import { openOnlineOrders } from "#lib/shop/testing/online-orders";
import { payOrder } from "./pay-order.ts";
import { payOrderNow } from "./pay-order-now.ts";
import { recheckOrderPayments } from "./recheck-order-payments.ts";
import { rejectOrder } from "./reject-order.ts";

const { at, bank, visitor, run, booksHold, ordered, begin, pay, look, orderOf, soon, sent } =
  await openOnlineOrders();

test.each([
  { during: "the provider responds slowly", act: async () => {} },
  { during: "a payment is rechecked whose page is being opened", act: recheckOrderPayments },
])("opens one page for taps in two tabs while $during", async ({ act }) => {
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
    run(sql`
      select from payments where order_id = (select id from orders where code = ${of.code})`);
  await expect.poll(async () => (await started()).length).toBe(1);
  await act(visitor(), of);
  const second = payOrderNow(visitor(), of);
  await Promise.race([second, pause(500)]);
  respond();
  expect(await second).toEqual(await first);
  expect(await started()).toHaveLength(1);
});

test("rechecks the newest three payments of an order, and leaves the others for the next time", async () => {
  const { of } = await ordered();
  await begin(of);
  for (const n of [1, 2, 3, 4])
    await run(sql`insert into payments (reseller_id, order_id, amount, provider, ref, reference, purpose, currency,
        fee_bearer, expires_at)
      select reseller_id, order_id, amount, provider, ref || ${`-${n}`}, reference || ${`-${n}`}, purpose, currency,
        fee_bearer, expires_at from payments
      where order_id = (select id from orders where code = ${of.code}) order by id limit 1`);
  const checked = () =>
    run(sql`select looked_at is not null as looked from payments
      where order_id = (select id from orders where code = ${of.code}) order by id`);
  await recheckOrderPayments(visitor(), of);
  expect((await checked()).map(({ looked }) => looked)).toEqual([false, false, true, true, true]);
  await recheckOrderPayments(visitor(), of);
  expect((await checked()).map(({ looked }) => looked)).toEqual([true, true, true, true, true]);
});

test("offers online payment only where the operator collects for this reseller, and while the order can be paid", async () => {
  const it = await ordered();
  const offered = async () => (await orderOf(it.of)).payOnline.length > 0;
  const rejected = () =>
    expect(payOrder(visitor(), { ...it.of, provider: "paystack" })).rejects.toMatchObject({
      code: "conflict",
    });
  expect([await offered(), getProviders().size]).toEqual([true, 3]);
  const off = async (change: ReturnType<typeof sql>, back: ReturnType<typeof sql>) => {
    await run(change);
    expect(await offered()).toBe(false);
    await rejected();
    await run(back);
  };
  await off(
    sql`update settings set value = value || '{"collect": false}' where name = 'payment'`,
    sql`update settings set value = value || '{"collect": true}' where name = 'payment'`,
  );
  await off(
    sql`update resellers set collects = false where id = ${it.owner.id}`,
    sql`update resellers set collects = true where id = ${it.owner.id}`,
  );
  await off(
    sql`update resellers set state = 'restricted' where id = ${it.owner.id}`,
    sql`update resellers set state = 'active' where id = ${it.owner.id}`,
  );
  const reference = await begin(it.of);
  expect(await begin(it.of)).toBe(reference);
  await rejectOrder(it.owner.ctx, { code: it.code, reason: "sold out today" });
  expect(await offered()).toBe(false);
  await rejected();
  await expect(
    payOrder(visitor(), { slug: "no-such-shop", code: it.code, provider: "paystack" }),
  ).rejects.toMatchObject({ code: "not_found" });
});

describe("notifies the shop's owner", () => {
  const notified = async ({ owner }: Awaited<ReturnType<typeof ordered>>, event: "order" | "money") => {
    await handleEvents(at.system);
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
    await pay(await begin(it.of));
    await look(it.of);
    expect(await notified(it, "order")).toMatchObject([
      { text: text("Paid online. It’s delivered automatically.") },
    ]);
    expect(await notified(it, "money")).toMatchObject([
      {
        title: expect.stringMatching(new RegExp(`^Order ${reference}: ₦[\\d.]+ credited to your wallet$`)),
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

  test("notifies the shop of an order that can't be paid online, and of its rejection", async () => {
    const it = await ordered();
    await run(sql`update resellers set collects = false where id = ${it.owner.id}`);
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
    run(sql`insert into provider_fee_rules (provider, kind, rate, fixed, fixed_from)
      values (${provider}, 'checkout', ${rate}, 0, 0)
      on conflict (provider, kind) do update set rate = excluded.rate`);
  const failToOpen = (provider: "paystack" | "monnify", times = 1) =>
    bank.control.do("order", { fault: "server-error", route: "start", provider, times });
  const attempts = (of: { code: string }) =>
    at.system.db.execute<{ provider: string; opened: boolean }>(sql`
      select p.provider, p.page is not null as opened from payments p join orders o on o.id = p.order_id
      where o.code = ${of.code} order by p.id`);
  /** As if the attempts of other tests were long ago. */
  const forgetAttempts = async () => {
    await run(sql`alter table payments disable trigger payments_update_check`);
    await run(sql`update payments set started_at = now() - interval '1 hour'`);
    await run(sql`alter table payments enable trigger payments_update_check`);
  };
  const setFees = async (fees: Record<string, number>) => {
    for (const [provider, rate] of Object.entries(fees)) await setFee(provider, rate);
  };
  beforeEach(async () => {
    await forgetAttempts();
    await setFees({ paystack: 100, monnify: 200, flutterwave: 300 });
  });
  afterAll(() => run(sql`delete from provider_fee_rules`));

  test("takes the provider with the lowest fee, and returns to its page", async () => {
    await setFees({ paystack: 300, monnify: 200, flutterwave: 100 });
    const it = await ordered();
    const first = await payOrderNow(visitor(), it.of);
    expect(first.provider).toBe("flutterwave");
    await setFee("flutterwave", 400);
    expect(await payOrderNow(visitor(), it.of)).toEqual(first);
    expect(await attempts(it.of)).toHaveLength(1);
    expect((await payOrderNow(visitor(), (await ordered()).of)).provider).toBe("monnify");
  });

  test("takes the next provider when one opens no page, also for the next customers", async () => {
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
    await run(sql`alter table payments disable trigger payments_update_check`);
    await run(
      sql`update payments set started_at = started_at - interval '10 seconds' where order_id = (select id from orders where code = ${it.code})`,
    );
    await run(sql`alter table payments enable trigger payments_update_check`);
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
    await setFees({ paystack: 150, monnify: 160 });
    const it = await ordered();
    const findMethod = async (of = it.of) =>
      (await orderOf(of)).payOnline.find(({ name }) => name === "paystack");
    expect(await findMethod()).toMatchObject({ addedFee: 0n });
    const reference = await begin(it.of);
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

    const last = await ordered();
    await pay(await begin(last.of));
    await look(last.of);
    expect(await findMethod(next.of)).toMatchObject({ addedFee: 0n });
  });
});
