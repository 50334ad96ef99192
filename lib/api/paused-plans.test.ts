import { expect, test } from "vitest";
import { changeLine, resumeLine } from "#lib/outage/change-line";
import { listLines, listOutages } from "#lib/outage/list-outages";
import { openScene } from "#lib/testing/open-scene";
import { readFilteredPlanList } from "./read-filtered-plan-list.ts";
import { readPlanList } from "./read-plan-list.ts";
import type { FilteredList } from "./schemas.ts";

const at = await openScene();
const admin = await at.admin();
const { ctx } = await at.reseller("api");
const plan = at.catalogue.plans.get(at.offered(0, "api").planId);
if (!plan) throw new Error("The first plan is missing.");
const ofNetwork = (await listLines(admin)).filter(({ networkId }) => networkId === plan.networkId);

async function readStates(query = "") {
  const { kept } = await readFilteredPlanList(ctx, new URL(`https://portal.example/plans${query}`));
  const { data } = JSON.parse(String(kept?.bytes)) as FilteredList;
  const network = data.find(({ id }) => id === plan?.networkId);
  return {
    network: network?.data_active,
    types: network?.data_plan_types.map(({ id, active }) => ({ id, active })),
    plans: network?.data_plan_types.find(({ id }) => id === plan?.typeId)?.plans.map(({ active }) => active),
  };
}

const isInPlainList = async () => {
  const { kept } = await readPlanList(ctx);
  return (JSON.parse(String(kept?.bytes)) as { id: number }[]).some(({ id }) => id === plan.id);
};

test("programs see a paused plan, its type and its network as inactive until they are resumed", async () => {
  const before = await readStates();
  expect(before.network).toBe(true);
  expect(before.plans).toContain(true);
  const [first, ...others] = ofNetwork.toSorted((a) => (a.typeId === plan.typeId ? -1 : 1));
  if (!first) throw new Error("The line is missing.");
  const order = { expected: "" as const, reason: "it is down" };
  await changeLine(admin, { to: "paused", ...first, ...order });
  const paused = await readStates();
  expect(paused.network).toBe(true);
  expect(paused.types).toEqual(
    before.types?.map((type) => (type.id === plan.typeId ? { ...type, active: false } : type)),
  );
  expect(paused.plans).toEqual(before.plans?.map(() => false));
  expect(await isInPlainList()).toBe(false);
  // A filter that leaves the paused plans alone says the same of the network.
  expect(await readStates(`?data_plan_type=${plan.typeId}`)).toMatchObject({ network: true });

  for (const line of others) await changeLine(admin, { to: "paused", ...line, ...order });
  expect((await readStates()).network).toBe(false);
  for (const { id } of await listOutages(admin)) await resumeLine(admin, { outageId: id, reason: "works" });
  expect(await readStates()).toEqual(before);
  expect(await isInPlainList()).toBe(true);
});
