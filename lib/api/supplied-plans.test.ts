import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { getSupplier } from "#lib/supplier/list-suppliers";
import { refreshSupply } from "#lib/supplier/refresh-supply";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { addTestSupplier } from "#lib/supplier/testing/test-supplier";
import { turnSupplierOff, turnSupplierOn } from "#lib/supplier/turn-supplier";
import { openScene } from "#lib/testing/open-scene";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { readFilteredPlanList } from "./read-filtered-plan-list.ts";
import type { FilteredList } from "./schemas.ts";

const at = await openScene();
const { planId, networkId } = at.offered(0, "api");
const unsupplied = at.offered(1, "api");
const routes = [{ planId, networkId, cost: 1_000n }];
const second = await addTestSupplier(at.system, { routes });
afterAll(() => second.close());

beforeEach(async () => {
  await at.sandbox.reset();
  await syncCatalogue(at.system);
  await at.system.db.execute(sql`update routes set plan_id = ${planId} where supplier_id = ${second.id}`);
  // Nothing is known to be delivered by the other supplier until the routes' costs are refreshed.
  await at.system.db.execute(sql`update suppliers set enabled = false where id = ${second.id}`);
  await refreshSupply(at.system);
  await at.system.db.execute(sql`update suppliers set enabled = true where id = ${second.id}`);
});

async function listNetwork(ctx: Ctx) {
  const { kept } = await readFilteredPlanList(ctx, new URL("https://portal.example/plans"));
  const { data } = JSON.parse(String(kept?.bytes)) as FilteredList;
  const network = data.find(({ id }) => id === networkId);
  const types = network?.data_plan_types ?? [];
  const plans = types.flatMap((type) =>
    type.plans.map(({ id, active }) => ({ id, active, type: type.active })),
  );
  return {
    network: network?.data_active,
    first: plans.find(({ id }) => id === planId),
    second: plans.find(({ id }) => id === unsupplied.planId),
  };
}

test("programs see as inactive what only the main supplier delivers while it is off", async () => {
  const { ctx } = await at.reseller("api");
  await refreshSupply(at.system);
  expect(await listNetwork(ctx)).toMatchObject({
    network: true,
    first: { active: true },
    second: { active: true },
  });
  const admin = await at.admin();
  const turn = async (work: typeof turnSupplierOn) => {
    const { version } = await getSupplier(admin, { id: MAIN_SUPPLIER_ID });
    await work(admin, { id: MAIN_SUPPLIER_ID, version, reason: "as agreed" });
  };
  await turn(turnSupplierOff);
  expect(await listNetwork(ctx)).toMatchObject({
    network: true,
    first: { active: true },
    second: { active: false },
  });
  await turn(turnSupplierOn);
});

test("programs see as active what another supplier delivers while the main one’s network is off", async () => {
  const { ctx } = await at.reseller("api");
  await at.sandbox.setNetwork({ id: networkId, active: false });
  await at.sandbox.setPlan({ id: planId, active: false });
  await at.sandbox.setPlan({ id: unsupplied.planId, active: false });
  await syncCatalogue(at.system);
  expect(await listNetwork(ctx)).toMatchObject({
    network: true,
    first: { active: true, type: true },
    second: { active: false },
  });

  await at.sandbox.removePlan(planId);
  await syncCatalogue(at.system);
  expect(await listNetwork(ctx)).toMatchObject({ first: { active: true } });
  await at.system.db.execute(sql`update routes set plan_id = null where supplier_id = ${second.id}`);
  await refreshSupply(at.system);
  expect((await listNetwork(ctx)).first).toBeUndefined();
});
