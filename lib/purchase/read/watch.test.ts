import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { place } from "../place/place.ts";
import { settle } from "../settle/settle.ts";
import { untilSettled, watch, whenSettled } from "./watch.ts";

let at: Scene;
let ctx: Ctx;
beforeAll(async () => {
  at = await scene();
  ({ ctx } = await at.reseller());
});
afterAll(() => at.close());

const buy = () =>
  place(ctx, {
    ref: crypto.randomUUID(),
    phone: "08031234567",
    channel: "web",
    again: true,
    ...at.offered(),
  });

const fail = (purchaseId: number) =>
  settle(at.system, { purchaseId, from: ["queued"], to: "failed", by: "deadline", outcome: null });

test("an outcome that comes before the one who waits begins to wait is not missed", async () => {
  const begin = async () => {
    const placed = await buy();
    const told = Promise.withResolvers<void>();
    const stop = await watch(ctx, ({ state }) => state === "failed" && told.resolve());
    await fail(placed.purchase.id);
    await told.promise;
    stop();
    return placed;
  };
  expect((await untilSettled(ctx, begin, PATIENCE_MS)).purchase.state).toBe("failed");
});

test("whoever waits waits on when the line that tells of outcomes is lost and comes back", async () => {
  const { purchase } = await buy();
  const outcome = whenSettled(ctx, purchase.ident, PATIENCE_MS);
  const back = Promise.withResolvers<void>();
  const stop = await watch(ctx, ({ ident }) => ident === "" && back.resolve());
  await at.system.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'portal-listen' and datname = current_database()`);
  await back.promise;
  stop();
  await fail(purchase.id);
  expect(await outcome).toMatchObject({ state: "failed" });
});

test("resolves with the placed purchase when the database is away to the end", async () => {
  const lost = connect(at.url);
  await lost.cut();
  const begun = untilSettled({ ...ctx, db: lost.db }, buy, 50);
  expect((await begun).purchase.state).toBe("queued");
});
