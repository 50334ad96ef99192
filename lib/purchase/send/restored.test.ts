import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connect, type Database } from "#db/client";
import { dropDatabase, testUrl } from "#db/testing/template";
import type { Ctx } from "#lib/core/context";
import { openDiscrepancies } from "#lib/reconcile/admin/counts";
import { reconcile } from "#lib/reconcile/reconcile";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { check } from "../check.ts";
import { place } from "../place/place.ts";
import { get } from "../read/get.ts";
import { claim } from "./claim.ts";
import { startDispatching } from "./control.ts";
import { dispatch } from "./dispatch.ts";
import { dispatchStatus } from "./dispatch-status.ts";

/** The database of the scene as it was when it was backed up, restored beside it under another name. */
let at: Scene;
let restored: Database;
let name: string;
let buyer: Ctx;
let admin: Ctx;
let system: Ctx;
let queued: string;
let unanswered: string;

beforeAll(async () => {
  at = await scene({ UPSTREAM_TIMEOUT_MS: "500" });
  const person = await at.admin();
  const { ctx } = await at.reseller();
  const loop = dispatch(at.system);
  await at.sandbox.order("hang-delivered");
  unanswered = await buy(ctx);
  await vi.waitUntil(
    async () => (await get(ctx, { ident: unanswered })).state === "unconfirmed",
    PATIENCE_MS,
  );
  await loop.stop();
  queued = await buy(ctx);
  await at.system.db.execute(sql`update purchases set deadline_at = now() where ident = ${queued}`);

  const { pathname } = new URL(at.url);
  name = `${pathname.slice(1)}_restored`;
  const server = postgres(testUrl("postgres"), { max: 1 });
  await server`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${pathname.slice(1)}`;
  await server`create database ${server(name)} template ${server(pathname.slice(1))}`;
  await server.end();
  restored = connect(testUrl(name), 4);
  [buyer, admin, system] = [ctx, person, at.system].map((one) => ({ ...one, db: restored.db })) as [
    Ctx,
    Ctx,
    Ctx,
  ];
});
afterAll(async () => {
  await restored.close();
  await dropDatabase(name);
  await at.close();
});

async function buy(ctx: Ctx): Promise<string> {
  const input = { ref: crypto.randomUUID(), phone: "08031234567", channel: "web" as const, again: true };
  return (await place(ctx, { ...input, ...at.offered() })).purchase.ident;
}

test("a restored database sells nothing and claims nothing from its first moment", async () => {
  await restored.db.execute(
    sql`update purchases set deadline_at = now() + interval '1 hour' where ident = ${queued}`,
  );
  await restored.db.execute(sql`update dispatcher set next_slot_at = now()`);
  expect(await claim(system, "first")).toBeUndefined();
  await expect(buy(buyer)).rejects.toMatchObject({ code: "service_unavailable" });
  await restored.db.execute(sql`update purchases set deadline_at = now() where ident = ${queued}`);
});

test("a loop that starts in it stops sending, says why, and sends nothing and pays nothing back", async () => {
  const sent = (await at.sandbox.purchases()).length;
  const loop = dispatch(system, testUrl(name));
  await expect.poll(async () => (await dispatchStatus(admin)).stopped).toBe(true);
  expect(await dispatchStatus(admin)).toMatchObject({
    reason: expect.stringContaining("restored from a backup"),
    stoppedBy: null,
    probeAt: null,
  });
  // What is overdue would be cancelled within the same second.
  expect((await get(buyer, { ident: queued })).state).toBe("unconfirmed");
  await loop.stop();
  expect(await at.sandbox.purchases()).toHaveLength(sent);
  expect((await check(system)).findings).toEqual([]);
});

test("what was open in it is left to people, also by the balance chain", async () => {
  await reconcile(system);
  expect(await openDiscrepancies(admin)).toBe(2);
  for (const ident of [queued, unanswered]) expect((await get(buyer, { ident })).state).toBe("unconfirmed");
});

test("once an admin has started it, it sends, and is at home", async () => {
  await startDispatching(admin, { reason: "Compared with the upstream." });
  const loop = dispatch(system, testUrl(name));
  const ident = await buy(buyer);
  await expect.poll(async () => (await get(buyer, { ident })).state).toBe("successful");
  await loop.stop();
  expect(await dispatchStatus(admin)).toMatchObject({ stopped: false });
});
