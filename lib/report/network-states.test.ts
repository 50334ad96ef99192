import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "#db/listen";
import { setSwitch } from "#lib/catalogue/switches";
import type { Ctx } from "#lib/core/context";
import { place } from "#lib/purchase/place/place";
import { whenSettled } from "#lib/purchase/read/watch";
import { type Dispatcher, dispatch } from "#lib/purchase/send/dispatch";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import type { FaultOrder } from "#sandbox/presets";
import { countNetworkStates, networkStates } from "./network-states.ts";

let at: Scene;
let buyer: Ctx;
let visitor: Ctx;
let running: Dispatcher;
let networkId: number;
let refs = 0;

beforeAll(async () => {
  at = await scene();
  buyer = (await at.reseller()).ctx;
  visitor = { ...at.system, actor: { kind: "visitor" } };
  running = dispatch(at.system);
  await listen("purchase", () => running.wake());
  networkId = at.offered(0).networkId;
});
afterAll(async () => {
  await running.stop();
  await at.close();
});

async function buy(fault?: FaultOrder) {
  if (fault) await at.sandbox.order(fault);
  refs += 1;
  const bought = { ref: `n${refs}`, phone: "08031234567", channel: "web" as const, again: true };
  const { ident } = (await place(buyer, { ...bought, ...at.offered(0) })).purchase;
  await whenSettled(buyer, ident, PATIENCE_MS);
}

const mine = async () => (await countNetworkStates(visitor)).networks.find(({ id }) => id === networkId);

test("a visitor reads how a network delivers, once there is enough to tell, and never how much is sold", async () => {
  for (let n = 0; n < 4; n++) await buy();
  expect(await mine()).toMatchObject({ off: null, hour: null, day: null });
  await buy("fail");
  await buy();
  await buy("lost-answer");
  await buy();
  const seen = await mine();
  expect(seen?.hour).toMatchObject({ delivered: 6 / 8, failed: 1 / 8, unclear: 1 / 8 });
  const { medianMs, slowestMs } = seen?.hour ?? {};
  expect(medianMs).toBeGreaterThan(0);
  expect(slowestMs).toBeGreaterThanOrEqual(medianMs ?? Number.POSITIVE_INFINITY);
  expect(seen?.day).toEqual(seen?.hour);
  expect(JSON.stringify(seen)).not.toMatch(/sent|count|sales/);
});

test("what was sent before the last hour counts for the day alone", async () => {
  await at.system.db.execute(
    sql`update attempts set claimed_at = claimed_at - interval '2 hours', answered_at = answered_at - interval '2 hours'`,
  );
  expect(await mine()).toMatchObject({ hour: null, day: { delivered: 6 / 8 } });
});

test("what is not answered for a minute is unclear", async () => {
  await at.system.db.execute(sql`
    update attempts set meaning = null, answered_at = null where meaning = 'successful'
      and id in (select id from attempts where meaning = 'successful' limit 3)`);
  expect((await mine())?.day).toMatchObject({ delivered: 3 / 8, unclear: 4 / 8 });
});

test("a network that is switched off says so in the operator's words", async () => {
  const off = { networkId, typeId: null, to: "off" as const, version: 0, reason: "they told us" };
  await setSwitch(await at.admin(), { ...off, message: "Down until noon." });
  expect(await mine()).toMatchObject({ off: "Down until noon." });
});

test("who asks at the same time is told by one count", async () => {
  const [one, two] = [networkStates(visitor), networkStates(buyer)];
  expect(two).toBe(one);
  const { buying, networks } = await one;
  expect(buying).toBe(true);
  expect(networks.map(({ id }) => id)).toEqual(at.catalogue.networks.map(({ id }) => id));
});
