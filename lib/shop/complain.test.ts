import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { noticeList } from "#lib/notice/read";
import { answerCase } from "#lib/purchase/case/answer-case";
import { caseList } from "#lib/purchase/case/case-list";
import { adminCase } from "#lib/purchase/case/case-view";
import { openCase, replyCase } from "#lib/purchase/case/open-case";
import { settle } from "#lib/purchase/settle/settle";
import { pageFrame } from "#lib/report/page-frame";
import { type Scene, scene } from "#lib/testing/scene";
import { answerComplaint, passComplaint } from "./answer-complaint.ts";
import { complain } from "./complain.ts";
import { deliverOrder } from "./deliver-order.ts";
import { findOrder } from "./find-order.ts";
import { getShop } from "./get-shop.ts";
import { orderList } from "./list-orders.ts";
import { placeOrder } from "./place-order.ts";
import { openShop } from "./save-shop.ts";

let at: Scene;
let shops = 0;
beforeAll(async () => {
  at = await scene();
});
afterAll(() => at.close());

const newOrders = async (ctx: Ctx) => (await pageFrame(ctx)).newOrders;

const customer = (address = `10.1.0.${shops}`): Ctx => ({
  ...{ actor: { kind: "visitor" }, db: at.system.db, address },
});

/** A shop with an order that was delivered, or is still on its way. */
async function delivered({ settled = true } = {}) {
  shops += 1;
  const { ctx } = await at.reseller();
  const slug = `shop-${shops}`;
  const payments = [{ kind: "cash" as const, where: "12 Allen Avenue." }];
  await openShop(ctx, { name: `Shop ${shops}`, slug, phone: "08031234567", markup: "10", payments });
  const [offer] = (await getShop(customer(), { slug })).offers;
  if (!offer) throw new Error("nothing on offer");
  const wish = { slug, planId: offer.planId, price: offer.price, phone: "0803 765 4321", ref: randomUUID() };
  const { code } = await placeOrder(customer(), wish);
  const [row] = (await orderList.page(ctx, { show: "all" })).rows;
  const { ident } = await deliverOrder(ctx, { code, ref: row?.nextRef ?? "", price: row?.cost ?? 0n });
  const [{ id } = { id: 0 }] = await at.system.db.execute<{ id: number }>(sql`
    update purchases set state = 'sending' where ident = ${ident} returning id`);
  if (settled)
    await settle(at.system, {
      ...{ purchaseId: Number(id), from: ["sending"], to: "successful", by: "answer", outcome: "Sent." },
    });
  return { ctx, slug, code, ident, purchaseId: Number(id) };
}

const open = async (ctx: Ctx) =>
  (await caseList.page(await at.admin(), {})).rows.length + (await newOrders(ctx));

test("a customer says that it did not come: the shop has it to do, and the customer reads its answer", async () => {
  const { ctx, slug, code } = await delivered();
  const before = await findOrder(customer(), { slug, code });
  expect(before).toMatchObject({ mayComplain: true, final: true, complaint: null });
  await complain(customer(), { slug, code, seen: "nothing", said: "I looked twice." });
  const told = await findOrder(customer(), { slug, code });
  expect(told).toMatchObject({
    mayComplain: false,
    final: false,
    complaint: { seen: "nothing", answer: null },
  });
  expect(told.tag).not.toBe(before.tag);
  expect(await newOrders(ctx)).toBe(1);
  expect((await noticeList.page(ctx, { event: "complaint" })).rows).toMatchObject([{ path: "/storefront" }]);
  expect((await orderList.page(ctx, {})).rows).toMatchObject([
    { code, complaint: { said: "I looked twice." } },
  ]);
  expect((await orderList.page(ctx, { show: "done" })).rows).toEqual([]);

  await answerComplaint(ctx, { code, answer: "Switch the phone off and on." });
  const answered = await findOrder(customer(), { slug, code });
  expect(answered).toMatchObject({ final: true, complaint: { answer: "Switch the phone off and on." } });
  expect(answered.tag).not.toBe(told.tag);
  expect(await newOrders(ctx)).toBe(0);
  expect((await orderList.page(ctx, { show: "done" })).rows).toHaveLength(1);
  await expect(answerComplaint(ctx, { code, answer: "Something else." })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("passed on, it is the case of its purchase, once; the customer reads until when, and how it ended", async () => {
  const { ctx, slug, code, ident } = await delivered();
  await complain(customer(), { slug, code, seen: "less", said: "Only half." });
  await Promise.all([1, 2, 3].map(() => passComplaint(ctx, { code })));
  const { rows } = await caseList.page(await at.admin(), { q: ident });
  expect(rows).toMatchObject([{ ident, seen: "less", state: "desk" }]);
  const order = await findOrder(customer(), { slug, code });
  expect(order.complaint?.handled).toEqual({ state: "desk", outcome: null, answerBy: rows[0]?.answerBy });
  expect(await newOrders(ctx)).toBe(0);
  await at.system.db.execute(sql`
    update purchases set state = 'reversed', reversed_at = now() where ident = ${ident}`);
  expect((await findOrder(customer(), { slug, code })).complaint?.handled).toMatchObject({
    ...{ state: "closed", outcome: "money_back" },
  });
});

test("passed on, it is the shop's to do again once the desk answered or asks something, until the customer has an answer", async () => {
  const { ctx, slug, code, ident } = await delivered();
  const desk = await at.admin();
  const toDo = async () => [(await orderList.page(ctx, {})).rows.length, await newOrders(ctx)];
  const answer = async (answer: "owner" | "asking" | "delivered") =>
    answerCase(desk, {
      ...{ ident, version: (await adminCase(desk, ident))?.version ?? -1, answer },
      ...{ text: "Let them switch it off and on.", reason: "ticket 17" },
    });
  await complain(customer(), { slug, code, seen: "nothing" });
  await passComplaint(ctx, { code });
  expect(await toDo()).toEqual([0, 0]);
  await answer("asking");
  expect(await toDo()).toEqual([0, 0]);
  await answer("owner");
  expect(await toDo()).toEqual([1, 1]);
  await replyCase(ctx, { ident, said: "She did, and nothing changed." });
  expect(await toDo()).toEqual([0, 0]);
  await answer("delivered");
  expect(await toDo()).toEqual([1, 1]);
  expect((await orderList.page(ctx, { show: "done" })).rows).toEqual([]);
  await answerComplaint(ctx, { code, answer: "The network has proof that it came." });
  expect(await toDo()).toEqual([0, 0]);
});

test("money that came back leaves nothing of a complaint to do but the order itself", async () => {
  const { ctx, slug, code, ident } = await delivered();
  await complain(customer(), { slug, code, seen: "nothing" });
  await passComplaint(ctx, { code });
  const desk = await at.admin();
  await answerCase(desk, {
    ...{ ident, version: 0, answer: "money_back", text: "It never came.", reason: "ticket 18" },
  });
  expect(await newOrders(ctx)).toBe(0);
  expect((await orderList.page(ctx, {})).rows).toMatchObject([{ code, delivery: { state: "reversed" } }]);
});

test("of a purchase whose case is open already, nothing is opened twice", async () => {
  const { ctx, slug, code, ident } = await delivered();
  await openCase(ctx, { ident, seen: "nothing" });
  await complain(customer(), { slug, code, seen: "nothing" });
  await passComplaint(ctx, { code });
  expect((await caseList.page(await at.admin(), { q: ident })).rows).toHaveLength(1);
});

test("however often a customer sends it, it is one; a flood from one address is stopped", async () => {
  const { ctx, slug, code } = await delivered();
  const flood = customer("10.9.9.9");
  const sent = await Promise.allSettled(
    Array.from({ length: 30 }, () => complain(flood, { slug, code, seen: "nothing" })),
  );
  const refused = sent.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(refused.length).toBeGreaterThan(0);
  for (const error of refused) expect(error).toMatchObject({ code: "rate_limited" });
  expect(await newOrders(ctx)).toBe(1);
});

test("only the order's own address may say so, of what was sent, and not too late", async () => {
  const { ctx, slug, code, purchaseId } = await delivered({ settled: false });
  const say = (wrong: object) => complain(customer("10.8.0.1"), { slug, code, seen: "nothing", ...wrong });
  await expect(say({})).rejects.toMatchObject({ code: "conflict" });
  await expect(say({ code: "0".repeat(20) })).rejects.toMatchObject({ code: "not_found" });
  await expect(say({ slug: "shop-1" })).rejects.toMatchObject({ code: "not_found" });
  await expect(say({ said: "x".repeat(501) })).rejects.toThrow();
  await settle(at.system, {
    ...{ purchaseId, from: ["sending"], to: "successful", by: "answer", outcome: "Sent." },
  });
  await at.system.db.execute(
    sql`update purchases set placed_at = placed_at - interval '15 days' where id = ${purchaseId}`,
  );
  await expect(say({})).rejects.toMatchObject({ code: "conflict" });
  expect(await newOrders(ctx)).toBe(0);
});

test("nobody but the shop's owner answers, passes on or reads it", async () => {
  const { slug, code } = await delivered();
  const { ctx: other } = await delivered();
  await complain(customer(), { slug, code, seen: "nothing" });
  const before = await open(other);
  await expect(answerComplaint(other, { code, answer: "It is there." })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(passComplaint(other, { code })).rejects.toMatchObject({ code: "not_found" });
  await expect(passComplaint(customer(), { code })).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await open(other)).toBe(before);
});
