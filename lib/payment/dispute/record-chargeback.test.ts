import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { postDebit } from "#lib/ledger/adjust-wallet";
import { getWallet } from "#lib/ledger/wallet";
import { getPayment } from "#lib/payment/payment-view";
import type { VerifiedPayment } from "#lib/payment/providers/provider";
import { settlementDiscrepancyList } from "#lib/payment/settlement/settlement-discrepancy-list";
import { startFunding } from "#lib/payment/start-funding";
import { assignSuspense, recordManualRefund } from "#lib/payment/suspense/resolve-suspense";
import { openPaymentScene } from "#lib/payment/testing/open-payment-scene";
import { runPaymentLanes } from "#lib/payment/testing/run-payment-lanes";
import { walletStatement } from "#lib/sales/wallet-statement";
import { chargebackList } from "./chargeback-list.ts";
import { recordChargeback } from "./record-chargeback.ts";

const { at, provider, admin, verify, booksHold } = await openPaymentScene();
let ada: { id: number; ctx: Ctx };
let made = 0;

beforeEach(async () => {
  ada = await at.reseller("affiliate", 0n);
});

const walletOf = async () => (await getWallet(ada.ctx)).wallet;
const lines = async () =>
  (await walletStatement().page(ada.ctx)).rows.map(({ kind, amount }) => [kind, amount]);

/** A payment that was asked for, and that the provider tells of as paid with so much. */
async function paid(amount = 500_000n) {
  made += 1;
  const input = { ref: `c${made}`, amount: 500_000n, provider: "paystack" as const };
  const { reference } = await startFunding(ada.ctx, input, provider.providers);
  const transaction = `c-t${made}`;
  const said = {
    transaction,
    reference,
    amount,
    fee: 7_500n,
    currency: "NGN",
    paidAt: new Date(),
    raw: "{}",
  };
  const says = (state: VerifiedPayment["state"]) => {
    for (const name of [reference, transaction]) provider.setPayment(name, { ...said, state });
  };
  says("paid");
  await verify({ reference });
  return { reference, transaction, says };
}

test("what the payer's bank took back leaves the wallet once, below zero if need be, and the reseller reads why", async () => {
  const { reference, says } = await paid();
  await postDebit(at.system, { resellerId: ada.id, amount: 400_000n, reason: "spent meanwhile" });
  says("reversed");
  await Promise.all([verify({ reference }), verify({ reference }), verify({ reference })]);
  await verify({ reference });
  expect(await walletOf()).toBe(-400_000n);
  expect(await lines()).toEqual([
    ["charge_back", -492_500n],
    ["debit", -400_000n],
    ["payment", 492_500n],
  ]);
  const [first] = (await walletStatement().page(ada.ctx)).rows;
  expect(first?.reason).toContain("Chargeback by the payer’s bank");
  expect(await getPayment(ada.ctx, { reference })).toMatchObject({ chargedBack: true });
  await booksHold();
});

test("credits a won chargeback once, and leaves a second one to admins", async () => {
  const { reference, transaction, says } = await paid();
  says("reversed");
  await verify({ reference });
  expect(await walletOf()).toBe(0n);
  says("paid");
  await Promise.all([verify({ transaction }), verify({ reference }), verify({ transaction })]);
  await verify({ transaction });
  expect(await walletOf()).toBe(492_500n);
  expect(await getPayment(ada.ctx, { reference })).toMatchObject({ chargedBack: false });
  await booksHold();
  says("reversed");
  await verify({ transaction });
  expect(await walletOf()).toBe(492_500n);
  await booksHold();
});

test("returns nothing for a response older than the chargeback", async () => {
  const { reference, transaction, says } = await paid();
  says("reversed");
  await verify({ transaction });
  // The response by reference is from before the chargeback; asked again, the provider reports it.
  provider.setPayment(reference, {
    transaction,
    reference,
    amount: 500_000n,
    fee: 7_500n,
    currency: "NGN",
    paidAt: new Date(),
    state: "paid",
  });
  await verify({ reference });
  expect(await walletOf()).toBe(0n);
  await booksHold();
});

test("finds a chargeback without a webhook, by checking confirmed payments", async () => {
  const { transaction, says } = await paid();
  says("reversed");
  await runPaymentLanes(at.system, provider.providers);
  expect(await walletOf()).toBe(492_500n);
  const due = () =>
    at.system.db.execute(
      sql`update provider_transactions set next_check_at = now() where transaction = ${transaction}`,
    );
  await due();
  await runPaymentLanes(at.system, provider.providers);
  expect(await walletOf()).toBe(0n);
  says("paid");
  await due();
  await runPaymentLanes(at.system, provider.providers);
  expect(await walletOf()).toBe(492_500n);
  await booksHold();
});

test("asks once about each confirmed payment that is due, and leaves old ones alone", async () => {
  await at.system.db.execute(sql`update provider_transactions set next_check_at = now() + interval '1 day'`);
  const confirmed = [];
  for (let n = 0; n < 12; n += 1) confirmed.push(await paid());
  await at.system.db.execute(sql`
    update provider_transactions set next_check_at = now(), seen_at = now() - interval '61 days' where reseller_id = ${ada.id}`);
  const requestsBefore = provider.asked.length;
  await runPaymentLanes(at.system, provider.providers);
  expect(provider.asked.slice(requestsBefore).filter((about) => about.startsWith("c-t"))).toHaveLength(12);
  await runPaymentLanes(at.system, provider.providers);
  expect(provider.asked.slice(requestsBefore).filter((about) => about.startsWith("c-t"))).toHaveLength(12);
});

test("keeps charged-back suspense out of wallets, and debits it from one that was credited", async () => {
  const first = await paid(400_000n);
  const second = await paid(300_000n);
  const idOf = async (transaction: string) =>
    Number(
      (
        await at.system.db.execute(
          sql`select id from provider_transactions where transaction = ${transaction}`,
        )
      )[0]?.id,
    );
  const email = ada.ctx.actor.kind === "reseller" ? ada.ctx.actor.email : "";
  const assign = async (transaction: string) =>
    assignSuspense(admin, { id: await idOf(transaction), email, reason: "less on purpose" });
  first.says("reversed");
  await verify({ reference: first.reference });
  await expect(assign(first.transaction)).rejects.toMatchObject({ code: "conflict" });
  expect(await walletOf()).toBe(0n);
  await assign(second.transaction);
  expect(await walletOf()).toBe(292_500n);
  second.says("reversed");
  await verify({ reference: second.reference });
  expect(await walletOf()).toBe(0n);
  await booksHold();
});

test("the database itself takes nothing back twice, nor without the money leaving the wallet", async () => {
  const { transaction, says } = await paid();
  const set = (what: ReturnType<typeof sql>) =>
    at.system.db.execute(sql`update provider_transactions set ${what} where transaction = ${transaction}`);
  await expect(set(sql`reversed_at = now()`)).rejects.toMatchObject({
    cause: { constraint_name: "operator_entries_agree" },
  });
  await expect(set(sql`restored_at = now()`)).rejects.toThrow();
  says("reversed");
  await verify({ transaction });
  await expect(set(sql`reversed_at = now() + interval '1 day'`)).rejects.toThrow();
  await expect(set(sql`reversed_at = null`)).rejects.toThrow();
  await recordChargeback(at.system, "paystack", transaction);
  expect(await walletOf()).toBe(0n);
  await booksHold();
});

test("shows a chargeback of money that an admin had sent back from another account", async () => {
  const payment = await paid(400_000n);
  const [money] = await at.system.db.execute<{ id: string }>(
    sql`select id from provider_transactions where transaction = ${payment.transaction}`,
  );
  await recordManualRefund(admin, { id: Number(money?.id), reason: "sent back from our bank" });
  await booksHold();
  payment.says("reversed");
  await verify({ reference: payment.reference });
  await verify({ transaction: payment.transaction });
  const owed = async () =>
    (
      await at.system.db.execute(sql`
        select coalesce(sum(amount) filter (where account = 'clearing'), 0)::int as clearing,
          sum(amount) filter (where account = 'fees')::int as fees,
          sum(amount) filter (where account = 'outside')::int as outside
        from operator_entries where transaction_id = ${money?.id}`)
    )[0];
  expect(await owed()).toEqual({ clearing: 0, fees: 400_000, outside: -400_000 });
  const shown = async () =>
    (await settlementDiscrepancyList.page(admin, { q: payment.transaction })).rows.map(
      ({ kind, providerAmount }) => [kind, providerAmount],
    );
  expect(await shown()).toEqual([["charged_back", -400_000n]]);
  expect((await chargebackList.page(admin, { q: payment.transaction })).rows).toHaveLength(1);
  await booksHold();
  payment.says("paid");
  await verify({ transaction: payment.transaction });
  expect(await owed()).toEqual({ clearing: 392_500, fees: 7_500, outside: -400_000 });
  expect(await shown()).toEqual([]);
  await booksHold();
});
