import { sql } from "drizzle-orm";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import type { Ctx } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { countOpenDiscrepancies } from "#lib/reconcile/admin/count-unconfirmed";
import { resolveUnconfirmed } from "#lib/reconcile/admin/resolve-unconfirmed";
import { reconcilePurchases } from "#lib/reconcile/reconcile";
import { checkPurchases } from "#lib/sales/check-purchases";
import { getMainSupplier } from "#lib/supplier/supplier";
import { copyScene } from "#lib/testing/copy-scene";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
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

const copy = await copyScene(at);
afterAll(() => copy.close());
const [buyer, admin, system] = [copy.inCopy(ctx), copy.inCopy(person), copy.inCopy(at.system)];

async function buy(ctx: Ctx): Promise<string> {
  const input = { ref: crypto.randomUUID(), phone: "08031234567", channel: "web" as const, again: true };
  return (await placePurchase(ctx, { ...input, ...at.offered() })).purchase.ident;
}

test("sends nothing in a restored database until an admin has decided on the open purchases and started it", async () => {
  // It accepts and claims no purchase.
  await system.db.execute(
    sql`update purchases set deadline_at = now() + interval '1 hour' where ident = ${queued}`,
  );
  await system.db.execute(sql`update supplier_sending set next_slot_at = now()`);
  expect(await claimPurchase(system, "first", getMainSupplier())).toBeUndefined();
  await expect(buy(buyer)).rejects.toMatchObject({ code: "service_unavailable" });
  await system.db.execute(sql`update purchases set deadline_at = now() where ident = ${queued}`);

  // A loop that starts in it stops sending, names the reason, and refunds nothing.
  const sent = (await at.sandbox.purchases()).length;
  const loop = runDispatcher(system, copy.url);
  onTestFinished(() => loop.stop());
  await expect.poll(async () => (await getDispatchStatus(admin)).stopped).toBe(true);
  expect(await getDispatchStatus(admin)).toMatchObject({
    reason: expect.stringContaining("restored from a backup"),
    stoppedBy: null,
    probeAt: null,
  });
  // An overdue purchase would be cancelled within the same second.
  expect((await getPurchase(buyer, { ident: queued })).state).toBe("unconfirmed");
  const [{ note } = {}] = await system.db.execute<{ note: string }>(
    sql`select note from attempts join purchases p on p.id = purchase_id where p.ident = ${queued}`,
  );
  expect(note).toContain("by any supplier: ask each");
  await loop.stop();
  expect(await at.sandbox.purchases()).toHaveLength(sent);
  expect((await checkPurchases(system)).findings).toEqual([]);

  // Open purchases are left to admins, also by the balance chain.
  await reconcilePurchases(system);
  expect(await countOpenDiscrepancies(admin)).toBe(1);
  for (const ident of [queued, unanswered])
    expect((await getPurchase(buyer, { ident })).state).toBe("unconfirmed");

  // A queued one is booked at the only supplier, without asking for it.
  await resolveUnconfirmed(admin, { ident: [queued], outcome: "successful", reason: "Their list of sales." });
  const [{ supplier_id } = {}] = await system.db.execute<{ supplier_id: number }>(
    sql`select supplier_id from purchases where ident = ${queued}`,
  );
  expect(supplier_id).toBe(MAIN_SUPPLIER_ID);
  expect((await checkPurchases(system)).findings).toEqual([]);

  // It sends when an admin has started it, and remembers the database.
  await startDispatching(admin, { reason: "Compared with the upstream." });
  const started = runDispatcher(system, copy.url);
  onTestFinished(() => started.stop());
  const ident = await buy(buyer);
  await expect.poll(async () => (await getPurchase(buyer, { ident })).state).toBe("successful");
  expect(await getDispatchStatus(admin)).toMatchObject({ stopped: false });
});
