import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { approvalSettings } from "#lib/audit/approval-settings";
import type { Ctx } from "#lib/core/context";
import { requestFunding } from "#lib/funding/request-funding";
import { approveFunding } from "#lib/funding/review-funding";
import { openDeliveryIssue } from "#lib/issue/open-delivery-issue";
import { replyToDeliveryIssue } from "#lib/issue/reply-to-delivery-issue";
import { rejectRequest } from "#lib/reconcile/admin/reject-request";
import { resolveUnconfirmed } from "#lib/reconcile/admin/resolve-unconfirmed";
import { createActionScene } from "#lib/testing/action-scene";
import { approveRequest } from "#lib/testing/approve-request";
import { openScene } from "#lib/testing/open-scene";
import { storeSettings } from "#lib/testing/store-settings";
import { rejectUpgrade } from "#lib/upgrade/decide-upgrade";
import { requestUpgrade } from "#lib/upgrade/request-upgrade";
import { setUpgradeOffer } from "#lib/upgrade/upgrade-offer";
import { assignReviewItem } from "./assign-review-item.ts";
import { readReviewResult } from "./read-review-result.ts";
import { countReviewItems, readReviewQueue } from "./review-queue.ts";
import { deleteReply, fillReply, listSavedReplies, saveReply } from "./saved-replies.ts";

const at = await openScene();

const prepared = await createActionScene(at);
const [admin, second] = [await at.admin(), prepared.second];
beforeEach(async () => {
  await at.system.db.execute(sql`
    update approval_requests set ended_at = now(), ended_by = (select id from accounts where role = 'admin' limit 1),
      confirmed = false where ended_at is null`);
  await at.system.db.execute(sql`delete from delivery_issue_messages`);
  await at.system.db.execute(sql`delete from delivery_issues`);
  await at.system.db.execute(
    sql`update funding_requests set state = 'rejected', decided_at = now() where state = 'pending'`,
  );
  await setLimit(100_000_000n);
  const open = await at.system.db.execute<{ ident: string }>(
    sql`select ident from purchases where state = 'unconfirmed'`,
  );
  for (const { ident } of open)
    await resolveUnconfirmed(admin, { ident, outcome: "failed", reason: "The next test" });
});

const setLimit = (limit: bigint) =>
  storeSettings(at.system.db, approvalSettings, { singleAdminLimit: limit });

const readKeys = async (by: Ctx, query = {}) =>
  (await readReviewQueue(by, query)).items.map(({ kind, item }) => `${kind} ${item}`);

async function openIssue(): Promise<string> {
  const ident = await prepared.purchase("successful");
  await openDeliveryIssue(prepared.reseller.ctx, { ident, symptom: "nothing", details: "" });
  return ident;
}

async function reply(by: Ctx, ident: string, answer: "delivered" | "money_back" | "asking" | "customer") {
  const [issue] = await at.system.db.execute<{ version: number }>(sql`
    select version from delivery_issues where purchase_id = (select id from purchases where ident = ${ident})`);
  const input = { ident, version: Number(issue?.version), answer, text: "We looked.", reason: "ticket 1" };
  return replyToDeliveryIssue(by, { ...input, hours: "48" });
}

test("orders items of all kinds by their deadlines, and marks those that passed", async () => {
  const late = await prepared.purchase("unconfirmed");
  await at.system.db.execute(sql`
    update attempts set claimed_at = now() - interval '25 hours'
    where purchase_id = (select id from purchases where ident = ${late})`);
  const issue = await openIssue();
  await at.system.db.execute(sql`update delivery_issues set answer_by = now() + interval '2 hours'`);
  const transfer = await requestFunding(prepared.reseller.ctx, {
    ref: "t1",
    amount: "5",
    bankReference: "T 1",
  });
  const unconfirmed = await prepared.purchase("unconfirmed");
  const queue = await readReviewQueue(admin);
  expect(queue.items.map(({ kind, item, overdue }) => [kind, item, overdue])).toEqual([
    ["unconfirmed", late, true],
    ["issue", issue, false],
    ["transfer", String(transfer), false],
    ["unconfirmed", unconfirmed, false],
  ]);
  expect(queue).toMatchObject({ count: 4, overdue: 1 });
  expect(await countReviewItems(admin)).toBe(4);
  expect(await readKeys(admin, { kind: "issue" })).toEqual([`issue ${issue}`]);
});

test("shows an item that waits for approval to other admins alone, as a request with the item’s deadline", async () => {
  const ident = await prepared.purchase("unconfirmed");
  const [before] = (await readReviewQueue(admin)).items;
  await setLimit(1n);
  const { waits } = await resolveUnconfirmed(admin, { ident, outcome: "failed", reason: "ticket 2" });
  expect(await readKeys(admin)).toEqual([]);
  const { items } = await readReviewQueue(second);
  expect(items).toMatchObject([{ kind: "approval", item: String(waits?.approvalRequest), due: before?.due }]);
  expect(await readReviewResult(admin, `unconfirmed.${ident}`)).toMatchObject({ result: "requested" });
  await rejectRequest(second, { id: Number(waits?.approvalRequest), reason: "The customer has it" });
  expect(await readKeys(admin)).toEqual([`unconfirmed ${ident}`]);
  expect(await readReviewResult(admin, `approval.${waits?.approvalRequest}`)).toMatchObject({
    result: "rejected",
  });
});

test("shows each admin the kinds that they may decide", async () => {
  const ident = await prepared.purchase("unconfirmed");
  const issue = await openIssue();
  const as = (permissions: string[]): Ctx => ({
    ...admin,
    actor: { ...admin.actor, permissions } as Ctx["actor"],
  });
  expect(await readKeys(as(["see", "answer"]))).toEqual([`issue ${issue}`]);
  expect(await readKeys(as(["see", "money"]))).toEqual([`unconfirmed ${ident}`]);
  expect(await readKeys(as(["see"]))).toHaveLength(2);
  await expect(readReviewQueue(prepared.reseller.ctx)).rejects.toMatchObject({ code: "not_found" });
});

test("leaves out an issue while the customer or the upstream’s deadline is awaited, and reads each result", async () => {
  const [asked, waiting, closed, refunded] = [
    await openIssue(),
    await openIssue(),
    await openIssue(),
    await openIssue(),
  ];
  await reply(admin, asked, "asking");
  await reply(admin, waiting, "customer");
  await reply(admin, closed, "delivered");
  await reply(admin, refunded, "money_back");
  expect(await readKeys(admin)).toEqual([`issue ${asked}`]);
  const results = [];
  for (const ident of [asked, waiting, closed, refunded])
    results.push((await readReviewResult(admin, `issue.${ident}`))?.result);
  expect(results).toEqual(["asking", "customer", "confirmed", "refunded"]);
});

test("reads the results of transfers and purchases, and none of an unknown item", async () => {
  const ident = await prepared.purchase("unconfirmed");
  await resolveUnconfirmed(admin, { ident, outcome: "successful", reason: "ticket 3" });
  expect(await readReviewResult(admin, `unconfirmed.${ident}`)).toMatchObject({ result: "delivered" });
  const id = await requestFunding(prepared.reseller.ctx, { ref: "t2", amount: "7", bankReference: "T 2" });
  expect(await readReviewResult(admin, `transfer.${id}`)).toMatchObject({ result: "open", amount: 700n });
  await setLimit(1n);
  await approveFunding(admin, { id: Number(id), reason: "On the statement" });
  expect(await readKeys(admin)).toEqual([]);
  const [request] = (await readReviewQueue(second)).items;
  await approveRequest(second, { id: Number(request?.item) });
  expect(await readReviewResult(admin, `transfer.${id}`)).toMatchObject({ result: "approved" });
  for (const key of ["transfer.999999", "transfer.DT1", "issue.1", "x", "unconfirmed.DT'"])
    expect(await readReviewResult(admin, key)).toBeUndefined();
});

test("has a request for a level until it is decided, for admins who may change resellers", async () => {
  await setUpgradeOffer(at.system, {
    level: "top_user",
    open: "yes",
    price: "",
    volume: "",
    version: 1,
    reason: "we offer it",
  });
  const { ctx } = await at.reseller("affiliate");
  await requestUpgrade(ctx, { ref: "queue", from: "affiliate", level: "top_user" });
  const [item] = (await readReviewQueue(admin, { kind: "upgrade" })).items;
  expect(item).toMatchObject({ kind: "upgrade", amount: null, overdue: false });
  const support = { ...admin, actor: { ...admin.actor, permissions: ["see", "answer"] } } as Ctx;
  expect(await readKeys(support)).not.toContain(`upgrade ${item?.item}`);
  const key = `upgrade.${item?.item}`;
  expect(await readReviewResult(admin, key)).toMatchObject({ result: "open" });
  const self = admin.actor.kind === "admin" ? String(admin.actor.id) : "";
  await assignReviewItem(admin, { kind: "upgrade", item: item?.item ?? "", to: self });
  await rejectUpgrade(admin, { id: item?.item ?? "", reason: "Sell a little more first" });
  expect(await readReviewResult(admin, key)).toMatchObject({ result: "rejected" });
  expect((await readReviewQueue(admin, { kind: "upgrade" })).items).toEqual([]);
});

test("assigns an item to an admin and releases it, and filters by it", async () => {
  const issue = await openIssue();
  const freeIssue = await openIssue();
  const self = admin.actor.kind === "admin" ? String(admin.actor.id) : "";
  expect(await assignReviewItem(admin, { kind: "issue", item: issue, to: self })).toMatchObject({
    assignee: { id: Number(self) },
    previous: null,
  });
  expect(await readKeys(admin, { assigned: "self" })).toEqual([`issue ${issue}`]);
  expect(await readKeys(second, { assigned: "self" })).toEqual([]);
  expect(await readKeys(second, { assigned: "none" })).toEqual([`issue ${freeIssue}`]);
  const { items } = await readReviewQueue(second);
  expect(items[0]?.assignee).toMatchObject({ id: Number(self), own: false });
  const reseller = String(prepared.reseller.id);
  await expect(assignReviewItem(admin, { kind: "issue", item: issue, to: reseller })).rejects.toMatchObject({
    fields: { to: ["Select an admin."] },
  });
  expect(await assignReviewItem(second, { kind: "issue", item: issue, to: "" })).toEqual({
    assignee: undefined,
    previous: Number(self),
  });
  expect(await readKeys(admin, { assigned: "none" })).toHaveLength(2);
});

test("saves texts for all admins once each, and fills in an item’s facts", async () => {
  const text = "We asked {plan} for {number}: {other}.";
  await saveReply(admin, { field: "text", text });
  await expect(saveReply(second, { field: "text", text })).rejects.toMatchObject({
    fields: { text: ["This text is saved already."] },
  });
  const [saved] = await listSavedReplies(second);
  expect(fillReply(saved?.text ?? "", { plan: "1 GB", number: "0803" })).toBe(
    "We asked 1 GB for 0803: {other}.",
  );
  await deleteReply(second, { id: saved?.id ?? 0 });
  await expect(deleteReply(admin, { id: saved?.id ?? 0 })).rejects.toMatchObject({ code: "not_found" });
  expect(await listSavedReplies(admin)).toEqual([]);
});
