import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { listen } from "#db/listen";
import type { Ctx } from "#lib/core/context";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { place } from "../place/place.ts";
import { whenSettled } from "../read/watch.ts";
import { capacity } from "./capacity.ts";
import { type Dispatcher, dispatch } from "./dispatch.ts";

let at: Scene;
let ctx: Ctx;
let running: Dispatcher | undefined;
let refs = 0;

beforeAll(async () => {
  at = await scene({ UPSTREAM_IN_FLIGHT: "60", UPSTREAM_TIMEOUT_MS: "120000" });
  ({ ctx } = await at.reseller("affiliate", 100_000_000n));
  await listen("purchase", () => running?.wake());
});
beforeEach(() => {
  running = dispatch(at.system);
});
afterEach(async () => {
  await at.sandbox.clearFaults();
  await at.sandbox.release();
  await running?.stop();
});
afterAll(() => at.close());

async function buy(): Promise<string> {
  refs += 1;
  const input = {
    ref: `r${refs}`,
    phone: "08031234567",
    channel: "bulk" as const,
    again: true,
    ...at.offered(),
  };
  return (await place(ctx, input)).purchase.ident;
}

const received = async () => (await at.sandbox.purchases()).length;

test("while answers are slow the next ones go out all the same, and buyers find a connection to the database", async () => {
  await at.sandbox.order("hold-after", { times: 15 });
  for (let n = 0; n < 15; n++) await buy();
  await at.sandbox.waitForPurchases(15, { until: "held", timeoutMs: PATIENCE_MS });
  const ident = await buy();
  expect((await whenSettled(ctx, ident, PATIENCE_MS)).state).toBe("successful");
});

test("an upstream that went silent gets no more than a third of what there is room for, until it is heard of", async () => {
  const { unheard } = capacity();
  expect(unheard).toBe(20);
  const before = await received();
  await at.sandbox.order("hold-after", { times: unheard });
  for (let n = 0; n < unheard; n++) await buy();
  await at.sandbox.waitForPurchases(unheard, { until: "held", timeoutMs: PATIENCE_MS });
  const waits = await buy();
  // The loop is woken by each, and what is overdue is looked for once a second: it has looked again when the second is given up.
  for (let n = 0; n < 2; n++) {
    const late = await buy();
    await at.system.db.execute(sql`update purchases set deadline_at = now() where ident = ${late}`);
    expect(await whenSettled(ctx, late, PATIENCE_MS)).toMatchObject({ state: "failed", cancelled: true });
  }
  expect(await received()).toBe(before + unheard);
  await at.sandbox.release();
  expect((await whenSettled(ctx, waits, PATIENCE_MS)).state).toBe("successful");
});
