import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { modules } from "#lib/modules";
import { listActionItems } from "#lib/monitoring/action-items";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import type { Dispatcher } from "./dispatcher.ts";
import { resetSending } from "./testing/reset-sending.ts";

/** Accepts connections and never starts TLS. */

const mute = createServer((socket) => void socket.on("error", () => {}));
await once(mute.listen(0, "127.0.0.1"), "listening");
const at = await openScene();
const buyer = (await at.reseller()).ctx;
beforeEach(async () => {
  await resetSending(at.system);
});
afterAll(async () => {
  mute.close();
});

async function buy(): Promise<string> {
  const input = { ref: crypto.randomUUID(), phone: "08031234567", channel: "web" as const, again: true };
  return (await placePurchase(buyer, { ...input, ...at.offered() })).purchase.ident;
}

/** Starts the loop with another upstream. Configuration is read once, so the module is loaded again. */
async function dispatchTo(base: string): Promise<Dispatcher> {
  vi.stubEnv("UPSTREAM_BASE_URL", base);
  vi.resetModules();
  const { runDispatcher } = await import("./dispatcher.ts");
  (await import("#lib/upstream/account")).getMainAccount();
  const loop = runDispatcher(at.system);
  onTestFinished(() => loop.stop());
  vi.unstubAllEnvs();
  return loop;
}

/** Removes the waits between attempts until sending has stopped. @returns the reason, and the waits. */
async function untilStopped() {
  const pauses = new Set<number>();
  for (;;) {
    const [row] = await at.system.db.execute<
      Record<"stopped" | "stop_reason" | "backoff_seconds", unknown>
    >(sql`
      update supplier_sending set next_slot_at = case when stopped then next_slot_at else now() end
      returning stopped, stop_reason, backoff_seconds`);
    pauses.add(Number(row?.backoff_seconds));
    if (row?.stopped) return { reason: row.stop_reason, pauses: [...pauses] };
    await pause(20);
  }
}

test("waits longer after each attempt when TLS hangs, then stops sending and alerts", async () => {
  const { port } = mute.address() as { port: number };
  const ident = await buy();
  const loop = await dispatchTo(`https://127.0.0.1:${port}`);
  const { reason, pauses } = await untilStopped();
  await loop.stop();
  expect(pauses).toEqual([0, 1, 2, 4, 8, 16]);
  expect(reason).toBe("The supplier cannot be reached (no connection: time-out).");
  expect(await listActionItems(await at.admin(), modules)).toContainEqual(
    expect.objectContaining({
      kind: "stopped",
      title: "Sending stopped: no supplier can be reached",
      note: [expect.any(String), expect.any(Date), "."],
    }),
  );
  expect((await getPurchase(buyer, { ident })).state).toBe("queued");
  await expect(buy()).rejects.toMatchObject({ code: "service_unavailable" });
});

test("stops sending when the connection stays dead, and starts again with the first successful purchase", async () => {
  const ident = await buy();
  await at.sandbox.down();
  const loop = await dispatchTo(process.env.UPSTREAM_BASE_URL ?? "");
  const { reason } = await untilStopped();
  expect(reason).toContain("the address rejects connections");
  await at.sandbox.up();
  await at.system.db.execute(sql`update supplier_sending set probe_at = now(), next_slot_at = now()`);
  expect((await waitUntilSettled(buyer, ident, TEST_TIMEOUT_MS)).state).toBe("successful");
  const [row] = await at.system.db.execute(
    sql`select stopped, probe_delay_seconds, backoff_seconds from supplier_sending`,
  );
  expect(row).toEqual({ stopped: false, probe_delay_seconds: 0, backoff_seconds: 0 });
  await loop.stop();
});
