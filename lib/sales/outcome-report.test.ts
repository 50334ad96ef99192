import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayOf } from "#lib/core/time/time";
import { sendNext } from "#lib/dispatch/testing/claim-next";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import type { FaultName } from "#sandbox/presets";
import { outcomeListFile, outcomeReportFile } from "./outcome-files.ts";
import { getOutcomeReport } from "./outcome-report.ts";
import { measureSettlementTimes } from "./settlement-times.ts";

const at = await openScene();
const admin = await at.admin();
const buyer = (await at.reseller("affiliate", 50_000_000n)).ctx;
const { planId, networkId, price } = at.offered();
const today = dayOf(new Date());

let count = 0;
async function place(): Promise<{ ident: string; id: number }> {
  count += 1;
  const input = { ref: `r${count}`, phone: "08031234567", channel: "web" as const, again: true };
  return (await placePurchase(buyer, { ...input, planId, networkId })).purchase;
}

async function buy(fault?: FaultName) {
  if (fault) await at.sandbox.order(fault);
  const purchase = await place();
  await sendNext(at.system, MAIN_SUPPLIER_ID);
  return purchase;
}

beforeAll(async () => {
  for (let n = 0; n < 3; n += 1) await buy();
  const reversed = await buy();
  for (let n = 0; n < 5; n += 1) await buy("fail");
  await buy("processing");
  await cancelPurchase(buyer, { ident: (await place()).ident });
  await place();
  await reverseDeliveredPurchase(admin, { ident: reversed.ident, reason: "the network took it back" });
});

test("sums a day’s purchases by network, outcome and cause, as the ledger has them", async () => {
  const { rows, totals, agrees } = await getOutcomeReport(admin, { day: today });
  expect(rows.map(({ outcome, cause, purchases, amount }) => [outcome, cause, purchases, amount])).toEqual([
    ["delivered", null, 3, 3n * price],
    ["failed", expect.any(String), 5, 5n * price],
    ["cancelled", "Cancelled by the buyer", 1, price],
    ["reversed", null, 1, price],
    ["unconfirmed", null, 1, price],
    ["processing", null, 1, price],
  ]);
  const [, failed, cancelled] = rows;
  expect(failed?.refund).toMatchObject({ within30s: 5 });
  expect(failed?.refund?.longest).toBeLessThan(30);
  expect(cancelled?.refund).toMatchObject({ median: 0, longest: 0 });
  expect(totals.map(({ outcome, purchases, amount }) => [outcome, purchases, amount])).toEqual([
    ["all", 12, 12n * price],
    ["delivered", 3, 3n * price],
    ["refunded", 6, 6n * price],
    ["reversed", 1, price],
    ["held", 2, 2n * price],
  ]);
  expect(agrees).toBe(true);
});

test("says when the ledger differs", async () => {
  const [settled] = await at.system.db.execute<{ id: string }>(
    sql`select id from purchases where state = 'successful' order by id limit 1`,
  );
  const setState = (state: string) =>
    runUnguarded(at.system.db, sql`update purchases set state = ${state} where id = ${settled?.id}`);
  await setState("failed");
  try {
    const { agrees, totals } = await getOutcomeReport(admin, { day: today });
    expect(agrees).toBe(false);
    expect(totals[2]).toMatchObject({ outcome: "refunded", purchases: 7, ledgerEntries: 6 });
  } finally {
    await setState("successful");
  }
});

test("reports another day, and yesterday unless one is given", async () => {
  expect(await getOutcomeReport(admin, {})).toMatchObject({ rows: [], agrees: true });
  await expect(getOutcomeReport(admin, { day: "tomorrow" })).rejects.toMatchObject({ code: "not_found" });
  await expect(getOutcomeReport(buyer, { day: today })).rejects.toMatchObject({ code: "not_found" });
});

describe("a cause with a number", () => {
  const setCause = (cause: string) =>
    runUnguarded(at.system.db, sql`update purchases set outcome = ${cause} where ending = 'failed'`);
  beforeAll(() => setCause("Number 0803 123 4567 is barred (ref 99887766)"));
  afterAll(() => setCause("Failed."));

  test("loses it", async () => {
    const { rows } = await getOutcomeReport(admin, { day: today });
    expect(rows[1]?.cause).toBe("Number … is barred (ref …)");
  });

  test("is in both files, without numbers, buyers and costs", async () => {
    const report = (await Array.fromAsync(outcomeReportFile.csv(admin, { day: today }))).join("");
    expect(report).toContain(`"${today}","All networks","total refunded","","6"`);
    const list = (await Array.fromAsync(outcomeListFile.csv(admin, { day: today }))).join("");
    expect(list.trim().split("\r\n")).toHaveLength(13);
    expect(list).toMatch(
      /"DT\w+","[^"]+","MTN","[^"]+","[^"]+","[\d.]+","failed","Number … is barred \(ref …\)","[^"]+","\d+\.\d"/,
    );
    expect(report + list).not.toMatch(/8031234567|0803 123|reseller-/);
    expect(() => outcomeListFile.csv(buyer, { day: today })).toThrow();
  });
});

test("measures the times from failure to refund and from unclear to decided", async () => {
  expect(await measureSettlementTimes(admin)).toMatchObject({
    refund: { count: 5, inTime: 1 },
    decision: null,
    undecided: { count: 1 },
  });
  const setResult = (result: string, from: string, moved: string) =>
    runUnguarded(
      at.system.db,
      sql`update attempts a set result = ${result}, answered_at = answered_at + ${moved}::interval
        from purchases p where p.id = a.purchase_id and p.ending = 'failed' and a.result = ${from}`,
    );
  await setResult("unconfirmed", "failed", "-2 days");
  try {
    const { refund, decision } = await measureSettlementTimes(admin);
    expect(refund).toBe(null);
    expect(decision).toMatchObject({ count: 5, inTime: 0 });
    expect(decision?.median).toBeGreaterThan(2 * 86_400 - 60);
  } finally {
    await setResult("failed", "unconfirmed", "2 days");
  }
});
