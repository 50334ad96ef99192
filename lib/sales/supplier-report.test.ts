import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatDecimal } from "#lib/core/money/money";
import { dayOf } from "#lib/core/time/time";
import { sendNext } from "#lib/dispatch/testing/claim-next";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { adminPurchaseList } from "#lib/purchase/read/admin-purchase-list";
import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { addTestSupplier } from "#lib/supplier/testing/test-supplier";
import { openScene } from "#lib/testing/open-scene";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import type { FaultName } from "#sandbox/presets";
import { getAdminPurchaseTotals } from "./purchase-totals.ts";
import { getReportPeriod, supplierReport } from "./supplier-report.ts";

const MAIN = MAIN_SUPPLIER_ID;
const at = await openScene();
const offered = at.offered();
const listed = at.catalogue.plans.get(offered.planId)?.amounts.api ?? 0n;
/** The second supplier charges less than the main one lists. */
const cheaper = listed - 100n;
const admin = await at.admin();
const buyer = (await at.reseller("affiliate", 50_000_000n)).ctx;
const second = await addTestSupplier(at.system, { routes: [{ ...offered, cost: cheaper }] });
let idents: Record<"atMain" | "atSecond" | "failed" | "reversed" | "moved" | "unclear" | "queued", string>;

beforeAll(async () => {
  await second.control.setPlan({ id: offered.planId, prices: { api: cheaper } });
  idents = {
    atMain: await buyAt(MAIN),
    atSecond: await buyAt(second.id),
    failed: await buyAt(second.id, "fail"),
    reversed: await buyAt(second.id),
    moved: await buyAt(second.id, "too-many"),
    unclear: "",
    queued: "",
  };
  await sendNext(at.system, MAIN);
  idents.unclear = await buyAt(second.id, "processing");
  idents.queued = await place();
  await reverseDeliveredPurchase(admin, { ident: idents.reversed, reason: "the network took it back" });
});
afterAll(() => second.close());

let count = 0;
async function place(): Promise<string> {
  count += 1;
  const input = { ref: `r${count}`, phone: "08031234567", channel: "web" as const, again: true };
  return (await placePurchase(buyer, { ...input, ...offered })).purchase.ident;
}

/** Buys at a supplier and records its response. @returns the ident */
async function buyAt(supplierId: number, fault?: FaultName): Promise<string> {
  const { control } = supplierId === MAIN ? { control: at.sandbox } : second;
  if (fault) await control.order(fault);
  const ident = await place();
  // Old enough that no supplier leaves it to the other.
  await at.system.db.execute(
    sql`update purchases set placed_at = now() - interval '1 minute' where ident = ${ident}`,
  );
  await sendNext(at.system, supplierId);
  return ident;
}

/** Today and yesterday: a test may begin at midnight. */
const days = {
  from: Temporal.PlainDate.from(dayOf(new Date())).subtract({ days: 1 }).toString(),
  to: dayOf(new Date()),
};

test("sums the purchases of a period by the supplier that executed each", async () => {
  const { rows } = await supplierReport.page(admin, days);
  expect(rows).toMatchObject([
    {
      ...{ id: MAIN, delivered: 2, failed: 0, reversed: 0, open: 0, rejected: 0, refunded: 0 },
      ...{ sales: 2n * offered.price, cost: 2n * listed, margin: 2n * (offered.price - listed) },
    },
    {
      ...{ id: second.id, delivered: 1, failed: 1, reversed: 1, open: 1, rejected: 1, refunded: 2 / 3 },
      ...{ sales: offered.price, cost: cheaper, margin: offered.price - cheaper },
    },
  ]);
  for (const { averageSeconds } of rows) expect(averageSeconds).toBeGreaterThan(0);
  const past = await supplierReport.page(admin, { from: "2026-01-01", to: "2026-01-31" });
  expect(past.rows).toMatchObject([
    { id: MAIN, delivered: 0, sales: 0n, refunded: null, averageSeconds: null },
    { id: second.id, delivered: 0, rejected: 0 },
  ]);
});

test("exports the same figures", async () => {
  const lines = (await Array.fromAsync(supplierReport.csv(admin, days))).join("").split("\r\n");
  const money = [offered.price, cheaper, offered.price - cheaper].map((amount) => formatDecimal(amount));
  const cells = ["1", ...money, "1", "1", "66.67", "1", "1"].map((cell) => `"${cell}"`);
  expect(lines[2]).toContain(`,${cells.join(",")},`);
});

test("lists and sums the purchases with a supplier, in every state", async () => {
  const listOf = async (supplier: number) =>
    (await adminPurchaseList.page(admin, { supplier })).rows.map(({ ident }) => ident);
  const { atMain, atSecond, failed, reversed, moved, unclear } = idents;
  expect(await listOf(MAIN)).toEqual([moved, atMain]);
  expect(await listOf(second.id)).toEqual([unclear, reversed, failed, atSecond]);
  expect(await listOf(99)).toEqual([]);
  const file = (await Array.fromAsync(adminPurchaseList.csv(admin, { supplier: second.id }))).join("");
  for (const ident of [unclear, reversed, failed, atSecond]) expect(file).toContain(ident);
  for (const ident of [moved, atMain, idents.queued]) expect(file).not.toContain(ident);
  expect(await getAdminPurchaseTotals(admin, { supplier: second.id })).toEqual({
    ...{ count: 4, delivered: 1, sales: offered.price, margin: offered.price - cheaper, held: offered.price },
  });
});

test("ignores the filter in a reseller’s list", async () => {
  const { rows } = await ownPurchaseList.page(buyer, { supplier: second.id } as object);
  expect(rows).toHaveLength(7);
});

test("reads a quarter at most, and this month without a filter", () => {
  expect(getReportPeriod({ to: "2026-11-23" })).toEqual({ from: "2026-11-01", to: "2026-11-23" });
  expect(getReportPeriod({ from: "2026-11-03", to: "2026-11-23" }).from).toBe("2026-11-03");
  expect(getReportPeriod({ from: "2020-01-01", to: "2026-11-23" }).from).toBe("2026-08-24");
  expect(getReportPeriod({ from: "2026-12-24", to: "2026-11-23" }).from).toBe("2026-11-23");
});
