import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "#db/client";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { place } from "../place/place.ts";
import { whenSettled } from "../read/watch.ts";
import { claim } from "./claim.ts";
import { dispatch } from "./dispatch.ts";

let at: Scene;
beforeAll(async () => {
  at = await scene({ UPSTREAM_IN_FLIGHT: "1", UPSTREAM_TIMEOUT_MS: "60000" });
});
afterAll(() => at.close());

test("a loop whose hands are full still finds what the dead left and what is overdue", async () => {
  const { ctx } = await at.reseller();
  const buy = async (ref: string) => {
    const input = { ref, phone: "08031234567", channel: "web" as const, again: true, ...at.offered() };
    return (await place(ctx, input)).purchase.ident;
  };
  const dead = connect(at.url, 1);
  const left = await buy("left");
  await claim({ ...at.system, db: dead.db }, "dead");

  await at.sandbox.order("hold-before");
  const busy = await buy("busy");
  const loop = dispatch(at.system);
  await at.sandbox.waitForPurchase({ ref: busy }, { until: "held" });
  const late = await buy("late");
  await at.system.db.execute(sql`update purchases set deadline_at = now() where ident = ${late}`);
  await dead.close();

  expect(await whenSettled(ctx, left, PATIENCE_MS)).toMatchObject({ state: "unconfirmed" });
  expect(await whenSettled(ctx, late, PATIENCE_MS)).toMatchObject({ state: "failed" });
  expect(await at.sandbox.purchases()).toHaveLength(1);
  await at.sandbox.release();
  await loop.stop();
  expect(await whenSettled(ctx, busy, PATIENCE_MS)).toMatchObject({ state: "successful" });
});
