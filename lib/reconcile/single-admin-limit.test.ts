import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { isPendingApproval, requireNoApproval } from "#lib/audit/approval-request";
import { changeSettings } from "#lib/audit/settings/save-settings";
import type { Ctx } from "#lib/core/context";
import { getPaymentInstructions, instructionSettings } from "#lib/funding/payment-instructions";
import { postCredit, postDebit } from "#lib/ledger/adjust-wallet";
import { endRefund } from "#lib/payment/refund/end-refund";
import { startRefund } from "#lib/payment/refund/start-refund";
import { acceptSettlementDiscrepancy } from "#lib/payment/settlement/accept-discrepancy";
import { recordProviderTransaction } from "#lib/payment/transaction/record-provider-transaction";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { approveRequest } from "#lib/testing/approve-request";
import { openScene } from "#lib/testing/open-scene";
import { approvalRequestList } from "./admin/approval-request-list.ts";
import { recordUpstreamDeposit } from "./admin/record-upstream-deposit.ts";
import { getLastUpstreamAdjustmentId } from "./admin/upstream-deposit-list.ts";
import { getUpstreamBalance } from "./upstream-balance.ts";

const at = await openScene();
const reason = "as agreed on the phone";

const [ada, ben] = [await at.admin(), await at.admin()];
const rita = await at.reseller("api", 1_000_000n);
beforeEach(async () => {
  await at.system.db.execute(sql`delete from single_admin_moves`);
  await at.system.db.execute(sql`update approval_requests set ended_at = now() where ended_at is null`);
});

const wish = (amount: bigint) => ({ resellerId: rita.id, amount, reason });

async function requestOf(done: Promise<unknown>): Promise<{ id: number }> {
  const waiting = await done;
  if (!isPendingApproval(waiting)) throw new Error("It did not wait for approval.");
  return { id: waiting.approvalRequest };
}

/** Uses up what the admin moves alone within 24 hours. */
const useUp = async () => requireNoApproval(await postCredit(ada, wish(500_000n)));

test("requests approval for the second of six payments of ₦5,000 where provider_amount are two owners", async () => {
  requireNoApproval(await postCredit(ada, wish(500_000n)));
  await requestOf(postCredit(ada, wish(500_000n)));
  expect((await approvalRequestList.page(ben)).rows).toMatchObject([
    { day: { moved: 500_000n, above: 500_000n } },
  ]);
});

test("counts all kinds of manual money together", async () => {
  requireNoApproval(await postCredit(ada, wish(300_000n)));
  requireNoApproval(await postDebit(ada, wish(200_000n)));
  await requestOf(postDebit(ada, wish(1n)));
  requireNoApproval(await postDebit(ben, wish(1n)));
});

test("requests approval for an upstream deposit, and records it when another admin approves", async () => {
  const { ident } = (
    await placePurchase(rita.ctx, {
      ref: "one",
      phone: "08031234567",
      channel: "api",
      again: true,
      planId: at.offered().planId,
      networkId: at.offered().networkId,
    })
  ).purchase;
  await at.system.db.execute(sql`update purchases set state = 'sending' where ident = ${ident}`);
  await at.system.db.execute(sql`
    insert into attempts (supplier_id, purchase_id, worker, answered_at, result, balance_before, balance_after, cost)
    select 1, id, 'test', now(), 'successful', 900000, 800000, cost from purchases where ident = ${ident}`);
  await useUp();
  const deposit = { amount: 5_000n, at: new Date(), reason };
  const request = await requestOf(recordUpstreamDeposit(ada, deposit) as Promise<unknown>);
  const adjustments = () =>
    at.system.db.execute(sql`select amount from upstream_adjustments where amount = 5000`);
  expect(await adjustments()).toEqual([]);
  await approveRequest(ben, request);
  expect(await adjustments()).toEqual([{ amount: "5000" }]);
  expect(await getUpstreamBalance(ben)).toBeDefined();
});

test("requests approval for one deposit of a form, and names the pending one to another form", async () => {
  await useUp();
  await at.system.db.execute(sql`insert into single_admin_moves (admin_id, kind, amount)
    select id, 'deposit', 500000 from accounts where role = 'admin'`);
  const form = { amount: 7_000n, at: new Date(), lastAdjustmentId: await getLastUpstreamAdjustmentId(ada) };
  const record = (ctx: Ctx, change = {}) => recordUpstreamDeposit(ctx, { ...form, reason, ...change });
  const request = await requestOf(record(ada));
  expect(await requestOf(record(ada))).toEqual(request);
  const pending = {
    code: "conflict",
    message: expect.stringMatching(/requested a deposit of ₦70 .*pending/),
  };
  await expect(record(ben)).rejects.toMatchObject(pending);
  await expect(record(ada, { amount: 8_000n })).rejects.toMatchObject(pending);
  expect((await approvalRequestList.page(ben)).rows).toHaveLength(1);
  await approveRequest(ben, request);
  await expect(record(ada)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining(`“${reason}”`),
  });
  const next = { ...form, lastAdjustmentId: await getLastUpstreamAdjustmentId(ada) };
  await requestOf(recordUpstreamDeposit(ada, { ...next, reason }));
});

test("requests approval before a settlement discrepancy is accepted", async () => {
  const [row] = await at.system.db.execute<{ id: string }>(sql`
    insert into settlement_discrepancies (provider, kind, currency, provider_amount) values ('paystack', 'missing_in_ledger', 'NGN', 700)
    returning id`);
  const id = Number(row?.id);
  await useUp();
  const request = await requestOf(acceptSettlementDiscrepancy(ada, { id, reason }) as Promise<unknown>);
  await requestOf(acceptSettlementDiscrepancy(ada, { id, reason }) as Promise<unknown>).then(
    () => expect.unreachable(),
    (error) => expect(error).toMatchObject({ code: "conflict" }),
  );
  await approveRequest(ben, request);
  const [after] = await at.system.db.execute(
    sql`select state from settlement_discrepancies where id = ${id}`,
  );
  expect(after).toEqual({ state: "acknowledged" });
});

test("requests approval before a refund that needs attention is ended", async () => {
  await recordProviderTransaction(at.system, "paystack", {
    transaction: "t1",
    reference: null,
    method: null,
    account: null,
    raw: "{}",
    gross: 900n,
    fee: 10n,
    currency: "NGN",
    paidAt: new Date(),
  });
  const [money] = await at.system.db.execute<{ id: string }>(sql`select id from provider_transactions`);
  const id = Number(money?.id);
  await startRefund(at.system, { id, reason });
  await at.system.db.execute(
    sql`update payment_refunds set state = 'attention', refund = 'r1', problem = 'stuck'`,
  );
  await useUp();
  const request = await requestOf(endRefund(ada, { id, reason }) as Promise<unknown>);
  await approveRequest(ben, request);
  const [after] = await at.system.db.execute(sql`select state from provider_transactions`);
  expect(after).toEqual({ state: "suspense" });
});

test("changes the payment instructions after a second owner approves", async () => {
  const request = await requestOf(
    changeSettings(ada, instructionSettings, { text: "Pay to 9999999999" }) as Promise<unknown>,
  );
  expect((await getPaymentInstructions(ada)).text).toBe("");
  const rows = (await approvalRequestList.page(ben)).rows;
  expect(rows).toMatchObject([
    { change: { change: "saved", of: "instructions", after: { text: "Pay to 9999999999" } } },
  ]);
  await expect(approveRequest(ada, request)).rejects.toMatchObject({ code: "forbidden" });
  await approveRequest(ben, request);
  expect((await getPaymentInstructions(ada)).text).toBe("Pay to 9999999999");
});
