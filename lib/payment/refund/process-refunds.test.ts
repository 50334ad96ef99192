import { sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { inTransaction } from "#db/client";
import { PROVIDER_NAMES, type ProviderName } from "#lib/payment/providers/provider";
import { syncPayment } from "#lib/payment/sync-payment";
import { openProviderScene, toWebhookRequest } from "#lib/payment/testing/open-provider-scene";
import { runPaymentLanes } from "#lib/payment/testing/run-payment-lanes";
import { handleProviderWebhook } from "#lib/payment/webhook/provider-webhook-route";
import { startRefund } from "./start-refund.ts";

const scene = await openProviderScene();
const { at, bank, inbox, booksHold, follow, makeRefundsDue } = scene;
const ada = await at.reseller("affiliate", 0n);
beforeEach(async () => {
  await bank.control.do("reset", {});
  // Refunds of other tests, which the bank no longer knows, have failed.
  await at.system.db.transaction(async (tx) => {
    await tx.execute(
      sql`update payment_refunds set state = 'failed', next_attempt_at = null where next_attempt_at is not null`,
    );
    await tx.execute(
      sql`update provider_transactions set state = 'suspense', decided_at = null, decided_by = null, reason = null where state = 'refunding'`,
    );
  });
});

const suspended = (provider: ProviderName) => scene.suspended(ada.ctx, provider);
const start = (id: number) =>
  inTransaction(at.system, (tx) => startRefund(tx, { id, reason: "paid too little" }));
const rejectRefund = (message: string) =>
  bank.control.do("order", {
    provider: "paystack",
    route: "refund",
    status: 400,
    text: JSON.stringify({ status: false, message }),
  });
const moneyOf = async (id: number) =>
  (await at.system.db.execute(sql`select state from provider_transactions where id = ${id}`))[0]?.state;
const refundsOf = (id: number) =>
  at.system.db.execute<{ key: string; state: string; problem: string | null }>(
    sql`select coalesce(provider_key, key) as key, state, problem from payment_refunds where transaction_id = ${id} order by id`,
  );
const listRequestedRefunds = async () =>
  (await bank.control.refunds()).map(({ amount, state }) => ({ amount, state }));

test.each(PROVIDER_NAMES)(
  "refunds money in suspense by %s once, and posts it to the ledger",
  async (provider) => {
    const id = await suspended(provider);
    await start(id);
    expect(await moneyOf(id)).toBe("refunding");
    await booksHold();
    await follow();
    expect(await refundsOf(id)).toMatchObject([{ state: "pending" }]);
    await follow();
    const [{ key } = { key: "" }] = await refundsOf(id);
    await bank.control.do("settle-refund", { key, state: "done" });
    await follow();
    await follow();
    expect([await moneyOf(id), await refundsOf(id)]).toMatchObject(["refunded", [{ state: "done" }]]);
    expect(await listRequestedRefunds()).toEqual([{ amount: 400_000n, state: "done" }]);
    const [house] = await at.system.db.execute(sql`
    select sum(amount) filter (where account = 'clearing')::int as clearing,
      sum(amount) filter (where account = 'suspense')::int as suspense,
      (select fee::int from provider_transactions where id = ${id}) as fee
    from operator_entries where transaction_id = ${id}`);
    expect(house).toMatchObject({ clearing: -Number(house?.fee), suspense: 0 });
    await booksHold();
  },
);

test.each(PROVIDER_NAMES)(
  "repeats the request under the same key after a lost response of %s: one refund",
  async (provider) => {
    const id = await suspended(provider);
    await start(id);
    await bank.control.do("order", { fault: "lost", route: "refund", provider });
    await follow();
    expect(await refundsOf(id)).toMatchObject([{ state: "requested" }]);
    await follow();
    expect(await refundsOf(id)).toMatchObject([{ state: "pending" }]);
    expect(await listRequestedRefunds()).toHaveLength(1);
  },
);

test("requests no more than a lost dispute left, and posts that to the ledger", async () => {
  const id = await suspended("paystack");
  const [{ reference } = { reference: "" }] = await at.system.db.execute<{ reference: string }>(
    sql`select reference from provider_transactions where id = ${id}`,
  );
  const dispute = await bank.control.do("dispute", { provider: "paystack", reference, amount: 100_000n });
  await bank.control.do("resolve-dispute", { id: Number(dispute), state: "lost" });
  await syncPayment(at.system, "paystack", { reference });
  await start(id);
  await follow();
  expect(await listRequestedRefunds()).toEqual([{ amount: 300_000n, state: "pending" }]);
  const [{ key } = { key: "" }] = await refundsOf(id);
  await bank.control.do("settle-refund", { key, state: "done" });
  await follow();
  expect(await moneyOf(id)).toBe("refunded");
  await booksHold();
});

test("two that start it, and ten that follow it at once, are one refund", async () => {
  const id = await suspended("paystack");
  const starts = await Promise.allSettled([start(id), start(id)]);
  expect(starts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await makeRefundsDue();
  await Promise.all(Array.from({ length: 10 }, () => runPaymentLanes(at.system)));
  expect(await listRequestedRefunds()).toHaveLength(1);
  const log = await bank.control.log();
  expect(
    log.filter((entry) => entry.what === "request" && entry.method === "POST" && entry.route === "refund"),
  ).toHaveLength(1);
});

test("returns a rejected or failed refund to suspense, where it can be requested again", async () => {
  const id = await suspended("paystack");
  await start(id);
  await rejectRefund("Your balance is not enough");
  await follow();
  expect(await moneyOf(id)).toBe("suspense");
  expect(await refundsOf(id)).toMatchObject([{ state: "failed", problem: "Your balance is not enough" }]);
  await booksHold();
  await bank.control.do("reset", {});
  const again = await suspended("paystack");
  await start(again);
  await bank.control.do("order", { fault: "refund-failed", provider: "paystack" });
  await follow();
  await follow();
  expect(await moneyOf(again)).toBe("suspense");
  await start(again);
  await bank.control.do("order", { fault: "refund-done", provider: "paystack" });
  await follow();
  await follow();
  expect(await moneyOf(again)).toBe("refunded");
  expect((await refundsOf(again)).map(({ state }) => state)).toEqual(["failed", "done"]);
  await booksHold();
});

test("retries under the same key after a rejection, and under a new one after a failed refund", async () => {
  const id = await suspended("paystack");
  await start(id);
  await rejectRefund("Try again later");
  await follow();
  await start(id);
  await follow();
  // The provider had created the refund anyway.
  const [{ key } = { key: "" }] = await refundsOf(id);
  expect(await listRequestedRefunds()).toEqual([{ amount: 400_000n, state: "pending" }]);
  await bank.control.do("settle-refund", { key, state: "failed" });
  await follow();
  await start(id);
  const [rejected, failed, last] = await refundsOf(id);
  expect([rejected?.state, failed?.state, last?.state]).toEqual(["failed", "failed", "requested"]);
  expect(failed?.key).toBe(rejected?.key);
  expect(last?.key).not.toBe(failed?.key);
  await booksHold();
});

test("follows a refund that requires action until it ends, at once after a webhook", async () => {
  const id = await suspended("paystack");
  await start(id);
  await bank.control.do("order", { fault: "attention", provider: "paystack" });
  await follow();
  await follow();
  expect([await moneyOf(id), await refundsOf(id)]).toMatchObject(["refunding", [{ state: "attention" }]]);
  const before = inbox.got.length;
  const [{ key } = { key: "" }] = await refundsOf(id);
  await bank.control.do("settle-refund", { key, state: "done" });
  await bank.control.waitForLog(
    (log) => log.filter((entry) => entry.what === "webhook" && entry.status === 200).length > 2,
  );
  const request = toWebhookRequest(inbox.got.slice(before).at(-1));
  expect((await handleProviderWebhook(request, "paystack")).status).toBe(200);
  await runPaymentLanes(at.system);
  expect([await moneyOf(id), await refundsOf(id)]).toMatchObject(["refunded", [{ state: "done" }]]);
  await booksHold();
});

test("requests a refund once while its response is pending, however often it is claimed", async () => {
  const id = await suspended("paystack");
  await start(id);
  await bank.control.do("order", { fault: "slow", route: "refund", provider: "paystack" });
  const first = runPaymentLanes(at.system);
  await bank.control.waitForLog((log) =>
    log.some((entry) => entry.what === "request" && entry.method === "POST" && entry.route === "refund"),
  );
  const requests = async () => (await bank.control.log()).filter(({ what }) => what === "request");
  const before = await requests();
  await runPaymentLanes(at.system);
  expect(await requests()).toEqual(before);
  expect(await refundsOf(id)).toMatchObject([{ state: "requested" }]);
  await bank.control.do("release", {});
  await first;
  expect(await refundsOf(id)).toMatchObject([{ state: "pending" }]);
  expect(await listRequestedRefunds()).toHaveLength(1);
});

test("rechecks a refund later after a response, in another process when one dies", async () => {
  const id = await suspended("monnify");
  await start(id);
  await runPaymentLanes(at.system);
  const [row] = await at.system.db.execute(
    sql`select next_attempt_at > now() as later from payment_refunds where transaction_id = ${id}`,
  );
  expect(row).toEqual({ later: true });
  // The session is ended at the very statement that records what the provider said.
  onTestFinished(async () => void (await at.system.db.execute(sql`drop trigger if exists die on audit`)));
  await at.system.db.execute(sql`
    create function die() returns trigger language plpgsql as $$ begin
      perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60); return new; end $$`);
  await at.system.db.execute(sql`create trigger die before insert on audit for each row
    when (new.action = 'money.refunded') execute function die()`);
  const [{ key } = { key: "" }] = await refundsOf(id);
  await bank.control.do("settle-refund", { key, state: "done" });
  await follow();
  expect([await moneyOf(id), await refundsOf(id)]).toMatchObject(["refunding", [{ state: "pending" }]]);
  await at.system.db.execute(sql`drop trigger die on audit`);
  await follow();
  expect([await moneyOf(id), await refundsOf(id)]).toMatchObject(["refunded", [{ state: "done" }]]);
  await booksHold();
});

test("rejects a second refund of the same money in the database, and one that restarts", async () => {
  const id = await suspended("paystack");
  await start(id);
  const second = at.system.db.execute(sql`
    insert into payment_refunds (key, transaction_id, reason, requested_by) values (${`forged-${id}`}, ${id}, 'x', 'test')`);
  await expect(second).rejects.toMatchObject({ cause: { constraint_name: "payment_refunds_one" } });
  const back = at.system.db.execute(
    sql`update provider_transactions set state = 'refunded' where id = ${id}`,
  );
  await expect(back).rejects.toMatchObject({ cause: { constraint_name: "operator_entries_agree" } });
  await at.system.db.execute(sql`
    update payment_refunds set state = 'failed', next_attempt_at = null where transaction_id = ${id}`);
  const again = at.system.db.execute(sql`
    update payment_refunds set state = 'requested', next_attempt_at = now() where transaction_id = ${id}`);
  await expect(again).rejects.toMatchObject({ cause: { constraint_name: "payment_refunds_update_check" } });
});
