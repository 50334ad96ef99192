import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { connect, type Database } from "#db/client";
import { type Door, openDoor } from "#db/testing/door";
import type { Ctx } from "#lib/core/context";
import { type Scene, scene } from "#lib/testing/scene";
import { check } from "./check.ts";
import { place } from "./place/place.ts";

/** A line to the database that breaks once at the statement that places: before it arrives, or before its answer returns. */
let cut: "before" | "after" | undefined;
let placed = false;
const PLACING = "insert into purchases";
let at: Scene;
let door: Door;
let through: Database;
let buyer: { id: number; ctx: Ctx };

beforeAll(async () => {
  at = await scene();
  door = await openDoor(at.url, lets);
});
beforeEach(async () => {
  buyer = await at.reseller("affiliate", 1_000_000n);
  // New lines: one that has the statement prepared does not say it again, and `lets` would not know it.
  through = connect(door.url, 2);
});
afterEach(async () => {
  expect(cut, "the line broke").toBe(undefined);
  await through.cut();
});
afterAll(async () => {
  door.close();
  await at.close();
});

function lets(side: "client" | "server", bytes: Buffer): boolean {
  if (cut === "before") return !bytes.includes(PLACING) || !end();
  if (cut === "after" && side === "client" && bytes.includes(PLACING)) placed = true;
  return !(placed && side === "server" && bytes.includes("DT") && end());
}

/** Once is enough. */
function end(): true {
  cut = undefined;
  placed = false;
  return true;
}

const input = (n = 0) => ({
  ref: "r",
  phone: "08031234567",
  channel: "web" as const,
  again: true,
  ...at.offered(n),
});
const placeThrough = (n = 0) => place({ ...buyer.ctx, db: through.db }, input(n));

async function rows(): Promise<number> {
  const found = await at.system.db.execute(sql`select from purchases where reseller_id = ${buyer.id}`);
  expect((await check(at.system)).findings).toEqual([]);
  return found.length;
}

test("a purchase that was placed, whose answer the line lost, is read again and not placed twice", async () => {
  cut = "after";
  const { purchase, replayed } = await placeThrough();
  expect([purchase.state, replayed]).toEqual(["queued", false]);
  expect(await rows()).toBe(1);
});

test("one that never arrived is refused for now, nothing moved, and the same ref buys it later", async () => {
  cut = "before";
  await expect(placeThrough()).rejects.toMatchObject({
    code: "unavailable",
    facts: { unknown: true },
  });
  expect(await rows()).toBe(0);
  expect((await placeThrough()).replayed).toBe(false);
  expect(await rows()).toBe(1);
});

test("a line that breaks over a ref of another purchase does not answer with that one", async () => {
  await place(buyer.ctx, input());
  cut = "before";
  await expect(placeThrough(1)).rejects.toMatchObject({ code: "ref_reused" });
  expect(await rows()).toBe(1);
});
