import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Database } from "#db/client";
import { history } from "#lib/audit/history";
import type { Ctx } from "#lib/core/context";
import { type Scene, scene } from "#lib/testing/scene";
import { place } from "../place/place.ts";
import { get } from "../read/get.ts";
import { claim } from "./claim.ts";
import { startDispatching, stopDispatching } from "./control.ts";
import { dispatchStatus } from "./dispatch-status.ts";

let at: Scene;
let admin: Ctx;
let other: Ctx;
let line: Database;
let refs = 0;

beforeAll(async () => {
  at = await scene({ UPSTREAM_PURCHASES_PER_MINUTE: "30" });
  admin = await at.admin();
  other = await at.admin();
  line = connect(at.url, 1);
});
afterAll(async () => {
  await line.close();
  await at.close();
});

/** Takes the next purchase as a worker does: over one connection of its own. */
const next = () => claim({ ...at.system, db: line.db }, "w");

async function buy(buyer: Ctx, channel: "web" | "bulk" = "bulk") {
  refs += 1;
  const input = { ref: `r${refs}`, phone: "08031234567", channel, again: true, ...at.offered() };
  return (await place(buyer, input)).purchase.ident;
}

test("an admin stops sending and another starts it; whoever comes second is told", async () => {
  const buyer = await at.reseller();
  await buy(buyer.ctx);
  await stopDispatching(admin, { reason: "The float is moved." });
  await expect(stopDispatching(other, { reason: "Me too." })).rejects.toMatchObject({ code: "conflict" });
  expect(await next()).toBeUndefined();
  expect(await dispatchStatus(other)).toMatchObject({
    stopped: true,
    reason: "The float is moved.",
    probeAt: null,
  });
  await startDispatching(other, { reason: "The float is back." });
  await expect(startDispatching(admin, { reason: "Me too." })).rejects.toMatchObject({ code: "conflict" });
  expect(await next()).toBeDefined();
  const trail = await history(admin, { subject: "dispatch", subjectId: "1" });
  expect(trail.map(({ action }) => action)).toEqual(["dispatch.stopped", "dispatch.started"]);
});

test("nobody but an admin sees or stops sending", async () => {
  const { ctx } = await at.reseller();
  for (const verb of [
    () => dispatchStatus(ctx),
    () => stopDispatching(ctx, { reason: "too late" }),
    () => startDispatching(ctx, { reason: "now" }),
  ])
    await expect((async () => verb())()).rejects.toMatchObject({ code: "not_found" });
});

test("a newcomer behind a thousand bulk rows waits for two slots, and is told so", async () => {
  await at.system.db.execute(sql`update purchases set deadline_at = now() + interval '1 day'`);
  const [first, second, newcomer] = [await at.reseller(), await at.reseller(), await at.reseller()];
  const idents = [];
  for (let n = 0; n < 12; n++) idents.push(await buy(first.ctx));
  for (let n = 0; n < 3; n++) await buy(second.ctx);
  const late = await buy(newcomer.ctx);
  const last = idents.at(-1) ?? "";
  expect((await get(newcomer.ctx, { ident: late })).queue?.position).toBe(3);
  expect((await get(first.ctx, { ident: last })).queue?.position).toBe(12 + 3 + 1);
  const web = await buy(second.ctx, "web");
  expect((await get(second.ctx, { ident: web })).queue?.position).toBe(2);
  const order = [];
  for (let n = 0; n < 4; n++) {
    await at.system.db.execute(sql`update dispatcher set next_slot_at = now()`);
    order.push((await next())?.ident);
  }
  expect(order.slice(1, 3)).toEqual([web, late]);
});
