import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#db/client";
import { dedicatedAccounts } from "#db/schema/payment";
import type { Ctx } from "#lib/core/context";
import { getWallet } from "#lib/ledger/wallet";
import { paymentSettings } from "#lib/payment/payment-settings";
import type { ProviderSettlement, VerifiedPayment } from "#lib/payment/providers/provider";
import { acceptSettlementDiscrepancy } from "#lib/payment/settlement/accept-discrepancy";
import { importSettlement } from "#lib/payment/settlement/import-settlement";
import { postSettlementLines, recordMissingLines } from "#lib/payment/settlement/post-settlement-lines";
import { settlementDiscrepancyList } from "#lib/payment/settlement/settlement-discrepancy-list";
import { startFunding } from "#lib/payment/start-funding";
import { recordManualRefund } from "#lib/payment/suspense/resolve-suspense";
import { openPaymentScene } from "#lib/payment/testing/open-payment-scene";
import { storeSettings } from "#lib/testing/store-settings";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { recordProviderTransaction } from "./record-provider-transaction.ts";

const { at, provider, admin, verify, booksHold } = await openPaymentScene();
let ada: { id: number; ctx: Ctx };
let made = 0;

beforeEach(async () => {
  ada = await at.reseller("affiliate", 0n);
});

const walletOf = async () => (await getWallet(ada.ctx)).wallet;

/** A payment of so much that was begun, and what the provider says of it. */
async function begun(amount: bigint) {
  made += 1;
  const input = { ref: `g${made}`, amount: amount, provider: "paystack" as const };
  const { reference } = await startFunding(ada.ctx, input, provider.providers);
  const transaction = `g-t${made}`;
  const says = async (amount: bigint, more: Partial<VerifiedPayment> = {}) => {
    const fee = amount / 100n;
    const said = { transaction, reference, amount, fee, currency: "NGN", paidAt: new Date(), ...more };
    for (const name of [reference, transaction])
      provider.setPayment(name, { state: "paid", raw: "{}", ...said });
    await Promise.all([verify({ reference }), verify({ transaction }), verify({ reference })]);
    await verify({ transaction });
  };
  return { reference, transaction, says };
}
const parts = (transaction: string) =>
  at.system.db.execute(sql`select state, suspense_reason, gross::int, credited::int from provider_transactions
    where split_part(transaction, '+', 1) = ${transaction} order by id`);
const differences = async (transaction: string) =>
  (await settlementDiscrepancyList.page(admin, { q: transaction })).rows.map(
    ({ kind, ledgerAmount, providerAmount }) => [kind, ledgerAmount, providerAmount],
  );
const stateOf = async (reference: string) =>
  (await at.system.db.execute(sql`select state from payments where reference = ${reference}`))[0]?.state;

test("credits all that was asked for when the rest comes under the same transaction", async () => {
  const { reference, transaction, says } = await begun(500_000n);
  await says(200_000n);
  expect(await walletOf()).toBe(0n);
  await says(500_000n);
  expect(await walletOf()).toBe(495_000n);
  expect(await stateOf(reference)).toBe("paid");
  expect(await parts(transaction)).toMatchObject([
    { state: "assigned", gross: 200_000, credited: 198_000 },
    { state: "assigned", gross: 300_000, credited: 297_000 },
  ]);
  expect(await differences(transaction)).toEqual([]);
  await booksHold();
});

test("credits nothing while all parts together are less than the requested amount", async () => {
  const { reference, transaction, says } = await begun(500_000n);
  await says(200_000n);
  await says(400_000n);
  expect(await walletOf()).toBe(0n);
  expect(await stateOf(reference)).toBe("review");
  expect((await parts(transaction)).map(({ state }) => state)).toEqual(["suspense", "suspense"]);
  await says(500_000n);
  expect(await walletOf()).toBe(495_000n);
  await booksHold();
});

test("puts the difference into suspense once when a credited transaction grows, each time", async () => {
  const { transaction, says } = await begun(200_000n);
  await says(200_000n);
  expect(await walletOf()).toBe(198_000n);
  await says(500_000n);
  await says(600_000n);
  expect(await walletOf()).toBe(198_000n);
  expect(await parts(transaction)).toMatchObject([
    { state: "credited", gross: 200_000 },
    { state: "suspense", suspense_reason: "over_paid", gross: 300_000 },
    { state: "suspense", suspense_reason: "over_paid", gross: 100_000 },
  ]);
  await booksHold();
});

test("credits the difference when a transfer to an account number grows", async () => {
  const number = `90000${made}77`;
  await at.system.db.insert(dedicatedAccounts).values({
    resellerId: ada.id,
    provider: "paystack",
    owner: `owner-${ada.id}`,
    currency: "NGN",
    name: "Ada",
    email: "ada@example.com",
    phone: "+2348031234567",
    state: "open",
    number,
    bank: "Wema",
    holder: "Ada",
    openedAt: new Date(),
  });
  const transaction = `g-a${made}`;
  const says = async (amount: bigint) => {
    provider.setPayment(transaction, {
      state: "paid",
      transaction,
      reference: null,
      amount,
      fee: amount / 100n,
      currency: "NGN",
      raw: "{}",
      paidAt: new Date(),
      account: number,
      method: "transfer",
    });
    await Promise.all([verify({ transaction }), verify({ transaction })]);
  };
  await says(200_000n);
  await says(500_000n);
  expect(await walletOf()).toBe(495_000n);
  await booksHold();
});

test("keeps the difference of money that was sent back before it grew", async () => {
  const { transaction, says } = await begun(500_000n);
  await says(200_000n);
  const [money] = await at.system.db.execute<{ id: string }>(
    sql`select id from provider_transactions where transaction = ${transaction}`,
  );
  await recordManualRefund(admin, { id: Number(money?.id), reason: "sent back from our bank" });
  await says(500_000n);
  expect(await walletOf()).toBe(0n);
  expect(await parts(transaction)).toMatchObject([
    { state: "refunded" },
    { state: "suspense", suspense_reason: "under_paid", gross: 300_000 },
  ]);
  await booksHold();
});

test("shows a shrunk transaction to admins until the provider reports the former amount again", async () => {
  const { transaction, says } = await begun(500_000n);
  await says(500_000n);
  await says(300_000n);
  expect(await walletOf()).toBe(495_000n);
  expect(await differences(transaction)).toEqual([["changed", 500_000n, 300_000n]]);
  await says(500_000n);
  expect(await differences(transaction)).toEqual([]);
  await booksHold();
});

test("takes back and restores every part when a grown transaction is charged back", async () => {
  const { transaction, says } = await begun(500_000n);
  await says(200_000n);
  await says(500_000n);
  await says(500_000n, { state: "reversed" });
  expect(await walletOf()).toBe(0n);
  await booksHold();
  await says(500_000n);
  expect(await walletOf()).toBe(495_000n);
  expect(await parts(transaction)).toHaveLength(2);
  await booksHold();
});

test("takes every part of a grown transaction when a dispute about all of it is lost", async () => {
  const { transaction, says } = await begun(500_000n);
  await says(200_000n);
  await says(500_000n);
  const dispute = { id: "1", state: "lost" as const, amount: 500_000n, currency: "NGN", dueAt: null };
  provider.disputes(transaction, [dispute]);
  await verify({ transaction });
  expect(await walletOf()).toBe(0n);
  expect(await differences(transaction)).toEqual([]);
  await booksHold();
});

test("shows a dispute lost after a won chargeback, because money is debited once", async () => {
  const { transaction, says } = await begun(500_000n);
  await says(500_000n);
  await says(500_000n, { state: "reversed" });
  await says(500_000n);
  const dispute = { id: "1", state: "lost" as const, amount: 500_000n, currency: "NGN", dueAt: null };
  provider.disputes(transaction, [dispute]);
  await verify({ transaction });
  expect(await walletOf()).toBe(495_000n);
  expect(await differences(transaction)).toEqual([["lost", 0n, -500_000n]]);
  await booksHold();
});

test("shows a dispute about a part of a grown transaction that is more than its first part", async () => {
  const { transaction, says } = await begun(500_000n);
  await says(200_000n);
  await says(500_000n);
  const dispute = { id: "1", state: "lost" as const, amount: 300_000n, currency: "NGN", dueAt: null };
  provider.disputes(transaction, [dispute]);
  await verify({ transaction });
  expect(await walletOf()).toBe(495_000n);
  expect(await differences(transaction)).toEqual([["lost", 0n, -300_000n]]);
  await booksHold();
});

const settled = (transaction: string, gross: bigint): ProviderSettlement => ({
  id: `s-${transaction}`,
  settledAt: new Date(),
  currency: "NGN",
  paidOut: null,
  deducted: 0n,
  lines: [{ transaction, reference: null, gross, fee: gross / 100n, currency: "NGN" }],
});

test("compares a settlement with all parts of a transaction", async () => {
  const { transaction, says } = await begun(500_000n);
  await says(200_000n);
  await says(500_000n);
  await importSettlement(at.system, "paystack", settled(transaction, 500_000n));
  await postSettlementLines(at.system, "paystack");
  await at.system.db.execute(
    sql`alter table provider_transactions disable trigger provider_transactions_confirmed_check`,
  );
  await at.system.db.execute(sql`update provider_transactions set paid_at = now() - interval '9 days'`);
  await at.system.db.execute(
    sql`alter table provider_transactions enable trigger provider_transactions_confirmed_check`,
  );
  await recordMissingLines(at.system, "paystack", 60);
  expect(await differences(transaction)).toEqual([]);
  const [owed] = await at.system.db.execute(sql`
    select sum(h.amount)::int as owed from operator_entries h join provider_transactions t on t.id = h.transaction_id
    where h.account = 'clearing' and split_part(t.transaction, '+', 1) = ${transaction}`);
  expect(owed).toEqual({ owed: 0 });
  await booksHold();
});

test("ends the discrepancy of a settlement that was of more when the transaction grows to it", async () => {
  const { transaction, says } = await begun(500_000n);
  await says(200_000n);
  await importSettlement(at.system, "paystack", settled(transaction, 500_000n));
  await postSettlementLines(at.system, "paystack");
  expect(await differences(transaction)).toEqual([["amount", 200_000n, 500_000n]]);
  await says(500_000n);
  expect(await differences(transaction)).toEqual([]);
  await booksHold();
});

test("posts only the remainder when a settlement of a grown transaction is accepted", async () => {
  const { transaction, says } = await begun(500_000n);
  await says(200_000n);
  await says(500_000n);
  await importSettlement(at.system, "paystack", settled(transaction, 490_000n));
  await postSettlementLines(at.system, "paystack");
  const [row] = (await settlementDiscrepancyList.page(admin, { q: transaction })).rows;
  await acceptSettlementDiscrepancy(admin, { id: row?.id ?? 0, reason: "the provider kept more" });
  const [accepted] = await at.system.db.execute(sql`
    select amount::int from operator_entries where step = 'accepted' and account = 'fees'
      and transaction_id = (select id from provider_transactions where transaction = ${transaction})`);
  expect(accepted).toEqual({ amount: 9_900 });
  await booksHold();
});

test("counts a part that comes while a settlement of the transaction is acknowledged", async () => {
  const { reference, transaction, says } = await begun(500_000n);
  await says(200_000n);
  await importSettlement(at.system, "paystack", settled(transaction, 490_000n));
  await postSettlementLines(at.system, "paystack");
  const [row] = (await settlementDiscrepancyList.page(admin, { q: transaction })).rows;
  let acknowledged: Promise<unknown> | undefined;
  await inTransaction(at.system, async (tx) => {
    const money = { transaction, reference, gross: 500_000n, fee: 5_000n, currency: "NGN", raw: "{}" };
    await recordProviderTransaction(tx, "paystack", { ...money, paidAt: new Date() });
    acknowledged = acceptSettlementDiscrepancy(admin, { id: row?.id ?? 0, reason: "the provider kept more" });
    await waitForLocks(at.system, 1);
  });
  await acknowledged;
  await booksHold();
});

test.each(["reseller", "operator"] as const)(
  "credits the requested amount when the payer pays the fee on top (%s bears it otherwise)",
  async (feeBearer) => {
    await storeSettings(at.system.db, paymentSettings, { feeBearer });
    const { reference, says } = await begun(500_000n);
    await says(507_614n, { fee: 7_614n });
    expect(await walletOf()).toBe(500_000n);
    expect(await stateOf(reference)).toBe("paid");
    await storeSettings(at.system.db, paymentSettings, { feeBearer: "reseller" });
    await booksHold();
  },
);
