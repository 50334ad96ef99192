import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { connect } from "#db/client";
import { getAuditHistory } from "#lib/audit/audit-history";
import type { Ctx } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { getMainSupplier } from "#lib/supplier/supplier";
import { openScene } from "#lib/testing/open-scene";
import { claimPurchase } from "./claim-purchase.ts";
import { DISPATCH_SUBJECT, startDispatching, stopDispatching } from "./dispatch-control.ts";
import { getDispatchStatus } from "./dispatch-status.ts";
import { expireQueuedPurchases } from "./expire-queued-purchases.ts";
import { resetSending } from "./testing/reset-sending.ts";

const at = await openScene({ UPSTREAM_PURCHASES_PER_MINUTE: "30" });
const admin = await at.admin();
const colleague = await at.admin();
let refs = 0;

const line = connect(at.url, 1);
afterAll(async () => {
  await line.close();
});

/** Claims the next purchase on a separate connection, like a worker. */
const claimNext = () => claimPurchase({ ...at.system, db: line.db }, "w", getMainSupplier());

beforeEach(async () => {
  await resetSending(at.system);
  await at.system.db.execute(sql`update purchases set deadline_at = now() where state = 'queued'`);
  await expireQueuedPurchases(at.system);
});

async function buy(buyer: Ctx, channel: "web" | "batch" = "batch") {
  refs += 1;
  const input = { ref: `r${refs}`, phone: "08031234567", channel, again: true, ...at.offered() };
  return (await placePurchase(buyer, input)).purchase.ident;
}

test("stops and starts sending once, and returns conflict to the slower admin", async () => {
  const buyer = await at.reseller();
  await buy(buyer.ctx);
  await stopDispatching(admin, { reason: "The float is moved." });
  await expect(stopDispatching(colleague, { reason: "Me too." })).rejects.toMatchObject({ code: "conflict" });
  expect(await claimNext()).toBeUndefined();
  expect(await getDispatchStatus(colleague)).toMatchObject({
    stopped: true,
    reason: "The float is moved.",
    probeAt: null,
  });
  await startDispatching(colleague, { reason: "The float is back." });
  await expect(startDispatching(admin, { reason: "Me too." })).rejects.toMatchObject({ code: "conflict" });
  await at.system.db.execute(sql`update supplier_sending set next_slot_at = now()`);
  expect(await claimNext()).toBeDefined();
  const trail = await getAuditHistory(admin, DISPATCH_SUBJECT);
  expect(trail.map(({ action }) => action)).toEqual(["dispatch.stopped", "dispatch.started"]);
});

test("returns not_found to a reseller who reads or changes the dispatcher", async () => {
  const { ctx } = await at.reseller();
  for (const verb of [
    () => getDispatchStatus(ctx),
    () => stopDispatching(ctx, { reason: "too late" }),
    () => startDispatching(ctx, { reason: "now" }),
  ])
    await expect((async () => verb())()).rejects.toMatchObject({ code: "not_found" });
});

test("shows a newcomer the third position behind many bulk rows, and sends in that order", async () => {
  await at.system.db.execute(sql`update purchases set deadline_at = now() + interval '1 day'`);
  const [first, second, newcomer] = [await at.reseller(), await at.reseller(), await at.reseller()];
  const idents = [];
  for (let n = 0; n < 12; n++) idents.push(await buy(first.ctx));
  for (let n = 0; n < 3; n++) await buy(second.ctx);
  const late = await buy(newcomer.ctx);
  const last = idents.at(-1) ?? "";
  expect((await getPurchase(newcomer.ctx, { ident: late })).queue?.position).toBe(3);
  expect((await getPurchase(first.ctx, { ident: last })).queue?.position).toBe(12 + 3 + 1);
  const web = await buy(second.ctx, "web");
  expect((await getPurchase(second.ctx, { ident: web })).queue?.position).toBe(2);
  const order = [];
  for (let n = 0; n < 4; n++) {
    await at.system.db.execute(sql`update supplier_sending set next_slot_at = now()`);
    order.push((await claimNext())?.ident);
  }
  expect(order.slice(1, 3)).toEqual([web, late]);
});
