import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { isPendingApproval } from "#lib/audit/approval-request";
import { approvalSettings } from "#lib/audit/approval-settings";
import { readSettings } from "#lib/audit/settings/read-settings";
import { changeSettings, saveSettings } from "#lib/audit/settings/save-settings";
import type { Ctx } from "#lib/core/context";
import { handleEvents } from "#lib/event/testing/handle-events";
import { getBalance } from "#lib/ledger/wallet";
import { sweepOldData } from "#lib/maintenance/sweep-old-data";
import { NOTIFICATION_KINDS, TABLES } from "#lib/modules";
import { createNotificationList } from "#lib/notification/notification-list";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { rejectRequest } from "#lib/reconcile/admin/reject-request";
import { checkPurchases } from "#lib/sales/check-purchases";
import { approveRequest } from "#lib/testing/approve-request";
import { openScene } from "#lib/testing/open-scene";
import { storeSettings } from "#lib/testing/store-settings";
import { countDeliveryIssues, deliveryIssueList, ownDeliveryIssueList } from "./delivery-issue-list.ts";
import { findAdminDeliveryIssue, findOwnDeliveryIssue } from "./delivery-issue-view.ts";
import { eraseIssueMessagesOf } from "./erase-issue-messages.ts";
import { findPurchasesWithOpenIssue } from "./find-purchases-with-open-issue.ts";
import { issueSettings } from "./issue-settings.ts";
import { addDeliveryIssueMessage, openDeliveryIssue } from "./open-delivery-issue.ts";
import { type ReplyToDeliveryIssueInput, replyToDeliveryIssue } from "./reply-to-delivery-issue.ts";

const notificationList = createNotificationList(NOTIFICATION_KINDS);

const at = await openScene();

const [admin, second] = [await at.admin(), await at.admin()];
beforeEach(async () => {
  await at.system.db.execute(sql`delete from delivery_issue_messages`);
  await at.system.db.execute(sql`delete from delivery_issues`);
  await changeSettings(at.system, issueSettings, { replyHours: 24, reportingWindowDays: 14 });
  await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 100000000n });
});

/** Places a purchase of a new reseller and brings it to a state. */
async function placeInState(state: "successful" | "failed" | "unconfirmed" | "queued" = "successful") {
  const { id, ctx } = await at.reseller("affiliate", 1_000_000n);
  const { purchase } = await placePurchase(ctx, {
    ref: "r",
    phone: "08031234567",
    channel: "web",
    again: false,
    ...at.offered(),
  });
  if (state !== "queued")
    await at.system.db.execute(sql`update purchases set state = 'sending' where id = ${purchase.id}`);
  if (state === "unconfirmed")
    await at.system.db.execute(sql`update purchases set state = 'unconfirmed' where id = ${purchase.id}`);
  if (state === "successful" || state === "failed") {
    const outcome = "Sent.";
    await settlePurchase(at.system, {
      purchaseId: purchase.id,
      from: ["sending"],
      to: state,
      by: "answer",
      outcome,
    });
  }
  return { id, ctx, ident: purchase.ident, purchaseId: purchase.id };
}

async function openIssue(state: "successful" | "unconfirmed" = "successful") {
  const purchase = await placeInState(state);
  await openDeliveryIssue(purchase.ctx, {
    ident: purchase.ident,
    symptom: "nothing",
    details: "She looked twice.",
  });
  return purchase;
}

const reply = async (by: Ctx, ident: string, input: Partial<ReplyToDeliveryIssueInput> = {}) =>
  replyToDeliveryIssue(by, {
    ident,
    version: (await findAdminDeliveryIssue(admin, ident))?.version ?? 0,
    answer: "delivered",
    text: "They sent us the proof.",
    reason: "ticket 4411",
    ...input,
  });

const hoursBetween = (from: Date, to: Date | undefined) =>
  ((to?.getTime() ?? 0) - from.getTime()) / 3_600_000;

test("opens a delivery issue at once, with a time for the reply", async () => {
  const { ctx, ident, purchaseId } = await openIssue();
  const seen = await findOwnDeliveryIssue(ctx, ident);
  expect(seen).toMatchObject({ state: "admin", outcome: null, overdue: false, symptom: "nothing" });
  expect(seen?.messages).toMatchObject([{ kind: "opened", text: "She looked twice." }]);
  expect(hoursBetween(seen?.openedAt as Date, seen?.answerBy)).toBe(24);
  expect(await findPurchasesWithOpenIssue(ctx, [purchaseId])).toEqual(new Set([purchaseId]));
  expect(await countDeliveryIssues(admin)).toMatchObject({ count: 1, overdue: 0 });
});

test("notifies every admin, and no reseller, of a new delivery issue and of a reseller's messages", async () => {
  const { ctx, ident } = await openIssue();
  await reply(admin, ident, { answer: "customer" });
  await addDeliveryIssueMessage(ctx, { ident, details: "She looked again." });
  await reply(admin, ident);
  await addDeliveryIssueMessage(ctx, { ident, details: "Still nothing." });
  await handleEvents(at.system);
  const path = `/admin/review/delivery-issues/${ident}`;
  for (const reader of [admin, second]) {
    const { rows } = await notificationList.page(reader, { event: "new_delivery_issue" });
    expect(rows.filter((row) => row.path === path).map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Delivery issue reopened: \S+ \S+ [MG]B to 0\d{3} \d{3} \d{4}$/),
      expect.stringMatching(/^Reply to a delivery issue: /),
      expect.stringMatching(/^New delivery issue: /),
    ]);
  }
  expect((await notificationList.page(ctx, { event: "new_delivery_issue" })).rows).toEqual([]);
});

test("opens one delivery issue and rejects the others when a reseller taps often", async () => {
  const { ctx, ident } = await placeInState();
  const taps = Array.from({ length: 8 }, () => openDeliveryIssue(ctx, { ident, symptom: "less" }));
  const results = await Promise.allSettled(taps);
  const rejections = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(rejections).toHaveLength(7);
  for (const error of rejections) expect(error).toMatchObject({ code: "conflict" });
  expect((await deliveryIssueList.page(admin)).rows).toHaveLength(1);
  expect((await findOwnDeliveryIssue(ctx, ident))?.messages).toHaveLength(1);
});

test.each([["failed"], ["queued"]] as const)("opens no delivery issue for a %s purchase", async (state) => {
  const { ctx, ident } = await placeInState(state);
  await expect(openDeliveryIssue(ctx, { ident, symptom: "nothing" })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await findOwnDeliveryIssue(ctx, ident)).toBeUndefined();
});

test("opens no delivery issue after the reporting window", async () => {
  const { ctx, ident } = await placeInState();
  await at.system.db.execute(
    sql`update purchases set placed_at = placed_at - interval '15 days' where ident = ${ident}`,
  );
  await expect(openDeliveryIssue(ctx, { ident, symptom: "nothing" })).rejects.toMatchObject({
    message: expect.stringContaining("too old"),
  });
});

test("returns not_found for another reseller's delivery issue", async () => {
  const { ident } = await openIssue();
  const { ctx: stranger } = await at.reseller();
  const free = await placeInState();
  expect(await findOwnDeliveryIssue(stranger, ident)).toBeUndefined();
  expect((await ownDeliveryIssueList.page(stranger)).rows).toEqual([]);
  for (const act of [
    () => openDeliveryIssue(stranger, { ident: free.ident, symptom: "nothing" }),
    () => addDeliveryIssueMessage(stranger, { ident, details: "It is mine." }),
    () =>
      replyToDeliveryIssue(stranger, {
        ident,
        version: 0,
        answer: "delivered",
        text: "It is there.",
        reason: "why not",
      }),
  ])
    await expect(act()).rejects.toMatchObject({ code: "not_found" });
  await expect(findAdminDeliveryIssue(stranger, ident)).rejects.toMatchObject({ code: "not_found" });
  expect(() => deliveryIssueList.csv(stranger)).toThrow();
});

test("shows a delivery issue as overdue after the promised time, the earliest due first", async () => {
  const [late, soon] = [await openIssue(), await openIssue()];
  await at.system.db.execute(sql`
    update delivery_issues set answer_by = now() - interval '1 minute'
    where purchase_id = (select id from purchases where ident = ${soon.ident})`);
  expect((await findOwnDeliveryIssue(soon.ctx, soon.ident))?.overdue).toBe(true);
  expect((await findOwnDeliveryIssue(late.ctx, late.ident))?.overdue).toBe(false);
  expect(await countDeliveryIssues(admin)).toMatchObject({ count: 2, overdue: 1 });
  expect((await deliveryIssueList.page(admin)).rows.map(({ ident }) => ident)).toEqual([
    soon.ident,
    late.ident,
  ]);
  expect((await deliveryIssueList.page(admin, { state: "overdue" })).rows).toMatchObject([
    { ident: soon.ident, overdue: true },
  ]);
  const first = await deliveryIssueList.page(admin, {}, 1);
  expect((await deliveryIssueList.page(admin, { after: first.next }, 1)).rows).toMatchObject([
    { ident: late.ident },
  ]);
});

test("keeps a delivery issue open and shows the new time while the provider is asked", async () => {
  const { ctx, ident } = await openIssue();
  await reply(admin, ident, { answer: "asking", hours: 48, text: "We asked the network." });
  const seen = await findOwnDeliveryIssue(ctx, ident);
  const [, said] = seen?.messages ?? [];
  expect(seen?.state).toBe("admin");
  expect(said).toMatchObject({ kind: "asking", text: "We asked the network.", answerBy: seen?.answerBy });
  expect(hoursBetween(said?.at as Date, seen?.answerBy)).toBe(48);
  expect(JSON.stringify(seen)).not.toContain("ticket");
  await handleEvents(at.system);
  const notifications = (await notificationList.page(ctx, { event: "delivery_issue" })).rows;
  expect(notifications).toMatchObject([
    { title: expect.stringMatching(/^We’re asking the network: .+ to 0/), path: `/purchases/${ident}` },
  ]);
});

test("stops the clock while the customer has to act, until the reseller replies", async () => {
  const { ctx, ident } = await openIssue();
  await at.system.db.execute(sql`update delivery_issues set answer_by = now() - interval '1 hour'`);
  await reply(admin, ident, { answer: "customer", text: "Ask her to dial the network." });
  expect(await findOwnDeliveryIssue(ctx, ident)).toMatchObject({ state: "customer", overdue: false });
  expect(await countDeliveryIssues(admin)).toMatchObject({ count: 0, overdue: 0 });
  await addDeliveryIssueMessage(ctx, { ident, details: "She did: nothing there." });
  const seen = await findOwnDeliveryIssue(ctx, ident);
  expect(seen).toMatchObject({ state: "admin", overdue: false });
  expect(seen?.messages.map(({ kind }) => kind)).toEqual(["opened", "customer", "reply"]);
});

test("reopens a delivery issue that was closed as delivered once, not twice", async () => {
  const { ctx, ident } = await openIssue();
  await reply(admin, ident);
  expect(await findOwnDeliveryIssue(ctx, ident)).toMatchObject({ state: "closed", outcome: "delivered" });
  const again = Array.from({ length: 4 }, () =>
    addDeliveryIssueMessage(ctx, { ident, details: "Still nothing." }),
  );
  await Promise.all(again);
  expect(await findOwnDeliveryIssue(ctx, ident)).toMatchObject({
    state: "admin",
    outcome: null,
    reopened: true,
  });
  await reply(admin, ident);
  await expect(addDeliveryIssueMessage(ctx, { ident, details: "Still nothing." })).rejects.toMatchObject({
    code: "conflict",
  });
  expect((await findOwnDeliveryIssue(ctx, ident))?.state).toBe("closed");
});

test("accepts one of two replies at the same time, and names it to the other admin", async () => {
  const { ctx, ident } = await openIssue();
  const results = await Promise.allSettled([
    reply(admin, ident, { answer: "delivered", version: 0 }),
    reply(second, ident, { answer: "customer", version: 0 }),
  ]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({
    reason: {
      code: "conflict",
      facts: { changed: { action: "delivery_issue.answered", reason: "ticket 4411" } },
    },
  });
  expect((await findOwnDeliveryIssue(ctx, ident))?.messages).toHaveLength(2);
});

test("refunds once when several admins reply with a refund and another reverses the purchase", async () => {
  const { ctx, ident } = await openIssue();
  const acts = [admin, second, admin, second].map((by) =>
    reply(by, ident, { answer: "money_back", version: 0 }),
  );
  const beside = reverseDeliveredPurchase(second, { ident, reason: "they told us too" });
  const results = await Promise.allSettled([...acts, beside]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await getBalance(ctx)).toEqual({ wallet: 1_000_000n, held: 0n });
  expect(await findOwnDeliveryIssue(ctx, ident)).toMatchObject({
    state: "closed",
    outcome: "money_back",
    overdue: false,
  });
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("requests approval of a refund above the limit, and shows it to the reseller after that", async () => {
  const { ctx, ident } = await openIssue();
  await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 1n });
  const back = { answer: "money_back", text: "Your money is back." } as const;
  const done = await reply(admin, ident, back);
  if (!isPendingApproval(done)) throw new Error("it did not wait");
  expect((await getBalance(ctx)).wallet).toBeLessThan(1_000_000n);
  const open = await findOwnDeliveryIssue(ctx, ident);
  expect(open).toMatchObject({ state: "admin", outcome: null });
  expect(open?.messages.map(({ kind }) => kind)).toEqual(["opened"]);
  await expect(reply(second, ident, back)).rejects.toMatchObject({ code: "conflict" });

  await rejectRequest(second, { id: done.approvalRequest, reason: "look again" });
  expect(await findOwnDeliveryIssue(ctx, ident)).toMatchObject({ state: "admin" });
  const next = await reply(admin, ident, back);
  await approveRequest(second, { id: isPendingApproval(next) ? next.approvalRequest : 0 });
  const over = await findOwnDeliveryIssue(ctx, ident);
  expect(over).toMatchObject({ state: "closed", outcome: "money_back" });
  expect(over?.messages.at(-1)).toMatchObject({ kind: "money_back", text: "Your money is back." });
  expect((await getBalance(ctx)).wallet).toBe(1_000_000n);
  expect(await findPurchasesWithOpenIssue(ctx, [(await placeInState()).purchaseId])).toEqual(new Set());
  await expect(addDeliveryIssueMessage(ctx, { ident, details: "More, please." })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("keeps the delivery issue of an unconfirmed purchase open until the purchase is settled", async () => {
  const { ctx, ident, purchaseId } = await openIssue("unconfirmed");
  for (const kind of ["delivered", "money_back"] as const)
    await expect(reply(admin, ident, { answer: kind })).rejects.toMatchObject({ code: "invalid" });
  await settlePurchase(at.system, {
    purchaseId,
    from: ["unconfirmed"],
    to: "failed",
    by: "admin:1",
    outcome: "Not delivered.",
  });
  expect(await findOwnDeliveryIssue(ctx, ident)).toMatchObject({ state: "closed", outcome: "money_back" });
  expect(await countDeliveryIssues(admin)).toMatchObject({ count: 0, overdue: 0 });
  expect((await deliveryIssueList.page(admin)).rows).toEqual([]);
  await expect(reply(admin, ident, { answer: "asking" })).rejects.toMatchObject({ code: "conflict" });
});

test("limits the number and length of a reseller's messages", async () => {
  const { ctx, ident } = await openIssue();
  for (let n = 0; n < 11; n += 1) await addDeliveryIssueMessage(ctx, { ident, details: `Word number ${n}.` });
  await expect(addDeliveryIssueMessage(ctx, { ident, details: "One more." })).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(
    openDeliveryIssue(ctx, { ident, symptom: "nothing", details: "x".repeat(501) }),
  ).rejects.toThrow();
});

test("applies changed reply hours, reporting window and balance checks", async () => {
  const { version } = await readSettings(at.system, issueSettings);
  const typed = { replyHours: "2", reportingWindowDays: "30", version, reason: "more people" };
  const checks = { "checks-7": "Dial what is on the SIM.", "checks-8": "" };
  await saveSettings(admin, issueSettings, { ...typed, ...checks });
  expect(await readSettings(at.system, issueSettings)).toEqual({
    version: version + 1,
    replyHours: 2,
    reportingWindowDays: 30,
    checks: { "7": "Dial what is on the SIM." },
  });
  const { ctx, ident } = await openIssue();
  const seen = await findOwnDeliveryIssue(ctx, ident);
  expect(hoursBetween(seen?.openedAt as Date, seen?.answerBy)).toBe(2);
  await expect(
    saveSettings(admin, issueSettings, { ...typed, "checks-x": "no", version: version + 1 }),
  ).rejects.toMatchObject({ issues: [{ path: ["checks", "x"] }] });
});

const sweepMessages = async () => (await sweepOldData(at.system, TABLES, ["delivery_issue_messages"])).swept;

test("erases old messages and those of one reseller, and keeps the delivery issue", async () => {
  const { ctx, ident, id } = await openIssue();
  await reply(admin, ident, { answer: "asking" });
  expect(await sweepMessages()).toEqual({});
  await at.system.db.execute(
    sql`update delivery_issue_messages set at = at - interval '181 days' where kind = 'opened'`,
  );
  expect(await sweepMessages()).toEqual({ delivery_issue_messages: 1 });
  expect((await findOwnDeliveryIssue(ctx, ident))?.messages).toMatchObject([
    { kind: "opened", text: null, erased: true },
    { kind: "asking", erased: false },
  ]);
  const email = ctx.actor.kind === "reseller" ? ctx.actor.email : "";
  expect(await eraseIssueMessagesOf(at.system, { email, reason: "they asked" })).toBe(1);
  const [message] = await at.system.db.execute(
    sql`select text, note from delivery_issue_messages where kind = 'asking'`,
  );
  expect(message).toEqual({ text: null, note: null });
  expect((await ownDeliveryIssueList.page(ctx)).rows).toMatchObject([{ ident, state: "admin" }]);
  expect(id).toBeGreaterThan(0);
});
