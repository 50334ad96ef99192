import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { isPendingApproval } from "#lib/audit/approval-request";
import { approvalSettings } from "#lib/audit/approval-settings";
import { getWallet } from "#lib/ledger/wallet";
import { endRefund, retryRefund } from "#lib/payment/refund/end-refund";
import { syncPayment } from "#lib/payment/sync-payment";
import { openProviderScene } from "#lib/payment/testing/open-provider-scene";
import { runPaymentLanes } from "#lib/payment/testing/run-payment-lanes";
import { approvalRequestList } from "#lib/reconcile/admin/approval-request-list";
import { approveRequest } from "#lib/testing/approve-request";
import { storeSettings } from "#lib/testing/store-settings";
import { assignSuspense, recordManualRefund, refundSuspense } from "./resolve-suspense.ts";
import { countSuspense, suspenseList } from "./suspense-list.ts";

const REASON = "paid too little";

const scene = await openProviderScene();
const { at, bank, booksHold, follow } = scene;
const [admin, second] = [await at.admin(), await at.admin()];
const ada = await at.reseller("affiliate", 0n);
beforeEach(async () => {
  await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 100000000n });
  await at.system.db.execute(sql`update approval_requests set ended_at = now() where ended_at is null`);
});

const suspended = () => scene.suspended(ada.ctx, "paystack");
const listed = async (id: number) => (await suspenseList.page(admin)).rows.find((row) => row.id === id);
const settle = async (id: number, state: "done" | "attention" | "failed") => {
  const [refund] = await at.system.db.execute<{ key: string }>(
    sql`select key from payment_refunds where transaction_id = ${id} order by id desc limit 1`,
  );
  await bank.control.do("settle-refund", { key: refund?.key ?? "", state });
  await follow();
};

test("refunds through the provider, and allows no other decision until that ends", async () => {
  const before = (await bank.control.refunds()).length;
  const id = await suspended();
  await expect(refundSuspense(ada.ctx, { id, reason: REASON })).rejects.toMatchObject({ code: "not_found" });
  const tries = await Promise.allSettled([1, 2, 3].map(() => refundSuspense(admin, { id, reason: REASON })));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await listed(id)).toMatchObject({ state: "refunding", refund: { state: "requested" } });
  const email = ada.ctx.actor.kind === "reseller" ? ada.ctx.actor.email : "";
  await expect(assignSuspense(admin, { id, email, reason: REASON })).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(recordManualRefund(admin, { id, reason: REASON })).rejects.toMatchObject({ code: "conflict" });
  await follow();
  expect(await listed(id)).toMatchObject({ refund: { state: "pending" } });
  await settle(id, "done");
  expect(await listed(id)).toBeUndefined();
  expect((await bank.control.refunds()).slice(before)).toMatchObject([{ amount: 400_000n, state: "done" }]);
  await booksHold();
});

test("records no chargeback for a refund, though the provider calls the payment reversed", async () => {
  const id = await suspended();
  await refundSuspense(admin, { id, reason: REASON });
  await follow();
  const reference = (await bank.control.payments()).at(-1)?.reference ?? "";
  await bank.control.do("reverse", { provider: "paystack", reference });
  await syncPayment(at.system, "paystack", { reference });
  await settle(id, "done");
  await syncPayment(at.system, "paystack", { reference });
  const [after] = await at.system.db.execute(
    sql`select state, reversed_at from provider_transactions where id = ${id}`,
  );
  expect(after).toEqual({ state: "refunded", reversed_at: null });
  expect((await getWallet(ada.ctx)).wallet).toBe(0n);
  await booksHold();
});

test("above the set sum another admin confirms it first", async () => {
  await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 100n });
  await at.system.db.execute(sql`update accounts set created_at = now() - interval '30 days'`);
  const id = await suspended();
  const waits = await refundSuspense(admin, { id, reason: REASON });
  if (!isPendingApproval(waits)) throw new Error("it does not wait");
  expect(await listed(id)).toMatchObject({ state: "suspense" });
  expect((await approvalRequestList.page(second)).rows).toMatchObject([
    { kind: "suspense", byProvider: true, own: false },
  ]);
  await approveRequest(second, { id: waits.approvalRequest });
  expect(await listed(id)).toMatchObject({ state: "refunding" });
  await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 100000000n });
  await follow();
  await settle(id, "done");
  await booksHold();
});

test("shows a refund that needs attention until it ends, or is returned to suspense", async () => {
  const before = await countSuspense(admin);
  const [one, two] = [await suspended(), await suspended()];
  for (const id of [one, two]) await refundSuspense(admin, { id, reason: REASON });
  await follow();
  expect(await countSuspense(admin)).toBe(before);
  await expect(endRefund(admin, { id: one, reason: "too early" })).rejects.toMatchObject({
    code: "conflict",
  });
  for (const id of [one, two]) await settle(id, "attention");
  expect(await countSuspense(admin)).toBe(before + 2);
  expect(await listed(one)).toMatchObject({
    refund: { state: "attention", problem: expect.stringContaining("Paystack") },
  });
  await settle(one, "done");
  expect(await listed(one)).toBeUndefined();
  await retryRefund(admin, { id: two });
  await endRefund(admin, { id: two, reason: "stopped at Paystack" });
  expect(await listed(two)).toMatchObject({ state: "suspense", refund: { state: "failed" } });
  await recordManualRefund(admin, { id: two, reason: "sent by the bank" });
  await expect(retryRefund(admin, { id: two })).rejects.toMatchObject({ code: "not_found" });
  expect(await countSuspense(admin)).toBe(before);
  await runPaymentLanes(at.system);
  await booksHold();
});

test("ends the approval request of a refund that the provider sends after all", async () => {
  const id = await suspended();
  await refundSuspense(admin, { id, reason: REASON });
  await follow();
  await settle(id, "attention");
  await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 100n });
  expect(isPendingApproval(await endRefund(admin, { id, reason: "stopped at Paystack" }))).toBe(true);
  await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 100000000n });
  expect((await approvalRequestList.page(second)).rows).toMatchObject([{ kind: "refund" }]);
  await settle(id, "done");
  expect((await approvalRequestList.page(second)).rows).toEqual([]);
  await booksHold();
});
