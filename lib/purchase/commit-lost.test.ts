import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { connect, type Database } from "#db/client";
import { openTestProxy } from "#db/testing/test-proxy";
import type { Ctx } from "#lib/core/context";
import { checkPurchases } from "#lib/sales/check-purchases";
import { openScene } from "#lib/testing/open-scene";
import { placePurchase } from "./place/place-purchase.ts";

/** Where the connection breaks once, at the statement that places: before the statement arrives, or before its reply. */
let cut: "before" | "after" | undefined;
let placed = false;
const PLACING = "insert into purchases";
const at = await openScene();
const door = await openTestProxy(at.url, lets);
let through: Database;
let buyer: { id: number; ctx: Ctx };

beforeEach(async () => {
  buyer = await at.reseller("affiliate", 1_000_000n);
  // New connections: one with the prepared statement does not send its text again, and `lets` would not see it.
  through = connect(door.url, 2);
});
afterEach(async () => {
  expect(cut, "the line broke").toBe(undefined);
  await through.cut();
});
afterAll(async () => {
  door.close();
});

function lets(side: "client" | "server", bytes: Buffer): boolean {
  if (cut === "before") return !bytes.includes(PLACING) || !endCut();
  if (cut === "after" && side === "client" && bytes.includes(PLACING)) placed = true;
  return !(placed && side === "server" && bytes.includes("DT") && endCut());
}

/** Once is enough. */
function endCut(): true {
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
const placeThrough = (n = 0) => placePurchase({ ...buyer.ctx, db: through.db }, input(n));

async function countPurchases(): Promise<number> {
  const purchases = await at.system.db.execute(sql`select from purchases where reseller_id = ${buyer.id}`);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
  return purchases.length;
}

test("reads a placed purchase again when the connection lost the reply, and places it once", async () => {
  cut = "after";
  const { purchase, replayed } = await placeThrough();
  expect([purchase.state, replayed]).toEqual(["queued", false]);
  expect(await countPurchases()).toBe(1);
});

test("rejects a purchase that never arrived as unavailable, and places it later under the same ref", async () => {
  cut = "before";
  await expect(placeThrough()).rejects.toMatchObject({
    code: "unavailable",
    facts: { unknown: true },
  });
  expect(await countPurchases()).toBe(0);
  expect((await placeThrough()).replayed).toBe(false);
  expect(await countPurchases()).toBe(1);
});

test("returns ref_reused when the connection breaks and another purchase has the ref", async () => {
  await placePurchase(buyer.ctx, input());
  cut = "before";
  await expect(placeThrough(1)).rejects.toMatchObject({ code: "ref_reused" });
  expect(await countPurchases()).toBe(1);
});
