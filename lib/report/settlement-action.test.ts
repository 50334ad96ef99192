import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import type { Providers } from "#lib/payment/configured";
import { compareSettlements } from "#lib/payment/settlement/compare";
import { keepSettlement } from "#lib/payment/settlement/take-in";
import { startFunding } from "#lib/payment/start-funding";
import { emulated } from "#lib/payment/testing/emulated";
import { verifyPayment } from "#lib/payment/verify-payment";
import { type Scene, scene } from "#lib/testing/scene";
import { type Payments, startPayments } from "#sandbox/payments/server";
import { needs } from "./home.ts";
import { needWords, plainNote } from "./need-words.ts";

let at: Scene;
let admin: Ctx;
let bank: Payments;
let using: Providers;
let made = 0;

beforeAll(async () => {
  [at, bank] = await Promise.all([scene(), startPayments()]);
  admin = await at.admin();
  using = new Map([...emulated(bank)].filter(([name]) => name === "paystack"));
});
const endDifferences = () =>
  at.system.db.execute(sql`update settlement_differences set state = 'gone', ended_at = now()`);
beforeEach(endDifferences);
afterAll(async () => {
  await bank.close();
  await at.close();
});

/** A confirmed payment of 5,000.00. */
async function paid() {
  made += 1;
  const { ctx } = await at.reseller("affiliate", 0n);
  const input = { ref: `r${made}`, amount: 500_000n, provider: "paystack" as const };
  const { reference } = await startFunding(ctx, input, using);
  await bank.control.do("pay", { provider: "paystack", reference, way: "card" });
  await verifyPayment(at.system, "paystack", { reference }, using);
  const [row] = await at.system.db.execute<{ transaction: string; fee: string }>(
    sql`select transaction, fee from provider_transactions where reference = ${reference}`,
  );
  return { reference, transaction: row?.transaction ?? "", fee: BigInt(row?.fee ?? 0) };
}
const action = async () => (await needs(admin)).find(({ kind }) => kind === "settlement");

test.each(["settled-less", "settled-fee", "settled-twice", "settled-unknown", "paid-out-less"] as const)(
  "shows an action for a settlement that differs: %s",
  async (fault) => {
    await paid();
    await bank.control.do("order", { fault, provider: "paystack" });
    await bank.control.do("pay-out", { provider: "paystack" });
    await compareSettlements(at.system, using);
    expect(await action()).toMatchObject({ kind: "settlement", count: 1 });
  },
);

test("shows an action for a payout below its lines, also when they do not say their fees", async () => {
  const { transaction, reference, fee } = await paid();
  const payOut = (id: string, paidOut: bigint) =>
    keepSettlement(at.system, "paystack", {
      ...{ id, settledAt: new Date(), currency: "NGN", paidOut, deducted: 0n },
      lines: [{ transaction, reference, gross: 500_000n, fee: null, currency: "NGN" }],
    });
  await payOut("exact", 500_000n - fee);
  expect(await action()).toBeUndefined();
  await payOut("less", 499_000n - fee);
  expect(await action()).toMatchObject({ count: 1 });
});

test("shows an action while a provider's settlements cannot be compared", async () => {
  await compareSettlements(at.system, using);
  await endDifferences();
  await bank.control.do("order", { fault: "server-error", provider: "paystack", route: "settlements" });
  await compareSettlements(at.system, using);
  // One night alone is no matter: the next one compares it all.
  expect(await action()).toBeUndefined();
  await at.system.db.execute(sql`update settlement_runs set compared_at = now() - interval '37 hours'`);
  const found = await action();
  expect(found).toMatchObject({ count: 0, failing: { provider: "Paystack" } });
  const words = found && needWords(found);
  expect(words).toMatchObject({ title: "Settlements of Paystack are not compared" });
  expect(words && plainNote(words)).toContain("HTTP 502");
  await compareSettlements(at.system, using);
  expect(await action()).toBeUndefined();
});
