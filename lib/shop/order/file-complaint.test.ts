import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { createPageFrameReader } from "#lib/home/page-frame";
import { deliveryIssueList } from "#lib/issue/delivery-issue-list";
import { findAdminDeliveryIssue } from "#lib/issue/delivery-issue-view";
import { addDeliveryIssueMessage, openDeliveryIssue } from "#lib/issue/open-delivery-issue";
import { replyToDeliveryIssue } from "#lib/issue/reply-to-delivery-issue";
import { modules, NOTIFICATION_KINDS } from "#lib/modules";
import { createNotificationList } from "#lib/notification/notification-list";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { openTestShop, placeTestOrder } from "#lib/shop/testing/test-shop";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { deliverOrder } from "./deliver-order.ts";
import { fileComplaint } from "./file-complaint.ts";
import { findOrder } from "./find-order.ts";
import { orderList } from "./list-orders.ts";
import { escalateComplaint, replyToComplaint } from "./reply-to-complaint.ts";

const notificationList = createNotificationList(NOTIFICATION_KINDS);

const at = await openScene();
let shops = 0;

const getPageFrame = createPageFrameReader(modules);
const countToDo = async (ctx: Ctx) => (await getPageFrame(ctx)).ordersToDo.count;

const customer = (address = `10.1.0.${shops}`): Ctx => ({
  actor: { kind: "visitor" },
  db: at.system.db,
  address,
});

/** Creates a shop with an order that was delivered, or is still on its way. */
async function delivered({ settled = true } = {}) {
  shops += 1;
  const { ctx } = await at.reseller();
  const slug = `shop-${shops}`;
  await openTestShop(ctx, slug, "10", `Shop ${shops}`);
  const code = await placeTestOrder(at.system, slug);
  const [row] = (await orderList.page(ctx, { show: "all" })).rows;
  const { ident } = await deliverOrder(ctx, { code, ref: row?.nextRef ?? "", price: row?.cost ?? 0n });
  const [{ id } = { id: 0 }] = await at.system.db.execute<{ id: number }>(sql`
    update purchases set state = 'sending' where ident = ${ident} returning id`);
  if (settled)
    await settlePurchase(at.system, {
      purchaseId: Number(id),
      from: ["sending"],
      to: "successful",
      by: "answer",
      outcome: "Sent.",
    });
  return { ctx, slug, code, ident, purchaseId: Number(id) };
}

const open = async (ctx: Ctx) =>
  (await deliveryIssueList.page(await at.admin(), {})).rows.length + (await countToDo(ctx));

test("shows a complaint to the shop, and the shop's reply to the customer", async () => {
  const { ctx, slug, code } = await delivered();
  const before = await findOrder(customer(), { slug, code });
  expect(before).toMatchObject({ mayComplain: true, final: true, complaint: null });
  await fileComplaint(customer(), { slug, code, symptom: "nothing", details: "I looked twice." });
  const order = await findOrder(customer(), { slug, code });
  expect(order).toMatchObject({
    mayComplain: false,
    final: false,
    complaint: { symptom: "nothing", answer: null },
  });
  expect(order.tag).not.toBe(before.tag);
  expect(await countToDo(ctx)).toBe(1);
  expect((await notificationList.page(ctx, { event: "complaint" })).rows).toMatchObject([{ path: "/shop" }]);
  expect((await orderList.page(ctx, {})).rows).toMatchObject([
    { code, complaint: { details: "I looked twice." } },
  ]);
  expect((await orderList.page(ctx, { show: "done" })).rows).toEqual([]);

  await replyToComplaint(ctx, { code, answer: "Switch the phone off and on." });
  const answered = await findOrder(customer(), { slug, code });
  expect(answered).toMatchObject({ final: true, complaint: { answer: "Switch the phone off and on." } });
  expect(answered.tag).not.toBe(order.tag);
  expect(await countToDo(ctx)).toBe(0);
  expect((await orderList.page(ctx, { show: "done" })).rows).toHaveLength(1);
  await expect(replyToComplaint(ctx, { code, answer: "Something else." })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("escalates a complaint to one delivery issue; the customer reads its deadline and result", async () => {
  const { ctx, slug, code, ident } = await delivered();
  await fileComplaint(customer(), { slug, code, symptom: "less", details: "Only half." });
  await Promise.all([1, 2, 3].map(() => escalateComplaint(ctx, { code }, modules)));
  const { rows } = await deliveryIssueList.page(await at.admin(), { q: ident });
  expect(rows).toMatchObject([{ ident, symptom: "less", state: "admin" }]);
  const order = await findOrder(customer(), { slug, code });
  expect(order.complaint?.handled).toEqual({ state: "admin", outcome: null, answerBy: rows[0]?.answerBy });
  expect(await countToDo(ctx)).toBe(0);
  await runUnguarded(
    at.system.db,
    sql`update purchases set state = 'reversed', reversed_at = now() where ident = ${ident}`,
  );
  expect((await findOrder(customer(), { slug, code })).complaint?.handled).toMatchObject({
    state: "closed",
    outcome: "money_back",
  });
});

test("returns an escalated complaint to the shop after an admin's reply, until the customer has one", async () => {
  const { ctx, slug, code, ident } = await delivered();
  const desk = await at.admin();
  const toDo = async () => [(await orderList.page(ctx, {})).rows.length, await countToDo(ctx)];
  const answer = async (answer: "customer" | "asking" | "delivered") =>
    replyToDeliveryIssue(desk, {
      ident,
      version: (await findAdminDeliveryIssue(desk, ident))?.version ?? -1,
      answer,
      text: "Let them switch it off and on.",
      reason: "ticket 17",
    });
  await fileComplaint(customer(), { slug, code, symptom: "nothing" });
  await escalateComplaint(ctx, { code }, modules);
  expect(await toDo()).toEqual([0, 0]);
  await answer("asking");
  expect(await toDo()).toEqual([0, 0]);
  await answer("customer");
  expect(await toDo()).toEqual([1, 1]);
  await addDeliveryIssueMessage(ctx, { ident, details: "She did, and nothing changed." });
  expect(await toDo()).toEqual([0, 0]);
  await answer("delivered");
  expect(await toDo()).toEqual([1, 1]);
  expect((await orderList.page(ctx, { show: "done" })).rows).toEqual([]);
  await replyToComplaint(ctx, { code, answer: "The network has proof that it came." });
  expect(await toDo()).toEqual([0, 0]);
});

test("leaves only the order to do when a complaint's purchase was refunded", async () => {
  const { ctx, slug, code, ident } = await delivered();
  await fileComplaint(customer(), { slug, code, symptom: "nothing" });
  await escalateComplaint(ctx, { code }, modules);
  const desk = await at.admin();
  await replyToDeliveryIssue(desk, {
    ident,
    version: 0,
    answer: "money_back",
    text: "It never came.",
    reason: "ticket 18",
  });
  expect(await countToDo(ctx)).toBe(1);
  expect((await orderList.page(ctx, {})).rows).toMatchObject([{ code, delivery: { state: "reversed" } }]);
});

test("opens no second delivery issue for a purchase that has one", async () => {
  const { ctx, slug, code, ident } = await delivered();
  await openDeliveryIssue(ctx, { ident, symptom: "nothing" });
  await fileComplaint(customer(), { slug, code, symptom: "nothing" });
  await escalateComplaint(ctx, { code }, modules);
  expect((await deliveryIssueList.page(await at.admin(), { q: ident })).rows).toHaveLength(1);
});

test("counts repeated complaints once, and limits complaints from one address", async () => {
  const { ctx, slug, code } = await delivered();
  const flood = customer("10.9.9.9");
  const sent = await Promise.allSettled(
    Array.from({ length: 30 }, () => fileComplaint(flood, { slug, code, symptom: "nothing" })),
  );
  const rejected = sent.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(rejected.length).toBeGreaterThan(0);
  for (const error of rejected) expect(error).toMatchObject({ code: "rate_limited" });
  expect(await countToDo(ctx)).toBe(1);
});

test("accepts a complaint only at the order's address, after delivery, and in time", async () => {
  const { ctx, slug, code, purchaseId } = await delivered({ settled: false });
  const say = (wrong: object) =>
    fileComplaint(customer("10.8.0.1"), { slug, code, symptom: "nothing", ...wrong });
  await expect(say({})).rejects.toMatchObject({ code: "conflict" });
  await expect(say({ code: "0".repeat(20) })).rejects.toMatchObject({ code: "not_found" });
  const { slug: otherShop } = await delivered();
  await expect(say({ slug: otherShop })).rejects.toMatchObject({ code: "not_found" });
  await expect(say({ details: "x".repeat(501) })).rejects.toThrow();
  await settlePurchase(at.system, {
    purchaseId,
    from: ["sending"],
    to: "successful",
    by: "answer",
    outcome: "Sent.",
  });
  await at.system.db.execute(
    sql`update purchases set placed_at = placed_at - interval '15 days' where id = ${purchaseId}`,
  );
  await expect(say({})).rejects.toMatchObject({ code: "conflict" });
  expect(await countToDo(ctx)).toBe(0);
});

test("lets only the shop's owner reply to, escalate or read a complaint", async () => {
  const { slug, code } = await delivered();
  const { ctx: other } = await delivered();
  await fileComplaint(customer(), { slug, code, symptom: "nothing" });
  const before = await open(other);
  await expect(replyToComplaint(other, { code, answer: "It is there." })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(escalateComplaint(other, { code }, modules)).rejects.toMatchObject({ code: "not_found" });
  await expect(escalateComplaint(customer(), { code }, modules)).rejects.toMatchObject({
    code: "unauthenticated",
  });
  expect(await open(other)).toBe(before);
});
