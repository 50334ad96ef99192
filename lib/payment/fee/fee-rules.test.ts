import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { paymentActionItems } from "#lib/payment/payment-action-items";
import { listPaymentMethods } from "#lib/payment/payment-view";
import { startFunding } from "#lib/payment/start-funding";
import { openPaymentScene } from "#lib/payment/testing/open-payment-scene";
import { compareFees, listDifferingFees } from "./compare-fees.ts";
import { estimateCredit } from "./fee-rule.ts";
import { formatFeeRule, getFeeRules } from "./fee-rules.ts";
import { setFeeRule } from "./set-fee-rule.ts";

const { at, provider, admin, verify } = await openPaymentScene();
let made = 0;

/** A payment of which the provider took a fee. */
async function pay(amount: bigint, fee: bigint): Promise<void> {
  made += 1;
  const ada = await at.reseller("affiliate", 0n);
  const input = { ref: `r${made}`, amount, provider: "paystack" as const };
  const { reference } = await startFunding(ada.ctx, input, provider.providers);
  const paid = { transaction: `t${made}`, reference, amount, fee, currency: "NGN" };
  provider.setPayment(reference, { state: "paid", paidAt: new Date(), raw: "{}", ...paid });
  await verify({ reference });
}

const findRule = async () => (await getFeeRules(at.system))("paystack", "checkout");
const compare = async () =>
  (await compareFees(admin, provider.providers)).find(({ kind }) => kind === "checkout");

const save = async (change: Partial<Parameters<typeof setFeeRule>[1]> = {}) =>
  setFeeRule(admin, {
    provider: "paystack",
    kind: "checkout",
    rate: "1.5",
    fixed: "100",
    fixedFrom: "2,500",
    maxFee: "2,000",
    version: (await findRule())?.version ?? 0,
    reason: "the fees of this year",
    ...change,
  });

test("knows published fees until an admin sets others", async () => {
  await at.system.db.execute(sql`delete from provider_fee_rules`);
  const rule = await findRule();
  expect(rule && formatFeeRule(rule)).toBe("1.5% + ₦100 from ₦2,500, at most ₦2,000");
  expect((await getFeeRules(at.system))("flutterwave", "checkout")).toBeNull();
});

test("expects a levy as a second step beside the fixed part", async () => {
  await save({ levy: "50", levyFrom: "10,000" });
  const rule = await findRule();
  expect(rule && formatFeeRule(rule)).toBe(
    "1.5% + ₦100 from ₦2,500, at most ₦2,000, and ₦50 levy from ₦10,000",
  );
  await pay(500_000n, 17_500n);
  await pay(1_000_000n, 30_000n);
  expect(await compare()).toMatchObject({ compared: 2, differing: 0 });
});

test("shows resellers the fee before they pay, unless the operator bears it", async () => {
  await save();
  const { ctx } = await at.reseller();
  const [method] = (await listPaymentMethods(ctx, provider.providers)).providers;
  const rule = method?.rule ?? null;
  expect(estimateCredit(rule, 500_000n, "reseller")).toEqual({ fee: 17_500n, credited: 482_500n });
  expect(estimateCredit(rule, 500_000n, "operator")).toEqual({ fee: 0n, credited: 500_000n });
  expect(estimateCredit(null, 500_000n, "reseller")).toBeNull();
});

test("reports fees that differ from the rule, until an admin sets the rule again", async () => {
  await save();
  const version = (await findRule())?.version ?? 0;
  await pay(500_000n, 17_500n);
  await pay(100_000n, 1_560n);
  expect(await compare()).toMatchObject({ compared: 2, differing: 0 });
  expect(await listDifferingFees(admin, provider.providers)).toEqual([]);
  await pay(500_000n, 20_000n);
  expect(await compare()).toMatchObject({ compared: 3, differing: 1, expected: 36_500n, deducted: 39_060n });
  const [differing] = await listDifferingFees(admin, provider.providers);
  expect(paymentActionItems.provider_fees?.format([differing])).toMatchObject({
    title: "Paystack takes another fee than expected",
    note: [expect.stringContaining("1 of the last 3 payments differ.")],
  });
  await save({ rate: "2", fixed: "", fixedFrom: "" });
  expect(await findRule()).toMatchObject({
    rate: 200,
    fixed: 0n,
    fixedFrom: 0n,
    maxFee: 200_000n,
    version: version + 1,
  });
  expect(await compare()).toMatchObject({ compared: 0, differing: 0 });
});

test("doesn't report a single foreign card among many payments", async () => {
  await save();
  await pay(500_000n, 20_000n);
  for (let n = 0; n < 5; n += 1) await pay(500_000n, 17_500n);
  expect(await compare()).toMatchObject({ compared: 6, differing: 1 });
  expect(await listDifferingFees(admin, provider.providers)).toEqual([]);
});

test("rejects a rule that another admin changed meanwhile", async () => {
  const version = (await findRule())?.version ?? 0;
  await save();
  await expect(save({ version })).rejects.toMatchObject({ code: "conflict" });
  await expect(save({ version: 0 })).rejects.toMatchObject({ code: "conflict" });
  await expect(save({ rate: "60" })).rejects.toMatchObject({ issues: [{ path: ["rate"] }] });
  const [record] = await at.system.db.execute(
    sql`select before, after from audit where action = 'payment.fee_rule' order by id desc limit 1`,
  );
  expect(record).toMatchObject({ after: { fee: "1.5% + ₦100 from ₦2,500, at most ₦2,000" } });
});
