import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { checkLedger } from "#lib/ledger/check-ledger";
import { getWallet } from "#lib/ledger/wallet";
import type { Providers } from "#lib/payment/providers/configured-providers";
import { PROVIDER_NAMES, type ProviderName } from "#lib/payment/providers/provider";
import { startFunding } from "#lib/payment/start-funding";
import { assignSuspense } from "#lib/payment/suspense/resolve-suspense";
import { syncPayment } from "#lib/payment/sync-payment";
import { openProviderScene } from "#lib/payment/testing/open-provider-scene";
import { createSandboxProviders } from "#lib/payment/testing/sandbox-providers";
import { rejectRow } from "#lib/testing/reject-row";
import { acceptSettlementDiscrepancy } from "./accept-discrepancy.ts";
import { compareSettlements } from "./compare-settlements.ts";
import { listSettlementComparisons } from "./settlement-comparisons.ts";
import { countSettlementDiscrepancies, settlementDiscrepancyList } from "./settlement-discrepancy-list.ts";

let made = 0;

const { at, bank: payments, booksHold } = await openProviderScene();
const admin = await at.admin();
const providers = createSandboxProviders(payments);

describe.each(PROVIDER_NAMES)("%s", (name) => {
  let ada: { id: number; ctx: Ctx };
  let before = 0;
  beforeEach(async () => {
    ada = await at.reseller("affiliate", 0n);
    [{ id: before = 0 } = {}] = await at.system.db.execute<{ id: number }>(
      sql`select coalesce(max(id), 0)::int as id from settlement_discrepancies`,
    );
  });

  afterEach(async ({ task }) => {
    // What a failed test left unsettled would be in the next payout.
    if (task.result?.state !== "fail") return;
    await payOut();
    await compare();
  });

  /** A payment of 5,000.00, confirmed and in the wallet: its transaction, and what the provider keeps. */
  async function paid() {
    made += 1;
    const input = { ref: `r${made}`, amount: 500_000n, provider: name };
    const { reference } = await startFunding(ada.ctx, input, providers);
    await payments.control.do("pay", { provider: name, reference, method: "card" });
    expect(await syncPayment(at.system, name, { reference }, providers)).toBe("paid");
    const [row] = await at.system.db.execute<{ id: number; transaction: string; fee: string }>(
      sql`select id::int, transaction, fee from provider_transactions where reference = ${reference}`,
    );
    if (!row) throw new Error("nothing was written down");
    return { ...row, fee: BigInt(row.fee) };
  }
  const order = (
    fault:
      | "settled-never"
      | "settled-less"
      | "settled-fee"
      | "settled-currency"
      | "settled-twice"
      | "settled-unknown"
      | "paid-out-less",
  ) => payments.control.do("order", { fault, provider: name });
  const payOut = () => payments.control.do("pay-out", { provider: name });
  const only = (): Providers => new Map([...providers].filter(([one]) => one === name));
  const compare = () => compareSettlements(at.system, only());
  const differences = async () =>
    (await settlementDiscrepancyList.page(admin, { state: "all", provider: name })).rows.filter(
      ({ id }) => id > before,
    );
  const booksOf = async ({ id }: { id: number }) => {
    const rows = await at.system.db.execute<{ account: string; amount: string }>(
      sql`select account, sum(amount)::text as amount from operator_entries where transaction_id = ${id} group by account`,
    );
    return Object.fromEntries(rows.map(({ account, amount }) => [account, BigInt(amount)]));
  };

  test("posts settled money from clearing to bank once, without discrepancies", async () => {
    const payment = await paid();
    await compare();
    expect(await booksOf(payment)).toMatchObject({ clearing: 500_000n - payment.fee });
    await payOut();
    await compare();
    await Promise.all([compare(), compare()]);
    expect(await booksOf(payment)).toMatchObject({
      clearing: 0n,
      outside: 500_000n - payment.fee,
      wallets: payment.fee - 500_000n,
    });
    expect(await differences()).toEqual([]);
    expect(await getWallet(ada.ctx)).toMatchObject({ wallet: 500_000n - payment.fee });
    const [run] = await listSettlementComparisons(admin, only());
    expect(run).toMatchObject({
      comparedAt: expect.any(Date),
      failure: null,
      last: { at: expect.any(Date) },
    });
    await booksHold();
  });

  test.each([
    ["settled-less", "amount", 500_000n, 499_900n, -100n],
    ["settled-fee", "fee", null, null, -50n],
  ] as const)(
    "%s is noted, and accepted into the fees by an admin",
    async (fault, kind, ourAmount, providerAmount, more) => {
      const payment = await paid();
      await order(fault);
      await payOut();
      await compare();
      const [found, ...others] = await differences();
      expect(others).toEqual([]);
      expect(found).toMatchObject({ kind, transaction: payment.transaction, state: "open" });
      expect([found?.ledgerAmount, found?.providerAmount]).toEqual([
        ourAmount ?? payment.fee,
        providerAmount ?? payment.fee + 50n,
      ]);
      expect(await booksOf(payment)).toMatchObject({
        clearing: -more,
        outside: 500_000n - payment.fee + more,
      });
      await booksHold();
      await acceptSettlementDiscrepancy(admin, { id: found?.id ?? 0, reason: "their fee rose" });
      expect(await booksOf(payment)).toMatchObject({ clearing: 0n, fees: -more });
      const again = acceptSettlementDiscrepancy(admin, { id: found?.id ?? 0, reason: "again" });
      await expect(again).rejects.toMatchObject({ code: "conflict" });
      await booksHold();
    },
  );

  test("records another currency and a repeated line without posting them", async () => {
    const [one, two] = [await paid(), await paid()];
    await order("settled-currency");
    await order("settled-twice");
    await payOut();
    await compare();
    expect((await differences()).map(({ kind }) => kind).toSorted()).toEqual(["currency", "doubled"]);
    expect(await booksOf(one)).not.toHaveProperty("outside");
    expect(await booksOf(two)).toMatchObject({ clearing: 0n, outside: 500_000n - two.fee });
    await booksHold();
  });

  test("asks about unknown settled money, and records it when it stays unknown", async () => {
    await paid();
    await order("settled-unknown");
    await payOut();
    await compare();
    const [found, ...others] = await differences();
    expect(others).toEqual([]);
    expect(found).toMatchObject({ kind: "missing_in_ledger", state: "open", providerAmount: 500_000n });
    await booksHold();
  });

  test("finds money by its settlement when the webhook was lost", async () => {
    made += 1;
    const payment = await paid();
    const { reference } = await startFunding(
      ada.ctx,
      { ref: `lost${made}`, amount: 600_000n, provider: name },
      providers,
    );
    await payments.control.do("pay", { provider: name, reference, method: "card" });
    await payOut();
    await compare();
    const [row] = await at.system.db.execute(sql`select state from payments where reference = ${reference}`);
    expect(row).toEqual({ state: "paid" });
    expect(await differences()).toEqual([]);
    expect(await booksOf(payment)).toMatchObject({ clearing: 0n });
    await booksHold();
  });

  test("reports a transaction as missing until it is settled", async () => {
    const [payment, two] = [await paid(), await paid()];
    await order("settled-never");
    await payOut();
    await older(two.id);
    await older(payment.id);
    await compare();
    const discrepancies = await differences();
    expect(discrepancies).toMatchObject([
      { kind: "missing_at_provider", transaction: payment.transaction, ledgerAmount: 500_000n },
    ]);
    await payOut();
    await compare();
    expect(await differences()).toMatchObject([{ kind: "missing_at_provider", state: "gone" }]);
    await booksHold();
  });

  test("loses nothing when a provider gives no clear response, and shows it to admins", async () => {
    const payment = await paid();
    await payOut();
    await payments.control.do("order", { fault: "server-error", provider: name, route: "settled" });
    await compare();
    expect(await listSettlementComparisons(admin, only())).toMatchObject([{ failure: "HTTP 502" }]);
    await compare();
    expect(await booksOf(payment)).toMatchObject({ clearing: 0n });
    expect(await listSettlementComparisons(admin, only())).toMatchObject([{ failure: null }]);
  });

  // Monnify tells no sum.
  if (name !== "monnify")
    test("a payout that is not the sum of its lines is noted", async () => {
      const payment = await paid();
      await order("paid-out-less");
      await payOut();
      await compare();
      const [found, ...others] = await differences();
      expect(others).toEqual([]);
      expect(found).toMatchObject({
        kind: "total",
        ledgerAmount: 500_000n - payment.fee,
        providerAmount: 499_000n - payment.fee,
      });
    });

  /** The same money, confirmed nine days ago. */
  async function older(id: number): Promise<void> {
    await at.system.db.execute(
      sql`alter table provider_transactions disable trigger provider_transactions_confirmed_check`,
    );
    await at.system.db.execute(
      sql`update provider_transactions set paid_at = paid_at - interval '9 days' where id = ${id}`,
    );
    await at.system.db.execute(
      sql`alter table provider_transactions enable trigger provider_transactions_confirmed_check`,
    );
  }
});

test("money in suspense is settled like any other, and assigned afterwards", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  const name: ProviderName = "paystack";
  const { reference } = await startFunding(
    ctx,
    { ref: "unmatched", amount: 500_000n, provider: name },
    providers,
  );
  await payments.control.do("pay", { provider: name, reference, method: "card", amount: 400_000n });
  await syncPayment(at.system, name, { reference }, providers);
  await payments.control.do("pay-out", { provider: name });
  await compareSettlements(at.system, providers);
  const [money] = await at.system.db.execute<{ id: number }>(
    sql`select id::int from provider_transactions where reference = ${reference} and state = 'suspense'`,
  );
  const email = ctx.actor.kind === "reseller" ? ctx.actor.email : "";
  await assignSuspense(admin, { id: money?.id ?? 0, email, reason: "paid less on purpose" });
  expect(await getWallet(ctx)).toMatchObject({ wallet: 384_000n });
  expect(id).toBeGreaterThan(0);
  expect((await checkLedger(at.system)).findings).toEqual([]);
});

test("rejects money at the bank in the database that no settlement line has", async () => {
  const { reference } = await startFunding(
    (await at.reseller("affiliate", 0n)).ctx,
    { ref: "line", amount: 500_000n, provider: "paystack" },
    providers,
  );
  await payments.control.do("pay", { provider: "paystack", reference, method: "card" });
  await syncPayment(at.system, "paystack", { reference }, providers);
  await payments.control.do("order", { fault: "settled-less", provider: "paystack" });
  await payments.control.do("pay-out", { provider: "paystack" });
  await compareSettlements(at.system, providers);
  const broken = { cause: { constraint_name: "operator_entries_agree" } };
  const [money] = await at.system.db.execute<{ id: number }>(
    sql`select transaction_id::int as id from settlement_lines where reference = ${reference}`,
  );
  await expect(
    at.system.db.execute(sql`
      insert into operator_entries (transaction_id, step, account, amount)
      values (${money?.id}, 'accepted', 'clearing', 1), (${money?.id}, 'accepted', 'fees', -1)`),
  ).rejects.toMatchObject(broken);
  const again = sql`update settlement_lines set booked = booked + 1 where transaction_id = ${money?.id}`;
  await expect(at.system.db.execute(again)).rejects.toMatchObject({ cause: { code: "23001" } });
  expect(await countSettlementDiscrepancies(admin)).toBeGreaterThan(0);
});

test("compares the other providers when one in the middle fails in our own database", async () => {
  await at.system.db.execute(sql`delete from settlement_checks`);
  const [first = "", bad = "", last = ""] = [...providers.keys()];
  const accept = await rejectRow(at.system, "settlement_checks", `new.provider = '${bad}'`, "insert");
  await expect(compareSettlements(at.system, providers)).rejects.toMatchObject({
    cause: { message: "a bad row" },
  });
  await accept();
  const rows = await at.system.db.execute<{ provider: string }>(sql`select provider from settlement_checks`);
  expect(rows.map(({ provider }) => provider).sort()).toEqual([first, last].sort());
});
