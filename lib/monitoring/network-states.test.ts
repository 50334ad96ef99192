import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { listen } from "#db/listen";
import { setAvailabilitySwitch } from "#lib/catalogue/availability-switches";
import type { Ctx } from "#lib/core/context";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import type { FaultOrder } from "#sandbox/presets";
import { countNetworkStates, getNetworkStates } from "./network-states.ts";

let refs = 0;

const at = await openScene();
const buyer = (await at.reseller()).ctx;
const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
const running = runDispatcher(at.system);
await listen("purchase", () => running.wake());
const networkId = at.offered(0).networkId;
afterAll(async () => {
  await running.stop();
});

async function buy(fault?: FaultOrder) {
  if (fault) await at.sandbox.order(fault);
  refs += 1;
  const bought = { ref: `n${refs}`, phone: "08031234567", channel: "web" as const, again: true };
  const { ident } = (await placePurchase(buyer, { ...bought, ...at.offered(0) })).purchase;
  await waitUntilSettled(buyer, ident, TEST_TIMEOUT_MS);
}

const readNetwork = async (id = networkId) =>
  (await countNetworkStates(visitor)).networks.find((network) => network.id === id);

test("shows a visitor a network's delivery rates after enough samples, and never its sales", async () => {
  for (let n = 0; n < 17; n++) await buy();
  await buy({ execute: "fail", text: "Network busy" });
  await buy("lost-answer");
  expect(await readNetwork()).toMatchObject({ off: null, hour: null, day: null });
  await buy();
  const seen = await readNetwork();
  expect(seen?.hour).toMatchObject({ delivered: 18 / 20, failed: 1 / 20, unclear: 1 / 20 });
  const { medianMs, slowestMs } = seen?.hour ?? {};
  expect(medianMs).toBeGreaterThan(0);
  expect(slowestMs).toBeGreaterThanOrEqual(medianMs ?? Number.POSITIVE_INFINITY);
  expect(seen?.day).toEqual(seen?.hour);
  expect(JSON.stringify(seen)).not.toMatch(/sent|count|sales/);

  // Failures of recipients' numbers say nothing about the network.
  for (const number of ["08031", "08032"])
    await buy({ execute: "fail", text: `Number ${number} is not eligible` });
  expect((await readNetwork())?.hour).toMatchObject({ delivered: 18 / 20, failed: 1 / 20 });

  // Those sent before the last hour count for the day only.
  await at.system.db.execute(
    sql`update attempts set claimed_at = claimed_at - interval '2 hours', answered_at = answered_at - interval '2 hours'`,
  );
  expect(await readNetwork()).toMatchObject({ hour: null, day: { delivered: 18 / 20 } });

  // One without a response for a minute is unclear.
  await at.system.db.execute(sql`
    update attempts set result = null, answered_at = null where result = 'successful'
      and id in (select id from attempts where result = 'successful' limit 3)`);
  expect((await readNetwork())?.day).toMatchObject({ delivered: 15 / 20, unclear: 4 / 20 });
});

test("shows the operator's message for a network that is turned off", async () => {
  const id = at.catalogue.networks.find((network) => network.id !== networkId)?.id ?? 0;
  const off = { networkId: id, typeId: null, to: "off" as const, version: 0, reason: "they told us" };
  await setAvailabilitySwitch(await at.admin(), { ...off, message: "Down until noon." });
  expect(await readNetwork(id)).toMatchObject({ off: "Down until noon." });
});

test("counts once for concurrent readers", async () => {
  const [one, two] = [getNetworkStates(visitor), getNetworkStates(buyer)];
  expect(two).toBe(one);
  const { buying, networks } = await one;
  expect(buying).toBe(true);
  expect(networks.map(({ id }) => id)).toEqual(at.catalogue.networks.map(({ id }) => id));
});
