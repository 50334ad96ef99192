import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Ctx } from "#lib/core/context";
import { needs } from "#lib/report/home";
import { type Scene, scene } from "#lib/testing/scene";
import { place } from "../place/place.ts";
import { get } from "../read/get.ts";
import { whenSettled } from "../read/watch.ts";
import type { Dispatcher } from "./dispatch.ts";

let at: Scene;
let buyer: Ctx;
/** Takes connections and never says a word of TLS. */
let mute: Server;

beforeAll(async () => {
  mute = createServer((socket) => void socket.on("error", () => {}));
  await once(mute.listen(0, "127.0.0.1"), "listening");
  at = await scene();
  buyer = (await at.reseller()).ctx;
});
beforeEach(async () => {
  await at.system.db.execute(sql`
    update dispatcher set stopped = false, probe_at = null, probe_pause = 0, back_off = 0, next_slot_at = now()`);
});
afterAll(async () => {
  mute.close();
  await at.close();
});

async function buy(): Promise<string> {
  const input = { ref: crypto.randomUUID(), phone: "08031234567", channel: "web" as const, again: true };
  return (await place(buyer, { ...input, ...at.offered() })).purchase.ident;
}

/** The loop with another upstream: configuration is read once, so the module is loaded anew. */
async function dispatchTo(base: string): Promise<Dispatcher> {
  vi.stubEnv("UPSTREAM_BASE_URL", base);
  vi.resetModules();
  const { dispatch } = await import("./dispatch.ts");
  const loop = dispatch(at.system);
  vi.unstubAllEnvs();
  return loop;
}

/** Lets a try follow at once on the one before, until sending has stopped. @returns why, and how long it waited. */
async function untilStopped() {
  const pauses = new Set<number>();
  for (;;) {
    const [row] = await at.system.db.execute<Record<"stopped" | "stop_reason" | "back_off", unknown>>(sql`
      update dispatcher set next_slot_at = case when stopped then next_slot_at else now() end
      returning stopped, stop_reason, back_off`);
    pauses.add(Number(row?.back_off));
    if (row?.stopped) return { reason: row.stop_reason, pauses: [...pauses] };
  }
}

test("a line whose TLS hangs makes the next try wait longer and longer, then stops sending and alerts", async () => {
  const { port } = mute.address() as { port: number };
  const ident = await buy();
  const loop = await dispatchTo(`https://127.0.0.1:${port}`);
  const { reason, pauses } = await untilStopped();
  await loop.stop();
  expect(pauses).toEqual([0, 1, 2, 4, 8, 16]);
  expect(reason).toBe("The upstream cannot be reached (no connection: time-out).");
  expect(await needs(await at.admin())).toContainEqual(expect.objectContaining({ kind: "stopped", reason }));
  expect((await get(buyer, { ident })).state).toBe("queued");
  await expect(buy()).rejects.toMatchObject({ code: "service_unavailable" });
});

test("a line that stays dead stops sending, and the first purchase that gets through starts it again", async () => {
  await at.sandbox.down();
  const loop = await dispatchTo(process.env.UPSTREAM_BASE_URL ?? "");
  const { reason } = await untilStopped();
  expect(reason).toContain("ECONNREFUSED");
  await at.sandbox.up();
  await at.system.db.execute(sql`update dispatcher set probe_at = now(), next_slot_at = now()`);
  const [waiting] = await at.system.db.execute<{ ident: string }>(
    sql`select ident from purchases order by id limit 1`,
  );
  expect((await whenSettled(buyer, String(waiting?.ident), 30_000)).state).toBe("successful");
  const [row] = await at.system.db.execute(sql`select stopped, probe_pause, back_off from dispatcher`);
  expect(row).toEqual({ stopped: false, probe_pause: 0, back_off: 0 });
  await loop.stop();
});
