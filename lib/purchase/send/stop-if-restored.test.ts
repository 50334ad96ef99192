import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, expect, test, vi } from "vitest";
import { connect } from "#db/client";
import { dropDatabase, testDatabaseUrl } from "#db/testing/template";
import type { Ctx } from "#lib/core/context";
import { checkPurchases } from "#lib/purchase/check-purchases";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { countOpenDiscrepancies } from "#lib/reconcile/admin/count-unconfirmed";
import { reconcilePurchases } from "#lib/reconcile/reconcile";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { claimPurchase } from "./claim-purchase.ts";
import { startDispatching } from "./dispatch-control.ts";
import { getDispatchStatus } from "./dispatch-status.ts";
import { runDispatcher } from "./dispatcher.ts";

/** The scene, whose database is restored from a backup under another name. */
const at = await openScene({ UPSTREAM_TIMEOUT_MS: "500" });

const person = await at.admin();
const { ctx } = await at.reseller();
const loop = runDispatcher(at.system);
await at.sandbox.order("hang-delivered");
const unanswered = await buy(ctx);
await vi.waitUntil(
  async () => (await getPurchase(ctx, { ident: unanswered })).state === "unconfirmed",
  TEST_TIMEOUT_MS,
);
await loop.stop();
const queued = await buy(ctx);
await at.system.db.execute(sql`update purchases set deadline_at = now() where ident = ${queued}`);

const { pathname } = new URL(at.url);
const name = `${pathname.slice(1)}_restored`;
const server = postgres(testDatabaseUrl("postgres"), { max: 1 });
await server`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${pathname.slice(1)}`;
await server`create database ${server(name)} template ${server(pathname.slice(1))}`;
await server.end();
const restored = connect(testDatabaseUrl(name), 4);
const [buyer, admin, system] = [ctx, person, at.system].map((actor) => ({ ...actor, db: restored.db })) as [
  Ctx,
  Ctx,
  Ctx,
];
afterAll(async () => {
  await restored.close();
  await dropDatabase(name);
});

async function buy(ctx: Ctx): Promise<string> {
  const input = { ref: crypto.randomUUID(), phone: "08031234567", channel: "web" as const, again: true };
  return (await placePurchase(ctx, { ...input, ...at.offered() })).purchase.ident;
}

test("accepts and claims no purchase in a restored database", async () => {
  await restored.db.execute(
    sql`update purchases set deadline_at = now() + interval '1 hour' where ident = ${queued}`,
  );
  await restored.db.execute(sql`update dispatcher set next_slot_at = now()`);
  expect(await claimPurchase(system, "first")).toBeUndefined();
  await expect(buy(buyer)).rejects.toMatchObject({ code: "service_unavailable" });
  await restored.db.execute(sql`update purchases set deadline_at = now() where ident = ${queued}`);
});

test("stops sending when a loop starts in it, names the reason, and refunds nothing", async () => {
  const sent = (await at.sandbox.purchases()).length;
  const loop = runDispatcher(system, testDatabaseUrl(name));
  await expect.poll(async () => (await getDispatchStatus(admin)).stopped).toBe(true);
  expect(await getDispatchStatus(admin)).toMatchObject({
    reason: expect.stringContaining("restored from a backup"),
    stoppedBy: null,
    probeAt: null,
  });
  // An overdue purchase would be cancelled within the same second.
  expect((await getPurchase(buyer, { ident: queued })).state).toBe("unconfirmed");
  const [{ note } = {}] = await restored.db.execute<{ note: string }>(
    sql`select note from attempts join purchases p on p.id = purchase_id where p.ident = ${queued}`,
  );
  expect(note).toContain("by any supplier: ask each");
  await loop.stop();
  expect(await at.sandbox.purchases()).toHaveLength(sent);
  expect((await checkPurchases(system)).findings).toEqual([]);
});

test("leaves open purchases to admins, also in the balance chain", async () => {
  await reconcilePurchases(system);
  expect(await countOpenDiscrepancies(admin)).toBe(2);
  for (const ident of [queued, unanswered])
    expect((await getPurchase(buyer, { ident })).state).toBe("unconfirmed");
});

test("sends when an admin has started it, and remembers the database", async () => {
  await startDispatching(admin, { reason: "Compared with the upstream." });
  const loop = runDispatcher(system, testDatabaseUrl(name));
  const ident = await buy(buyer);
  await expect.poll(async () => (await getPurchase(buyer, { ident })).state).toBe("successful");
  await loop.stop();
  expect(await getDispatchStatus(admin)).toMatchObject({ stopped: false });
});
