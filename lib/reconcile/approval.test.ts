import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { inTransaction } from "#db/client";
import { findRoleByName, inviteAdmin } from "#lib/account/admins";
import { closeAccount } from "#lib/account/close-account";
import { giveRole } from "#lib/account/staff/give-role";
import { createConfirmedSession } from "#lib/account/testing/test-accounts";
import { findAmountsNeedingApproval, getApprovalLimit } from "#lib/audit/approval-limits";
import { expireApprovalRequests, isPendingApproval, requireNoApproval } from "#lib/audit/approval-request";
import { approvalSettings } from "#lib/audit/approval-settings";
import { readSettings } from "#lib/audit/settings/read-settings";
import { changeSettings } from "#lib/audit/settings/save-settings";
import type { Ctx } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { requestFunding } from "#lib/funding/request-funding";
import { approveFunding, rejectFunding } from "#lib/funding/review-funding";
import { postClawBack, postCredit, postDebit } from "#lib/ledger/adjust-wallet";
import { reverseEntry } from "#lib/ledger/reverse-entry";
import { getWallet } from "#lib/ledger/wallet";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { approveRequest } from "#lib/testing/approve-request";
import { openScene } from "#lib/testing/open-scene";
import { scene } from "#lib/testing/scene";
import { storeSettings } from "#lib/testing/store-settings";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { approvalRequestList } from "./admin/approval-request-list.ts";
import { rejectRequest } from "./admin/reject-request.ts";
import { resolveUnconfirmed } from "./admin/resolve-unconfirmed.ts";

const at = await openScene();
const [ada, ben, cleo] = [await at.admin(), await at.admin(), await at.admin()];
let rita: { id: number; ctx: Ctx };
let made = 0;

/** The amount that one admin may move alone within 24 hours, in minor units. */
const SUM = 10_000n;
const DEAR = SUM + 1n;
const reason = "as agreed on the phone";

beforeEach(async () => {
  await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: SUM });
  await at.system.db.execute(sql`delete from single_admin_moves`);
  await at.system.db.execute(sql`update approval_requests set ended_at = now() where ended_at is null`);
  rita = await at.reseller("api", 1_000_000n);
});
afterAll(async () => {
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

const money = async () => (await getWallet(ada, { resellerId: rita.id })).wallet;
const wish = (amount = DEAR) => ({ resellerId: rita.id, amount, reason });
const rules = ({ above = SUM }: { above?: bigint }, by = ada) =>
  changeSettings(by, approvalSettings, { singleAdminLimit: above, reason });
const inForce = async () => (await readSettings(ada, approvalSettings)).singleAdminLimit;
async function approvalRequestOf(done: Promise<unknown>): Promise<{ id: number }> {
  const waiting = await done;
  if (!isPendingApproval(waiting)) throw new Error("It did not wait.");
  return { id: waiting.approvalRequest };
}

async function delivered(): Promise<string> {
  made += 1;
  const { planId, networkId } = at.offered(0, "api");
  const order = { ref: `s${made}`, phone: "08031234567", channel: "api" as const, planId, networkId };
  const { id, ident } = (await placePurchase(rita.ctx, { ...order, again: true })).purchase;
  await at.system.db.execute(sql`update purchases set state = 'sending' where id = ${id}`);
  await at.system.db.execute(sql`
    insert into attempts (supplier_id, purchase_id, worker, answered_at, result, cost)
    select 1, id, 'test', now(), 'successful', cost from purchases where id = ${id}`);
  await settlePurchase(at.system, {
    purchaseId: id,
    from: ["sending"],
    to: "successful",
    by: "answer",
    outcome: null,
  });
  await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 1n });
  return ident;
}

async function createFundingRequest(): Promise<number> {
  made += 1;
  return requestFunding(rita.ctx, { ref: `f${made}`, amount: DEAR, bankReference: `bank ${made}` });
}

async function credited(): Promise<number> {
  return requireNoApproval(await postCredit(at.system, wish())).journalId;
}

/** Every manual movement of money. */
const MOVEMENTS: Record<string, (admin: Ctx) => Promise<unknown>> = {
  "a credit": (admin) => postCredit(admin, wish()),
  "a debit": (admin) => postDebit(admin, wish()),
  "a claw-back": (admin) => postClawBack(admin, wish()),
  "the reversal of an entry": async (admin) => reverseEntry(admin, { journalId: await credited(), reason }),
  "the approval of a payment": async (admin) =>
    approveFunding(admin, { id: await createFundingRequest(), reason }),
  "the reversal of a purchase": async (admin) =>
    reverseDeliveredPurchase(admin, { ident: await delivered(), reason }),
};

describe.each(Object.entries(MOVEMENTS))("%s above the set sum", (_name, move) => {
  test("moves nothing until another admin confirms it, and then once, however many confirm", async () => {
    const approvalRequest = await approvalRequestOf(move(ada));
    const before = await money();
    expect((await approvalRequestList.page(ben)).rows).toMatchObject([
      { ...approvalRequest, own: false, reason, reseller: { id: rita.id } },
    ]);
    await expect(approveRequest(ada, approvalRequest)).rejects.toMatchObject({ code: "forbidden" });
    await expect(approveRequest(at.system, approvalRequest)).rejects.toMatchObject({ code: "forbidden" });
    await expect(approveRequest(rita.ctx, approvalRequest)).rejects.toMatchObject({ code: "not_found" });
    expect(await money()).toBe(before);
    const all = await Promise.allSettled(
      [ben, cleo, ben, cleo].map((approver) => approveRequest(approver, approvalRequest)),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of all)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
    const moved = await money();
    expect(moved).not.toBe(before);
    expect((await approvalRequestList.page(ben)).rows).toEqual([]);
    await expect(rejectRequest(ada, { ...approvalRequest, reason })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await money()).toBe(moved);
  });

  test("can be rejected by any admin, and moves nothing", async () => {
    const approvalRequest = await approvalRequestOf(move(ada));
    const before = await money();
    await rejectRequest(made % 2 === 0 ? ada : ben, { ...approvalRequest, reason: "not now" });
    await expect(approveRequest(ben, approvalRequest)).rejects.toMatchObject({ code: "conflict" });
    expect(await money()).toBe(before);
  });
});

test("ends a pending settlement when a response comes first, and allows a reversal", async () => {
  made += 1;
  const { planId, networkId } = at.offered(0, "api");
  const order = { ref: `s${made}`, phone: "08031234567", channel: "api" as const, planId, networkId };
  const { id: purchaseId, ident } = (await placePurchase(rita.ctx, { ...order, again: true })).purchase;
  for (const state of ["sending", "unconfirmed"])
    await at.system.db.execute(sql`update purchases set state = ${state} where id = ${purchaseId}`);
  await at.system.db.execute(sql`
    insert into attempts (supplier_id, purchase_id, worker, answered_at, result, cost)
    select 1, id, 'test', now(), 'successful', cost from purchases where id = ${purchaseId}`);
  await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 1n });
  expect(await resolveUnconfirmed(ada, { ident: [ident], outcome: "failed", reason })).toMatchObject({
    proposed: 1,
  });
  const [settling] = (await approvalRequestList.page(ben)).rows;
  const answer = { from: ["unconfirmed"] as const, to: "successful" as const, by: "answer", outcome: null };
  await settlePurchase(at.system, { purchaseId, ...answer });
  expect((await approvalRequestList.page(ben)).rows).toEqual([]);
  await expect(approveRequest(ben, { id: settling?.id ?? 0 })).rejects.toMatchObject({ code: "conflict" });
  await approveRequest(ben, await approvalRequestOf(reverseDeliveredPurchase(ada, { ident, reason })));
  expect(await money()).toBe(1_000_000n);
});

test("up to the set sum one admin is enough", async () => {
  requireNoApproval(await postCredit(ada, wish(SUM)));
  expect(await money()).toBe(1_000_000n + SUM);
});

test("requests approval once for the form of one ref, also in parallel, and then moves its money once", async () => {
  const before = await money();
  const form = { ...wish(), ref: randomUUID() };
  const sent = await Promise.all(Array.from({ length: 4 }, () => approvalRequestOf(postCredit(ada, form))));
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  await expect(postCredit(ada, { ...form, amount: DEAR + 1n })).rejects.toMatchObject({ code: "ref_reused" });
  for (const { id } of sent.slice(0, 1)) await approveRequest(ben, { id });
  expect(requireNoApproval(await postCredit(ada, form)).balance).toBe(before + DEAR);
  expect(await money()).toBe(before + DEAR);
});

test("names the rejection to a form that is sent again after its request was rejected", async () => {
  const before = await money();
  const form = { ...wish(), ref: randomUUID() };
  await rejectRequest(ben, {
    id: (await approvalRequestOf(postCredit(ada, form))).id,
    reason: "the wrong wallet",
  });
  await expect(postCredit(ada, form)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("the wrong wallet"),
  });
  expect(await money()).toBe(before);
});

test("needs approval to raise the limit that binds the admin, and none to lower it", async () => {
  const approvalRequest = await approvalRequestOf(rules({ above: 100_000_000n }));
  expect(await inForce()).toBe(SUM);
  await approvalRequestOf(postCredit(ada, wish()));
  await expect(approveRequest(ada, approvalRequest)).rejects.toMatchObject({ code: "forbidden" });
  expect(await rules({ above: SUM - 1n })).toBeUndefined();
  // What the sum was to be raised from is no longer what it is.
  await expect(approveRequest(ben, approvalRequest)).rejects.toMatchObject({ code: "conflict" });
  await rejectRequest(ada, { ...approvalRequest, reason: "once more" });
  await approveRequest(ben, await approvalRequestOf(rules({ above: 100_000_000n })));
  expect(await inForce()).toBe(100_000_000n);
  requireNoApproval(await postCredit(ada, wish()));
});

test("rejects an impossible movement when it is requested, not when it is approved", async () => {
  await expect(postDebit(ada, wish(5_000_000n))).rejects.toMatchObject({ code: "insufficient_funds" });
  await expect(postCredit(ada, { ...wish(), lastAdjustmentId: 1 })).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(postCredit(ada, { ...wish(), resellerId: 999_999 })).rejects.toMatchObject({
    code: "not_found",
  });
  expect((await approvalRequestList.page(ada)).rows).toEqual([]);
});

test("names the actor when a request's wallet moved meanwhile, and the request can still be withdrawn", async () => {
  const { lastAdjustmentId } = await getWallet(ada, { resellerId: rita.id });
  const approvalRequest = await approvalRequestOf(postCredit(ada, { ...wish(), lastAdjustmentId }));
  await postCredit(ben, { ...wish(5n), lastAdjustmentId, reason: "the same transfer" });
  const before = await money();
  await expect(approveRequest(cleo, approvalRequest)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("“the same transfer”"),
  });
  expect(await money()).toBe(before);
  await rejectRequest(ada, { ...approvalRequest, reason: "it was counted" });
});

test("requests approval of a payment once, and ends the request when the payment is rejected", async () => {
  const id = await createFundingRequest();
  const approvalRequest = await approvalRequestOf(approveFunding(ada, { id, reason }));
  await expect(approveFunding(ben, { id, reason })).rejects.toMatchObject({ code: "conflict" });
  await rejectFunding(ben, { id, reason: "it never arrived" });
  expect((await approvalRequestList.page(ben)).rows).toEqual([]);
  await expect(approveRequest(ben, approvalRequest)).rejects.toThrow(/it never arrived/);
});

test("lets only owners change approval settings", async () => {
  const requester: Ctx = {
    ...ada,
    actor: { ...ada.actor, permissions: ["see", "rules", "money"] } as Ctx["actor"],
  };
  for (const above of [SUM - 1n, SUM + 1n])
    await expect(rules({ above }, requester)).rejects.toMatchObject({ facts: { permission: "staff" } });
});

test("reads what raising the sum changes before approving it", async () => {
  const approvalRequest = await approvalRequestOf(rules({ above: SUM + 1n }));
  expect((await approvalRequestList.page(ben)).rows).toMatchObject([
    {
      ...approvalRequest,
      change: {
        change: "saved",
        of: "approval",
        before: { singleAdminLimit: String(SUM) },
        after: { singleAdminLimit: String(SUM + 1n) },
      },
    },
  ]);
});

test("rejects the approval of a request from an earlier version, which can be withdrawn", async () => {
  const by = ada.actor.kind === "admin" ? ada.actor.id : 0;
  const [made] = await at.system.db.execute<{ id: string }>(sql`
    insert into approval_requests (kind, amount, about, input, reason, requested_by)
    values ('settings', 1000, 'rules', '{"singleAdminLimit": "10.00", "version": 1}', 'x', ${by}) returning id`);
  const approvalRequest = { id: Number(made?.id) };
  await expect(approveRequest(ben, approvalRequest)).rejects.toMatchObject({ code: "conflict" });
  await rejectRequest(ben, { ...approvalRequest, reason });
});

describe("the amounts that one admin moves alone within a day", () => {
  beforeEach(() => storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 5000n }));

  test("holds the movement that exceeds the limit, and shows by how much", async () => {
    requireNoApproval(await postCredit(ada, wish(2_000n)));
    requireNoApproval(await postDebit(ada, wish(1_000n)));
    const waiting = await postCredit(ada, wish(2_001n));
    expect(waiting).toMatchObject({ day: { moved: 3_000n, above: 5_000n } });
    const { rows } = await approvalRequestList.page(ben);
    expect(rows).toMatchObject([{ day: { moved: 3_000n, above: 5_000n }, amount: 2_001n }]);
    await approveRequest(ben, await approvalRequestOf(Promise.resolve(waiting)));
    // What two agreed on counts for neither.
    expect((await getApprovalLimit(ada)).moved).toBe(3_000n);
    expect((await getApprovalLimit(ben)).moved).toBe(0n);
    requireNoApproval(await postCredit(ben, wish(5_000n)));
    requireNoApproval(await postCredit(ada, wish(2_000n)));
    await approvalRequestOf(postCredit(ada, wish(1n)));
  });

  test("stop counting after 24 hours, and rejected ones never count", async () => {
    requireNoApproval(await postDebit(ada, wish(5_000n)));
    await at.system.db.execute(
      sql`update single_admin_moves set at = now() - interval '23 hours 59 minutes'`,
    );
    await approvalRequestOf(postDebit(ada, wish(1n)));
    await at.system.db.execute(sql`update single_admin_moves set at = now() - interval '24 hours 1 minute'`);
    await expect(postDebit(ada, { ...wish(4_000n), resellerId: 999_999 })).rejects.toMatchObject({
      code: "not_found",
    });
    requireNoApproval(await postDebit(ada, wish(5_000n)));
  });

  test("needs approval for one of two simultaneous adjustments that exceed the limit together", async () => {
    const both = await inTransaction(at.system, async (ctx) => {
      await ctx.db.execute(sql`select from wallets where reseller_id = ${rita.id} for update`);
      const both = [postCredit(ada, wish(3_000n)), postCredit(ada, wish(3_000n))];
      await waitForLocks(at.system, 2);
      return { both: Promise.all(both) };
    });
    expect((await both.both).map(isPendingApproval).sort()).toEqual([false, true]);
    expect(await money()).toBe(1_003_000n);
  });

  test("predicts which adjustments in a row need approval", async () => {
    requireNoApproval(await postCredit(ada, wish(1_000n)));
    const amounts = [3_000n, 2_000n, 1_000n, 20_000n, 1n];
    const predicted = findAmountsNeedingApproval(await getApprovalLimit(ada), amounts);
    const actual = [];
    for (const amount of amounts) actual.push(isPendingApproval(await postCredit(ada, wish(amount))));
    expect(predicted).toEqual([false, true, false, true, true]);
    expect(actual).toEqual(predicted);
  });
});

test("don't change with an added admin or a closed account", async () => {
  const desk = await scene();
  onTestFinished(() => desk.close());
  await storeSettings(desk.system.db, approvalSettings, { singleAdminLimit: SUM });
  const [ada, ben, cleo] = [await desk.admin(), await desk.admin(), await desk.admin()];
  const { id: resellerId } = await desk.reseller("api", 1_000_000n);
  const approvalRequest = await approvalRequestOf(postCredit(ada, { ...wish(), resellerId }));
  const { id: roleId } = await findRoleByName(ada, "Owner");
  const { id } = await inviteAdmin(ada, { email: "eve@kiosk.test", name: "Eve", roleId, reason });
  await giveRole(desk.system, { id, roleId, reason });
  const eve: Ctx = {
    ...ada,
    actor: {
      kind: "admin",
      id,
      email: "eve@kiosk.test",
      sessionId: await createConfirmedSession(desk.system, id),
      permissions: ALL_PERMISSIONS,
    },
  };
  await expect(approveRequest(eve, approvalRequest)).rejects.toThrow(/less than a week/);
  for (const approver of [ben, cleo]) {
    const accountId = approver.actor.kind === "admin" ? approver.actor.id : 0;
    await closeAccount(ada, { accountId, reason: "left" });
  }
  await approvalRequestOf(postDebit(ada, { ...wish(), resellerId }));
  const aWeekAgo = sql`now() - interval '8 days'`;
  await desk.system.db.execute(sql`update accounts set created_at = ${aWeekAgo} where id = ${id}`);
  await desk.system.db.execute(sql`update staff set granted_at = ${aWeekAgo} where id = ${id}`);
  await approveRequest(eve, approvalRequest);
  expect(await getWallet(ada, { resellerId })).toMatchObject({ wallet: 1_000_000n + DEAR });
});

test("executes without a second approver when there is none, and records that", async () => {
  const alone = await scene();
  try {
    const only = await alone.admin();
    const { id } = await alone.reseller("api", 0n);
    expect(await getApprovalLimit(only)).toMatchObject({ hasApprover: false });
    requireNoApproval(await postCredit(only, { resellerId: id, amount: 100_000_000n, reason }));
    const records = await alone.system.db.execute(sql`
      select action, reason, after from audit where actor like 'admin:%' and reseller_id = ${id} order by id`);
    expect(records).toMatchObject([
      { action: "second_admin.none", reason, after: { amount: "100000000", approver: "none" } },
      { action: "wallet.credited", reason },
    ]);
  } finally {
    await alone.close();
  }
});

test("lets only an admin who may move money approve, also in the database", async () => {
  const desk = await scene();
  try {
    const [owner, other] = [await desk.admin(), await desk.admin()];
    const { id } = await desk.reseller("api", 0n);
    const otherId = other.actor.kind === "admin" ? other.actor.id : 0;
    const be = (role: string, { days = 8 } = {}) =>
      desk.system.db.execute(sql`
        update staff set role_id = (select id from staff_roles where built_in = ${role}), version = version + 1,
          granted_by = ${owner.actor.kind === "admin" ? owner.actor.id : 0}, granted_at = now() - make_interval(days => ${days}::integer)
        where id = ${otherId}`);
    const dear = { resellerId: id, amount: 100_000_000n, reason };
    await desk.system.db.execute(sql`update accounts set created_at = now() - interval '20 days'`);
    await desk.system.db.execute(sql`update staff set granted_at = now() - interval '20 days'`);

    await be("support");
    expect(await getApprovalLimit(owner)).toMatchObject({ hasApprover: false });
    await be("support", { days: 0 });
    expect(await getApprovalLimit(owner)).toMatchObject({ hasApprover: true });
    await be("finance", { days: 1 });
    const approvalRequest = await approvalRequestOf(postCredit(owner, dear));
    await expect(approveRequest(other, approvalRequest)).rejects.toThrow(/less than a week/);
    await be("support");
    await expect(approveRequest(other, approvalRequest)).rejects.toThrow(/no longer includes this/);
    await be("finance");
    await approveRequest(other, approvalRequest);
    expect(await getWallet(owner, { resellerId: id })).toMatchObject({ wallet: 100_000_000n });
  } finally {
    await desk.close();
  }
});

test("expires a request after a week: it can't be approved, ends automatically, and can be made again", async () => {
  const old = (id: number) =>
    at.system.db.execute(
      sql`update approval_requests set requested_at = now() - interval '8 days' where id = ${id}`,
    );
  const cleo = await at.admin();
  const approvalRequest = await approvalRequestOf(
    approveFunding(ada, { id: await createFundingRequest(), reason }),
  );
  await old(approvalRequest.id);
  await expect(approveRequest(cleo, approvalRequest)).rejects.toMatchObject({ code: "conflict" });
  expect(await expireApprovalRequests(at.system)).toBe(1);
  expect((await approvalRequestList.page(cleo)).rows).toEqual([]);
  const id = await createFundingRequest();
  await old((await approvalRequestOf(approveFunding(ada, { id, reason }))).id);
  await approveRequest(cleo, await approvalRequestOf(approveFunding(ada, { id, reason })));
  const over = await at.system.db.execute(
    sql`select actor from audit where action = 'approval_request.expired'`,
  );
  expect(over).toEqual([{ actor: "system:test" }, { actor: "system:approval_requests" }]);
});
