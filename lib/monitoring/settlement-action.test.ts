import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { modules } from "#lib/modules";
import { compareSettlements } from "#lib/payment/settlement/compare-settlements";
import { importSettlement } from "#lib/payment/settlement/import-settlement";
import { startFunding } from "#lib/payment/start-funding";
import { syncPayment } from "#lib/payment/sync-payment";
import { createSandboxProviders } from "#lib/payment/testing/sandbox-providers";
import { scene } from "#lib/testing/scene";
import { startPaymentProviders } from "#sandbox/payments/server";
import { listActionItems } from "./action-items.ts";

let made = 0;

const [at, bank] = await Promise.all([scene(), startPaymentProviders()]);
const admin = await at.admin();
const providers = new Map([...createSandboxProviders(bank)].filter(([name]) => name === "paystack"));
const endDifferences = () =>
  at.system.db.execute(sql`update settlement_discrepancies set state = 'gone', ended_at = now()`);
beforeEach(async () => {
  await bank.control.do("pay-out", { provider: "paystack" });
  await compareSettlements(at.system, providers);
  await endDifferences();
});
afterAll(async () => {
  await bank.close();
  await at.close();
});

/** Creates a confirmed payment of 5,000.00. */
async function paid() {
  made += 1;
  const { ctx } = await at.reseller("affiliate", 0n);
  const input = { ref: `r${made}`, amount: 500_000n, provider: "paystack" as const };
  const { reference } = await startFunding(ctx, input, providers);
  await bank.control.do("pay", { provider: "paystack", reference, method: "card" });
  await syncPayment(at.system, "paystack", { reference }, providers);
  const [row] = await at.system.db.execute<{ transaction: string; fee: string }>(
    sql`select transaction, fee from provider_transactions where reference = ${reference}`,
  );
  return { reference, transaction: row?.transaction ?? "", fee: BigInt(row?.fee ?? 0) };
}
const action = async () => (await listActionItems(admin, modules)).find(({ kind }) => kind === "settlement");

test.each(["settled-less", "settled-fee", "settled-twice", "settled-unknown", "paid-out-less"] as const)(
  "shows an action for a settlement that differs: %s",
  async (fault) => {
    await paid();
    await bank.control.do("order", { fault, provider: "paystack" });
    await bank.control.do("pay-out", { provider: "paystack" });
    await compareSettlements(at.system, providers);
    expect(await action()).toMatchObject({ title: "1 settlement discrepancy" });
  },
);

test("shows an action for a payout below its lines, also without their fees", async () => {
  const { transaction, reference, fee } = await paid();
  const payOut = (id: string, paidOut: bigint) =>
    importSettlement(at.system, "paystack", {
      id,
      settledAt: new Date(),
      currency: "NGN",
      paidOut,
      deducted: 0n,
      lines: [{ transaction, reference, gross: 500_000n, fee: null, currency: "NGN" }],
    });
  await payOut("exact", 500_000n - fee);
  expect(await action()).toBeUndefined();
  await payOut("less", 499_000n - fee);
  expect(await action()).toMatchObject({ title: "1 settlement discrepancy" });
});

test("shows an action while a provider's settlements cannot be compared", async () => {
  await bank.control.do("order", { fault: "server-error", provider: "paystack", route: "settlements" });
  await compareSettlements(at.system, providers);
  // One failed night doesn't matter: the next one compares everything.
  expect(await action()).toBeUndefined();
  await at.system.db.execute(sql`update settlement_checks set compared_at = now() - interval '37 hours'`);
  expect(await action()).toMatchObject({
    title: "Paystack settlements aren’t compared",
    note: [expect.stringContaining("HTTP 502")],
  });
  await compareSettlements(at.system, providers);
  expect(await action()).toBeUndefined();
});
