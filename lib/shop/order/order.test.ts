import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { setPin } from "#lib/account/pin/set-pin";
import { setAvailabilitySwitch } from "#lib/catalogue/availability-switches";
import type { Ctx } from "#lib/core/context";
import { dayOf } from "#lib/core/time/time";
import { getPriceList } from "#lib/price-list/get-price-list";
import { savePlanPrice } from "#lib/price-list/save-plan-price";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { getProfit } from "#lib/sales/profit";
import { setSellingPrice } from "#lib/sales/set-selling-price";
import { getShop, getShopContact } from "#lib/shop/get-shop";
import type { ShopPaymentMethod } from "#lib/shop/payment-method";
import { openShop, saveShop } from "#lib/shop/save-shop";
import { closeShop, setShopState } from "#lib/shop/set-shop-state";
import { createVisitor, openTestShop, placeTestOrder, settleByDispatcher } from "#lib/shop/testing/test-shop";
import { openScene } from "#lib/testing/open-scene";
import { deliverOrder } from "./deliver-order.ts";
import { findOrder } from "./find-order.ts";
import { type OrderView, orderList } from "./list-orders.ts";
import { createHumanCheck } from "./order-limits.ts";
import { type PlaceOrderInput, placeOrder } from "./place-order.ts";
import { refundOrder } from "./refund-order.ts";
import { rejectOrder, rejectOrders } from "./reject-order.ts";
import { sweepOrders } from "./sweep-orders.ts";

const PAYMENTS: ShopPaymentMethod[] = [{ kind: "cash", where: "12 Allen Avenue." }];

const at = await openScene();
let shops = 0;

const customer = () => createVisitor(at.system);

async function shop(money = 10_000_000n) {
  shops += 1;
  const owner = await at.reseller("affiliate", money);
  const slug = `shop-${shops}`;
  await openTestShop(owner.ctx, slug, "10", `Shop ${shops}`);
  const [offer] = (await getShop(customer(), { slug })).offers;
  if (!offer) throw new Error("nothing on offer");
  const wish = async (overrides: Partial<PlaceOrderInput> = {}): Promise<PlaceOrderInput> => {
    const { planId, price } = offer;
    return { slug, planId, price, phone: "0803 765 4321", ref: randomUUID(), ...overrides };
  };
  const order = (overrides?: Partial<PlaceOrderInput>) => placeTestOrder(at.system, slug, overrides);
  const inbox = async (code: string): Promise<OrderView> => {
    const { rows } = await orderList.page(owner.ctx, { show: "all", q: "no\0name" });
    const order = rows.find((row) => row.code === code);
    if (!order) throw new Error("not in the inbox");
    return order;
  };
  const tap = async (code: string) => {
    const { nextRef, cost } = await inbox(code);
    return { code, ref: nextRef ?? "", price: cost ?? 0n };
  };
  return { ...owner, slug, wish, order, inbox, tap };
}

function rejection(work: Promise<unknown>) {
  return work.then(
    () => {
      throw new Error("was not rejected");
    },
    (error) => error as { name: string; code: string; message: string; facts: Record<string, unknown> },
  );
}

async function count(what: ReturnType<typeof sql>): Promise<number> {
  const [row] = await at.system.db.execute<{ count: string }>(sql`select count(*) as count from ${what}`);
  return Number(row?.count);
}

const delivered = (ctx: Ctx, ident: string) => settleByDispatcher(at.system, ctx, ident);

describe("an order", () => {
  test("keeps the selling price that the customer saw, and has an unguessable address", async () => {
    const { slug, wish, inbox } = await shop();
    const input = await wish();
    const { code, replayed } = await placeOrder(customer(), input);
    expect(replayed).toBe(false);
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{20}$/);
    const symptom = await findOrder(customer(), { slug, code });
    expect(symptom).toMatchObject({ price: input.price, payment: "awaiting", delivery: null, final: false });
    expect(symptom.phone).toBe("0803 ••• 4321");
    expect(JSON.stringify(symptom, (_key, value) => String(value))).not.toContain("7654321");
    expect((await inbox(code)).phone).toBe("0803 765 4321");
  });

  test("is placed once when sent fifteen times with one ref", async () => {
    const { wish, slug } = await shop();
    const [asked, ctx] = [await wish(), customer()];
    const all = await Promise.all(Array.from({ length: 15 }, () => placeOrder(ctx, asked)));
    expect(new Set(all.map(({ code }) => code)).size).toBe(1);
    expect(await count(sql`orders where shop_id = (select id from shops where slug = ${slug})`)).toBe(1);
  });

  test("is rejected under a used ref for another plan or number, with the order that has the ref", async () => {
    const { wish } = await shop();
    const input = await wish();
    const { code } = await placeOrder(customer(), input);
    const error = await rejection(placeOrder(customer(), { ...input, phone: "0803 765 4322" }));
    expect(error).toMatchObject({ code: "ref_reused", facts: { code } });
  });

  test("is rejected when the price isn't the one that the customer saw", async () => {
    const { wish } = await shop();
    const input = await wish();
    const error = await rejection(placeOrder(customer(), { ...input, price: BigInt(input.price) - 1n }));
    expect(error).toMatchObject({ code: "price_changed", facts: { price: input.price } });
  });

  test("is rejected for a wrong number with a valid example", async () => {
    const { wish } = await shop();
    const error = await rejection(placeOrder(customer(), await wish({ phone: "12345" })));
    expect(error).toMatchObject({ code: "invalid" });
    expect(error.message).toMatch(/for example 0\d{3} \d{3} \d{4}/);
  });

  test("is rejected for a hidden plan as for a missing one", async () => {
    const { ctx, wish, slug } = await shop();
    const input = await wish();
    await savePlanPrice(ctx, { planId: Number(input.planId), hidden: true });
    expect((await getShop(customer(), { slug })).offers.map((offer) => offer.planId)).not.toContain(
      input.planId,
    );
    expect((await rejection(placeOrder(customer(), input))).code).toBe("invalid");
  });

  test("isn't found under another shop, nor in another reseller's inbox", async () => {
    const [one, two] = [await shop(), await shop()];
    const code = await one.order();
    expect((await rejection(findOrder(customer(), { slug: two.slug, code }))).code).toBe("not_found");
    const tap = await one.tap(code);
    const meddling = [
      () => deliverOrder(two.ctx, tap),
      () => rejectOrder(two.ctx, { code, reason: "not mine" }),
      () => refundOrder(two.ctx, { code }),
    ];
    for (const meddle of meddling) expect((await rejection(meddle())).code).toBe("not_found");
  });
});

describe("a busy shop", () => {
  const digits = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
  interface Check {
    question: string;
    seal: string;
  }
  const checkOf = ({ facts }: { facts: Record<string, unknown> }) => facts.check as Check;
  const solved = ({ question, seal }: Check) => {
    const [one = 0, other = 0] = [...question.matchAll(/\b[a-z]+\b/g)]
      .map(([word]) => digits.indexOf(word))
      .filter((n) => n > 0);
    return { seal, answer: String(one + other) };
  };
  const number = (n: number) => `0803${7_000_000 + n}`;

  test("asks a question after twenty concurrent orders from one address, and counts no order twice", async () => {
    const { wish } = await shop();
    const ctx = customer();
    const wishes = await Promise.all(Array.from({ length: 40 }, (_, n) => wish({ phone: number(n) })));
    const results = await Promise.allSettled(wishes.map((input) => placeOrder(ctx, input)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    const rejected = results.find((result) => result.status === "rejected");
    expect(rejected?.reason).toMatchObject({
      code: "rate_limited",
      facts: { check: { seal: expect.any(String) } },
    });
    const visitor = customer();
    expect((await placeOrder(visitor, await wish())).replayed).toBe(false);
  });

  test("takes orders of customers who answer, after any number of orders from a few addresses", async () => {
    const { wish } = await shop();
    const six = Array.from({ length: 6 }, () => customer());
    for (let n = 0; n < 120; n++) await placeOrder(six[n % 6] as Ctx, await wish({ phone: number(n) }));
    const [honest, asked] = [customer(), await wish({ phone: number(200) })];
    const check = checkOf(await rejection(placeOrder(honest, asked)));
    expect((await placeOrder(honest, { ...asked, ...solved(check) })).replayed).toBe(false);
  });

  test("accepts a right answer once, at the shop that asked, in digits or as a word", async () => {
    const [one, two] = [await shop(), await shop()];
    const from = customer();
    for (let n = 0; n < 20; n++) await placeOrder(from, await one.wish({ phone: number(n) }));
    const again = async (proof: { seal: string; answer: string }, phone: string) =>
      rejection(placeOrder(from, { ...(await one.wish({ phone })), ...proof }));
    const check = checkOf(await rejection(placeOrder(from, await one.wish())));
    const right = solved(check);
    const elsewhere = checkOf(await rejection(placeOrder(from, await two.wish())));
    for (const wrong of [
      { ...right, answer: "99" },
      { ...right, answer: "" },
      { ...right, seal: right.seal.replace(/\.\d{13}\./, ".9999999999999.") },
      { seal: "x", answer: right.answer },
      solved(elsewhere),
    ])
      expect(checkOf(await again(wrong, number(50))).question).toMatch(/^What is \w+ plus \w+\?$/);
    const word = digits[Number(right.answer)] ?? "";
    await placeOrder(from, {
      ...(await one.wish({ phone: number(51) })),
      seal: right.seal,
      answer: ` ${word} `,
    });
    expect((await again(right, number(52))).code).toBe("rate_limited");
  });

  test("rejects an answer to a question that is 15 minutes old", async () => {
    const { wish } = await shop();
    const from = customer();
    for (let n = 0; n < 20; n++) await placeOrder(from, await wish({ phone: number(n) }));
    const [row] = await at.system.db.execute<{ id: string }>(sql`select max(id) as id from shops`);
    const old = createHumanCheck(Number(row?.id), Date.now() - 16 * 60_000);
    expect((await rejection(placeOrder(from, { ...(await wish()), ...solved(old) }))).code).toBe(
      "rate_limited",
    );
  });

  test("asks for a number that gets many orders, and takes no eleventh while ten wait for payment", async () => {
    const { wish } = await shop();
    for (let n = 0; n < 5; n++) await placeOrder(customer(), await wish());
    for (let n = 5; n < 10; n++) {
      const input = await wish();
      const check = checkOf(await rejection(placeOrder(customer(), input)));
      await placeOrder(customer(), { ...input, ...solved(check) });
    }
    const full = await rejection(placeOrder(customer(), await wish()));
    expect(full).toMatchObject({
      code: "rate_limited",
      message: expect.stringContaining("unpaid orders"),
    });
    expect(full.facts.check).toBeUndefined();
    await placeOrder(customer(), await wish({ phone: number(1) }));
  });

  test("takes at most 120 orders an hour from one address, and continues for all others", async () => {
    const { wish } = await shop();
    const neighbour = await shop();
    const from = customer();
    // A shop takes one order at a time, and asks for another attempt after a long wait.
    const send = (ctx: Ctx, input: PlaceOrderInput): ReturnType<typeof placeOrder> =>
      placeOrder(ctx, input).catch((error) =>
        error.code === "unavailable" ? send(ctx, input) : Promise.reject(error),
      );
    const answered = async (ctx: Ctx, n: number, place = wish) => {
      const input = await place({ phone: number(n) });
      return send(ctx, input).catch((error) =>
        error.facts?.check ? send(ctx, { ...input, ...solved(checkOf(error)) }) : Promise.reject(error),
      );
    };
    const all = [];
    for (let n = 0; n < 200; n += 20)
      all.push(...(await Promise.allSettled(Array.from({ length: 20 }, (_, m) => answered(from, n + m)))));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(120);
    const rejected = all.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    for (const error of rejected) {
      expect(error).toMatchObject({ code: "rate_limited", message: expect.stringContaining("120 orders") });
      expect(error.facts.check).toBeUndefined();
      expect(error.facts.retryAfter).toBeLessThanOrEqual(3_600);
    }
    await answered(customer(), 400);
    await answered(from, 401, neighbour.wish);
    await at.system.db.execute(sql`update order_limits set until = now() where until > now()`);
    await answered(from, 402);
  });

  test("takes five orders an hour of each address while 300 recent ones are unpaid, and none while 5,000 are, until one is rejected", async () => {
    const { wish, order, ctx, slug } = await shop();
    const code = await order();
    const fill = (n: number, ago = "0") =>
      at.system.db.execute(sql`
        insert into orders (code, shop_id, reseller_id, ref, reference, plan_id, network_id, network_name, type_name, size,
          volume, validity, phone, price, pay_by, delivery_ref, placed_at)
        select gen_random_uuid()::text, shop_id, reseller_id, gen_random_uuid()::text, gen_random_uuid()::text, plan_id,
          network_id, network_name, type_name, size, volume, validity, '+2348039999999', price, pay_by,
          gen_random_uuid()::text, now() - ${ago}::interval
        from orders, generate_series(1, ${n}) where code = ${code}`);
    const [one, other] = [customer(), customer()];
    await fill(4_000, "3 hours");
    for (let n = 10; n < 16; n++) await placeOrder(one, await wish({ phone: number(n) }));
    await fill(293);
    await at.system.db.execute(sql`update order_limits set until = now() where until > now()`);
    for (let n = 0; n < 5; n++) await placeOrder(one, await wish({ phone: number(n) }));
    const slow = await rejection(placeOrder(one, await wish({ phone: number(5) })));
    expect(slow).toMatchObject({ code: "rate_limited", facts: { retryAfter: expect.any(Number) } });
    expect(slow.message).toContain("5 orders");
    await placeOrder(other, await wish({ phone: number(6) }));
    await fill(694);
    const full = await rejection(placeOrder(other, await wish({ phone: number(7) })));
    expect(full).toMatchObject({ code: "rate_limited", message: expect.stringContaining("unpaid orders") });
    const unpaid = sql`orders where payment = 'awaiting' and shop_id = (select id from shops where slug = ${slug})`;
    expect(await count(unpaid)).toBe(5_000);
    await rejectOrders(ctx, { code: [code], reason: "Nobody paid." });
    await placeOrder(other, await wish({ phone: number(7) }));
  });

  test("counts the addresses of one IPv6 line as one", async () => {
    const { wish } = await shop();
    const from = (n: number) => ({ ...customer(), address: `2001:db8:7:7::${n}` });
    for (let n = 1; n <= 20; n++) await placeOrder(from(n), await wish({ phone: number(n) }));
    expect((await rejection(placeOrder(from(99), await wish()))).code).toBe("rate_limited");
  });

  test("lets its owner reject many orders at once, and keeps one that was paid meanwhile", async () => {
    const { ctx, order, tap, inbox } = await shop();
    const neighbour = await shop();
    const codes = [await order(), await order(), await order()];
    const foreignCode = await neighbour.order();
    await deliverOrder(ctx, await tap(codes[2] ?? ""));
    const result = await rejectOrders(ctx, {
      code: [...codes, foreignCode, codes[0] ?? ""],
      reason: "Nobody paid.",
    });
    expect(result).toEqual({
      rejected: 2,
      not: [
        { code: codes[2], message: "This order isn’t awaiting payment any more. Nothing was changed." },
        { code: foreignCode, message: "This order does not exist." },
      ],
    });
    expect(await inbox(codes[0] ?? "")).toMatchObject({ payment: "rejected", reason: "Nobody paid." });
    expect((await inbox(codes[2] ?? "")).payment).toBe("received");
    expect((await neighbour.inbox(foreignCode)).payment).toBe("awaiting");
    expect((await rejection(rejectOrders(ctx, { code: [], reason: "Nobody paid." }))).name).toBe("ZodError");
  });
});

describe("delivering", () => {
  test("buys once with the order's ref on concurrent taps", async () => {
    const { ctx, slug, order, tap, inbox } = await shop();
    const code = await order();
    const input = await tap(code);
    const all = await Promise.all(Array.from({ length: 20 }, () => deliverOrder(ctx, input)));
    expect(new Set(all.map(({ ident }) => ident)).size).toBe(1);
    expect(all[0]).toMatchObject({ ref: `order.${code}`, channel: "shop" });
    expect(
      await count(sql`audit where action = 'order.paid' and subject_id = ${String((await inbox(code)).id)}`),
    ).toBe(1);

    const done = await delivered(ctx, all[0]?.ident ?? "");
    expect(done.state).toBe("successful");
    const sent = (await at.sandbox.log()).filter((entry) => entry.ref === done.ident);
    expect(sent).toHaveLength(1);
    const symptom = await findOrder(customer(), { slug, code });
    expect(symptom).toMatchObject({ payment: "received", final: true, payments: [] });
    expect(symptom.delivery?.state).toBe("successful");
    expect((await deliverOrder(ctx, input)).ident).toBe(done.ident);
    expect((await inbox(code)).nextRef).toBe(null);
    expect((await checkPurchases(at.system)).findings).toEqual([]);

    expect(await getProfit(ctx, { from: dayOf(done.placedAt) })).toMatchObject({
      sold: 1,
      unpriced: 0,
      sellingPrice: symptom.price,
      paid: done.price,
      profit: symptom.price - done.price,
    });
    const change = setSellingPrice(ctx, { ident: done.ident, sellingPrice: "1.00" });
    await expect(change).rejects.toMatchObject({ code: "conflict" });
  });

  test("holds no money when the order could not keep its purchase, and buys once when it can", async () => {
    const { ctx, order, tap, inbox } = await shop();
    const code = await order();
    const input = await tap(code);
    await at.system.db.execute(sql`
      create function lose_key() returns trigger language plpgsql as 'begin raise exception ''lost''; end'`);
    await at.system.db.execute(sql`
      create trigger lose_key before update of purchase_id on orders for each row execute function lose_key()`);
    await rejection(deliverOrder(ctx, input));
    await at.system.db.execute(sql`drop function lose_key cascade`);
    expect(await count(sql`purchases where ref = ${input.ref}`)).toBe(0);
    expect(await inbox(code)).toMatchObject({ payment: "awaiting", delivery: null, nextRef: input.ref });
    const { ident } = await deliverOrder(ctx, input);
    expect((await inbox(code)).delivery?.ident).toBe(ident);
    expect((await deliverOrder(ctx, input)).ident).toBe(ident);
    expect((await checkPurchases(at.system)).findings).toEqual([]);
  });

  test("with a wallet too small notes the payment, buys nothing, and can be tapped again later", async () => {
    const { ctx, order, tap, inbox } = await shop(0n);
    const code = await order();
    const error = await rejection(deliverOrder(ctx, await tap(code)));
    expect(error).toMatchObject({ code: "insufficient_funds" });
    expect(error.message).toMatch(/^Top up ₦[\d,.]+ to deliver this\. The payment is recorded/);
    expect(await inbox(code)).toMatchObject({
      payment: "received",
      delivery: null,
      nextRef: `order.${code}`,
    });
  });

  test("rejects a price that the page did not show, with the new price", async () => {
    const { ctx, order, tap } = await shop();
    const input = await tap(await order());
    const error = await rejection(deliverOrder(ctx, { ...input, price: input.price - 1n }));
    expect(error).toMatchObject({ code: "price_changed", facts: { price: input.price } });
    expect((await deliverOrder(ctx, input)).price).toBe(input.price);
  });

  test("retries a failed purchase once per tap, and ignores an old page", async () => {
    const { ctx, slug, order, tap, inbox } = await shop();
    const code = await order({ phone: "0803 000 1001" });
    await at.sandbox.order("fail", { phone: "08030001001" });
    const first = await tap(code);
    const failed = await delivered(ctx, (await deliverOrder(ctx, first)).ident);
    expect(failed.state).toBe("failed");
    expect((await deliverOrder(ctx, first)).ident).toBe(failed.ident);

    const { paidAt, id } = await inbox(code);
    const again = await tap(code);
    expect(again.ref).toBe(`order.${code}.2`);
    const all = await Promise.all([deliverOrder(ctx, again), deliverOrder(ctx, again)]);
    expect(new Set(all.map(({ ident }) => ident)).size).toBe(1);
    expect(all[0]?.ident).not.toBe(failed.ident);
    expect((await rejection(deliverOrder(ctx, first))).code).toBe("conflict");
    expect((await inbox(code)).paidAt).toEqual(paidAt);
    expect(await count(sql`audit where action = 'order.paid' and subject_id = ${String(id)}`)).toBe(1);
    expect((await findOrder(customer(), { slug, code })).delivery?.ident).toBe(
      (await inbox(code)).delivery?.ident,
    );
  });

  test("rejects the next ref while the first purchase is on its way, and after it arrived", async () => {
    const { ctx, order, tap } = await shop();
    const input = await tap(await order());
    const { ident } = await deliverOrder(ctx, input);
    const forged = { ...input, ref: `${input.ref}.2` };
    expect((await rejection(deliverOrder(ctx, forged))).code).toBe("conflict");
    expect((await delivered(ctx, ident)).state).toBe("successful");
    expect((await rejection(deliverOrder(ctx, forged))).code).toBe("conflict");
  });

  test("rejects delivery after a refund, and a refund during delivery", async () => {
    const { ctx, order, tap, inbox } = await shop();
    const code = await order({ phone: "0803 000 1002" });
    await at.sandbox.order("fail", { phone: "08030001002" });
    const input = await tap(code);
    const { ident } = await deliverOrder(ctx, input);
    expect((await rejection(refundOrder(ctx, { code }))).code).toBe("conflict");
    await delivered(ctx, ident);
    const again = await tap(code);
    await refundOrder(ctx, { code, reason: "The network was down." });
    expect(await inbox(code)).toMatchObject({ payment: "refunded", nextRef: null });
    expect((await rejection(deliverOrder(ctx, again))).code).toBe("conflict");
  });
});

describe("an order's delivery, shown to its customer", () => {
  test("isn't sent while queued; cancelled there it never was, and the shop may retry", async () => {
    const { ctx, slug, order, tap, inbox } = await shop();
    const code = await order();
    const { ident } = await deliverOrder(ctx, await tap(code));
    const waiting = await findOrder(customer(), { slug, code });
    expect(waiting.delivery).toMatchObject({ state: "queued", sentAt: null, cancelled: false });
    await cancelPurchase(ctx, { ident });
    const ended = await findOrder(customer(), { slug, code });
    expect(ended.delivery).toMatchObject({ state: "failed", sentAt: null, cancelled: true });
    expect(ended.final).toBe(false);
    expect((await inbox(code)).nextRef).toBe(`order.${code}.2`);
  });

  test("shows when it was sent and, while unconfirmed, the deadline of the decision", async () => {
    const { ctx, slug, order, tap } = await shop();
    const code = await order({ phone: "0803 000 1003" });
    await at.sandbox.order("too-many", { phone: "08030001003" });
    await at.sandbox.order("lost-answer", { phone: "08030001003" });
    const done = await delivered(ctx, (await deliverOrder(ctx, await tap(code))).ident);
    expect(done.state).toBe("unconfirmed");
    const symptom = (await findOrder(customer(), { slug, code })).delivery;
    const tries = await at.system.db.execute<{ ms: string; result: string }>(sql`
      select (extract(epoch from date_trunc('milliseconds', claimed_at)) * 1000)::bigint as ms, result from attempts
      where purchase_id = (select id from purchases where ident = ${done.ident}) order by id`);
    expect(tries.map(({ result }) => result)).toEqual(["throttled", "unconfirmed"]);
    expect(symptom?.sentAt).toEqual(new Date(Number(tries[1]?.ms)));
    expect(symptom?.decisionDeadline).toEqual(new Date(Number(tries[1]?.ms) + 24 * 3_600_000));
  });

  test("delivers an order although its reseller used its ref before, in the API and on the page", async () => {
    const { ctx, slug, wish, order, inbox, tap } = await shop();
    const code = await order();
    const { planId } = await wish();
    const { networkId } = await inbox(code);
    const purchase = { planId: Number(planId), networkId, phone: "0803 765 9999", again: true };
    for (const [n, channel] of (["web", "api"] as const).entries())
      await placePurchase(ctx, { ...purchase, ref: `order.${code}${["", ".2"][n]}`, channel });
    expect((await findOrder(customer(), { slug, code })).delivery).toBe(null);
    const delivery = await deliverOrder(ctx, await tap(code));
    expect(delivery).toMatchObject({ channel: "shop", state: "queued" });
    expect(delivery.phoneE164).not.toBe("+2348037659999");
  });
});

describe("an order under a former address of its shop", () => {
  test("is found, with the current address", async () => {
    const { ctx, slug, order } = await shop();
    const code = await order();
    const { name } = await getShop(customer(), { slug });
    const face = {
      name,
      note: "",
      phone: "",
      whatsapp: "",
      hue: 1,
      paymentWindowMinutes: 30,
      payments: PAYMENTS,
    };
    await saveShop(ctx, { ...face, slug: `${slug}-new` });
    expect((await findOrder(customer(), { slug, code })).shop.slug).toBe(`${slug}-new`);
    expect((await findOrder(customer(), { slug: `${slug}-new`, code })).code).toBe(code);
  });
});

describe("an order that is not paid", () => {
  test("can be rejected once, with a reason for the customer", async () => {
    const { ctx, slug, order } = await shop();
    const code = await order();
    await rejectOrder(ctx, { code, reason: "We are closed today." });
    const symptom = await findOrder(customer(), { slug, code });
    expect(symptom).toMatchObject({
      payment: "rejected",
      reason: "We are closed today.",
      payments: [],
      final: true,
    });
    expect((await rejection(rejectOrder(ctx, { code, reason: "again" }))).code).toBe("conflict");
  });

  test("expires at its time, can still be paid, and loses its personal data after a week", async () => {
    const { ctx, slug, order, inbox, tap } = await shop();
    const [late, left] = [
      await order({ name: "Ada", email: "ada@example.com" }),
      await order({ name: "Obi" }),
    ];
    await at.system.db.execute(
      sql`update orders set pay_by = now() - interval '1 second' where code in (${late}, ${left})`,
    );
    expect((await sweepOrders(at.system)).expired).toBeGreaterThanOrEqual(2);
    expect((await findOrder(customer(), { slug, code: late })).payment).toBe("expired");
    expect((await deliverOrder(ctx, await tap(late))).state).toBe("queued");

    await at.system.db.execute(
      sql`update orders set changed_at = now() - interval '8 days' where code in (${late}, ${left})`,
    );
    expect((await sweepOrders(at.system)).forgotten).toBe(1);
    expect(await inbox(left)).toMatchObject({
      phone: null,
      customerName: null,
      customerEmail: null,
      nextRef: null,
    });
    expect(await inbox(late)).toMatchObject({ phone: "0803 765 4321", customerName: "Ada" });
    expect((await findOrder(customer(), { slug, code: left })).phone).toBe(null);
  });

  test("leaves no phone number in the audit log", async () => {
    const { order } = await shop();
    await order({ phone: "0803 919 9191", name: "Ngozi" });
    const auditRows = sql`audit where subject = 'order' and (after::text like '%9199191%' or after::text like '%Ngozi%')`;
    expect(await count(auditRows)).toBe(0);
  });
});

describe("a shop", () => {
  test("shows prices and takes no orders while paused; isn't found when closed", async () => {
    const { ctx, slug, wish, order } = await shop();
    const [asked, code] = [await wish(), await order()];
    await setShopState(ctx, { state: "paused" });
    const paused = await getShop(customer(), { slug });
    expect(paused.paused).toMatch(/isn’t taking orders/);
    expect(paused.offers.length).toBeGreaterThan(10);
    expect((await rejection(placeOrder(customer(), asked))).code).toBe("unavailable");

    await setShopState(ctx, { state: "closed" });
    expect((await rejection(getShop(customer(), { slug }))).code).toBe("not_found");
    expect((await rejection(placeOrder(customer(), asked))).code).toBe("not_found");
    expect(await getShopContact(customer(), { slug })).toMatchObject({
      name: expect.stringMatching(/^Shop /),
      phone: { e164: "+2348031234567" },
      closed: true,
    });
    expect((await findOrder(customer(), { slug, code })).payment).toBe("awaiting");
    for (const none of ["never-was", "\0", "../x"])
      expect(await getShopContact(customer(), { slug: none })).toBe(undefined);
  });

  test("stays closed for its owner after an admin closed it, and shows no payment methods", async () => {
    const { ctx, slug, order } = await shop();
    const code = await order();
    const open = await findOrder(customer(), { slug, code });
    expect(open).toMatchObject({
      shut: false,
      payments: PAYMENTS,
      shop: { phone: { e164: "+2348031234567" } },
    });
    const [row] = await at.system.db.execute<{ id: string }>(sql`select id from shops where slug = ${slug}`);
    const admin = await at.admin();
    const id = Number(row?.id);
    await closeShop(admin, { id, version: 0, reason: "complaints" });
    expect(await getShopContact(customer(), { slug })).toMatchObject({
      closed: true,
      phone: null,
      whatsapp: null,
    });
    const shut = await findOrder(customer(), { slug, code });
    expect(shut).toMatchObject({ shut: true, payments: [], shop: { phone: null, whatsapp: null } });
    expect(shut.tag).not.toBe(open.tag);
    expect((await rejection(setShopState(ctx, { state: "open" }))).code).toBe("conflict");
    expect((await rejection(getShop(customer(), { slug }))).code).toBe("not_found");
    await closeShop(admin, { id, version: 1, reason: "settled", lift: true });
    await setShopState(ctx, { state: "open" });
    expect((await getShop(customer(), { slug })).paused).toBe(null);
  });

  test("is closed by the first of two admins; the second gets a conflict", async () => {
    const { slug } = await shop();
    const [row] = await at.system.db.execute<{ id: string }>(sql`select id from shops where slug = ${slug}`);
    const [ada, obi, id] = [await at.admin(), await at.admin(), Number(row?.id)];
    await closeShop(ada, { id, version: 0, reason: "complaints" });
    const late = await rejection(closeShop(obi, { id, version: 0, reason: "also complaints" }));
    expect(late).toMatchObject({ code: "conflict", facts: { changed: { reason: "complaints" } } });
    expect(late.message).toMatch(/^Admin \d+ changed this today .*“complaints”/);
    const again = await rejection(closeShop(obi, { id, version: 1, reason: "once more" }));
    expect(again.code).toBe("conflict");
    expect(await count(sql`audit where action = 'shop.closed_by_admin' and subject_id = ${slug}`)).toBe(1);
  });

  test("offers nothing while its owner may not buy, or sending is stopped", async () => {
    const { id, slug } = await shop();
    await at.system.db.execute(sql`update resellers set state = 'restricted' where id = ${id}`);
    const shut = await getShop(customer(), { slug });
    expect(shut.offers).toEqual([]);
    expect(shut.paused).toBe("The shop isn’t taking orders right now. Come back later.");
    await at.system.db.execute(sql`update resellers set state = 'active' where id = ${id}`);
    await at.system.db.execute(sql`update dispatcher set stopped = true`);
    const stopped = await getShop(customer(), { slug });
    await at.system.db.execute(sql`update dispatcher set stopped = false`);
    expect(stopped.offers).toEqual([]);
    expect(stopped.paused).toMatch(/can’t be delivered/);
  });

  test("names a network that an admin turned off, and offers nothing of it", async () => {
    const { slug } = await shop();
    const [offer] = (await getShop(customer(), { slug })).offers;
    const networkId = offer?.networkId ?? 0;
    const turn = { networkId, typeId: null, reason: "a test", message: "Back at two." };
    const admin = await at.admin();
    await setAvailabilitySwitch(admin, { ...turn, to: "off", version: 0 });
    const { undelivered, offers } = await getShop(customer(), { slug });
    await setAvailabilitySwitch(admin, { ...turn, to: "on", version: 1 });
    expect(undelivered).toEqual([offer?.networkName]);
    expect(offers.some((candidate) => candidate.networkId === networkId)).toBe(false);
    expect((await getShop(customer(), { slug })).undelivered).toEqual([]);
  });

  test("shows its owner the profit or loss of each plan", async () => {
    const { ctx } = await shop();
    const { plans } = await getPriceList(ctx);
    const [first] = plans;
    expect(first?.sellingPrice).toBe(first && ceil((first.price * 110n) / 100n, 1_000n));
    expect(
      plans.every(({ sellingPrice, price, gain }) => gain === (sellingPrice ?? 0n) - price && gain > 0n),
    ).toBe(true);
    await savePlanPrice(ctx, { planId: first?.id ?? 0, pricing: "fixed", value: "1" });
    const now = (await getPriceList(ctx)).plans[0];
    expect(now).toMatchObject({ sellingPrice: 100n });
    expect(now?.gain).toBeLessThan(0n);
  });

  test("rejects a second shop of a reseller, and an address that is taken", async () => {
    const [{ ctx, slug }, other] = [await shop(), await at.reseller()];
    const input = { name: "B", phone: "", markup: "5", payments: PAYMENTS };
    const again = await rejection(openShop(ctx, { ...input, slug: "another-one" }));
    expect(again.code).toBe("conflict");
    const slugError = await rejection(openShop(other.ctx, { ...input, slug }));
    expect(slugError).toMatchObject({
      code: "invalid",
      fields: { slug: [expect.stringContaining("taken")] },
    });
  });
});

const ceil = (amount: bigint, step: bigint) => ((amount + step - 1n) / step) * step;

test("delivers an order with the transaction PIN, where one is set; a wrong one notes and buys nothing", async () => {
  const { ctx, order, inbox, tap } = await shop();
  await setPin(ctx, { pin: "4711" });
  const code = await order();
  for (const pin of [undefined, "4712"])
    await expect(deliverOrder(ctx, { ...(await tap(code)), pin })).rejects.toMatchObject({
      fields: { pin: [expect.any(String)] },
    });
  expect(await inbox(code)).toMatchObject({ payment: "awaiting", delivery: null });
  await deliverOrder(ctx, { ...(await tap(code)), pin: "4711" });
  expect((await inbox(code)).payment).toBe("received");
});

test("returns an order's purchase without a PIN when its form is sent again after a lost response", async () => {
  const { ctx, order, tap } = await shop();
  await setPin(ctx, { pin: "4711" });
  const sent = await tap(await order());
  const { ident } = await deliverOrder(ctx, { ...sent, pin: "4711" });
  for (const pin of [undefined, "1", "2", "3"])
    expect(await deliverOrder(ctx, { ...sent, pin })).toMatchObject({ ident });
  // None of them counted as a wrong PIN.
  await deliverOrder(ctx, { ...(await tap(await order())), pin: "4711" });
});
