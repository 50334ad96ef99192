import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { setPlanRouting } from "#lib/supplier/plan-routing";
import { addTestSupplier, type TestSupplier } from "#lib/supplier/testing/test-supplier";
import { openScene } from "#lib/testing/open-scene";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { getNextSuppliers } from "./next-suppliers.ts";
import { claimNext } from "./testing/claim-next.ts";
import { resetSending } from "./testing/reset-sending.ts";

const at = await openScene();
const admin = await at.admin();
const { planId, networkId } = at.offered(0);
const mainCost = at.catalogue.plans.get(planId)?.amounts.api ?? 0n;
let second: TestSupplier;

beforeEach(async () => {
  await resetSending(at.system);
  await at.system.db.execute(sql`update dispatcher set routing = 'cost'`);
  await at.system.db.execute(sql`delete from plan_routings`);
  second = await addTestSupplier(at.system, {
    rank: 9,
    routes: [{ planId, networkId, cost: mainCost - 100n }],
  });
});
afterEach(async () => {
  await at.system.db.execute(sql`update suppliers set enabled = id = ${MAIN_SUPPLIER_ID}, poor_since = null`);
  await second.close();
});

const next = () => getNextSuppliers(admin, { planId });
const order = async () => (await next()).suppliers.map(({ id }) => id);

test("names the cheapest first, the preferred one by order, and the one that the plan names", async () => {
  expect(await next()).toMatchObject({
    rule: "cost",
    suppliers: [
      { id: second.id, cost: mainCost - 100n, stopped: false, comesLast: false },
      { id: MAIN_SUPPLIER_ID, cost: mainCost },
    ],
  });
  await at.system.db.execute(sql`update dispatcher set routing = 'rank'`);
  expect((await next()).rule).toBe("rank");
  expect(await order()).toEqual([MAIN_SUPPLIER_ID, second.id]);
  const choice = { planId, to: `supplier ${second.id}`, expected: "all", reason: "faster" } as const;
  await setPlanRouting(admin, choice);
  expect(await next()).toMatchObject({ rule: "first", suppliers: [{ id: second.id, isFirst: true }, {}] });
});

test("names a supplier that is passed over last, and leaves out one that is off", async () => {
  const { ctx } = await at.reseller("affiliate", 5_000_000n);
  await placePurchase(ctx, {
    ref: "r1",
    phone: "08031234567",
    channel: "web",
    again: true,
    ...at.offered(0),
  });
  expect(await claimNext(at.system, second.id)).toBeDefined();
  await at.system.db.execute(
    sql`update suppliers set poor_since = now(), poor_reason = 'slow' where id = ${second.id}`,
  );
  expect(await order()).toEqual([MAIN_SUPPLIER_ID, second.id]);
  expect((await next()).suppliers.map(({ comesLast }) => comesLast)).toEqual([false, true]);
  await at.system.db.execute(sql`update suppliers set enabled = false where id = ${second.id}`);
  expect(await order()).toEqual([MAIN_SUPPLIER_ID]);
});

test("has no rule while sending is stopped for all, and marks one that is stopped", async () => {
  await at.system.db.execute(
    sql`update supplier_sending set stopped = true, stopped_at = now() where supplier_id = ${second.id}`,
  );
  expect((await next()).suppliers[0]).toMatchObject({ id: second.id, stopped: true });
  await at.system.db.execute(sql`update dispatcher set stopped = true, stopped_by = 'x', stopped_at = now()`);
  expect((await next()).rule).toBeNull();
});
