import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { connect, type Database, inTransaction } from "#db/client";
import { type Door, openDoor } from "#db/testing/door";
import type { Ctx } from "#lib/core/context";
import { holding } from "#lib/testing/holding";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { place } from "../place/place.ts";
import { claim } from "./claim.ts";
import { type Dispatcher, dispatch } from "./dispatch.ts";

/** What is said to the database: on the line that claims, and by the rounds that look each second for what was left. */
const said = { claiming: 0, tidying: 0 };
let at: Scene;
let doors: Door[];
let pool: Database;
let sender: Database;
let loop: Dispatcher;
let release = async () => {};

beforeAll(async () => {
  at = await scene();
  doors = await Promise.all(
    (["claiming", "tidying"] as const).map((who) =>
      openDoor(at.url, (side) => {
        if (side === "client") said[who] += 1;
        return true;
      }),
    ),
  );
  const [claiming = "", tidying = ""] = doors.map(({ url }) => url);
  // Not patient: a round that finds a wallet taken goes on.
  pool = connect(`${tidying}?lock_timeout=50`, 2);
  sender = connect(at.url, 1);
  loop = dispatch({ ...at.system, db: pool.db }, claiming);
});
afterEach(async () => {
  await release();
  release = async () => {};
});
afterAll(async () => {
  await loop.stop();
  await pool.close();
  await sender.close();
  for (const door of doors) door.close();
  await at.close();
});

async function buy({ ctx }: { ctx: Ctx }): Promise<void> {
  const input = { ref: crypto.randomUUID(), phone: "08031234567", channel: "web" as const, again: true };
  await place(ctx, { ...input, ...at.offered() });
}

const STUCK: [string, () => Promise<unknown>][] = [
  ["nothing waits", async () => {}],
  [
    "a probe is due and another process is sending",
    async () => {
      const buyer = await at.reseller();
      await at.system.db.execute(sql`update dispatcher set next_slot_at = now() + interval '10 minutes'`);
      await buy(buyer);
      await buy(buyer);
      // In one transaction: the loop must not take either purchase in between.
      await inTransaction({ ...at.system, db: sender.db }, async (tx) => {
        await tx.db.execute(sql`update dispatcher set next_slot_at = now()`);
        expect(await claim(tx, "another")).toBeDefined();
        await tx.db.execute(sql`update dispatcher set stopped = true, probe_at = now()`);
      });
    },
  ],
  [
    "a deadline has passed and the wallet is taken",
    async () => {
      const buyer = await at.reseller();
      await at.system.db.execute(sql`update dispatcher set next_slot_at = now() + interval '10 minutes'`);
      await buy(buyer);
      release = await holding(
        at.system.db,
        sql`select from wallets where reseller_id = ${buyer.id} for update`,
      );
      await at.system.db.execute(sql`update purchases set deadline_at = now() where state = 'queued'`);
      await at.system.db.execute(sql`update dispatcher set next_slot_at = now()`);
    },
  ],
  [
    "the next purchase is locked",
    async () => {
      const buyer = await at.reseller();
      await at.system.db.execute(sql`update dispatcher set next_slot_at = now() + interval '10 minutes'`);
      await buy(buyer);
      release = await holding(at.system.db, sql`select from purchases where state = 'queued' for update`);
      await at.system.db.execute(sql`update dispatcher set next_slot_at = now()`);
    },
  ],
];

test.each(STUCK)("while %s, the loop says a few things a second to the database", async (_, bring) => {
  await at.system.db.execute(sql`update dispatcher set stopped = false, probe_at = null`);
  await bring();
  const [before, began] = [{ ...said }, performance.now()];
  // Two statements, a second apart from the next two, or four times as often while a wallet is taken.
  await vi.waitUntil(() => said.tidying - before.tidying >= 12, PATIENCE_MS);
  const seconds = (performance.now() - began) / 1000;
  // It rests longer and longer at first: some twenty statements until it rests for a second.
  expect(said.claiming - before.claiming).toBeLessThan(30 + 5 * seconds);
});
