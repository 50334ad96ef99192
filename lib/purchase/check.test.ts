import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Db } from "#lib/core/context";
import { type Scene, scene } from "#lib/testing/scene";
import { check } from "./check.ts";
import { place } from "./place.ts";

let at: Scene;
beforeEach(async () => {
  at ??= await scene();
});
afterAll(() => at.close());

/** Each way to break the books, and what the check must say of it. */
const BREAKAGES: [string, (db: Db) => Promise<unknown>, string][] = [
  [
    "an entry changed",
    (db) => db.execute(sql`update entries set amount = amount + 1 where account = 'wallet'`),
    "sum to zero",
  ],
  [
    "a balance changed",
    (db) => db.execute(sql`update wallets set wallet = wallet + 1, funding = funding - 1`),
    "differ from their entries",
  ],
  [
    "a journal without audit",
    (db) => db.execute(sql`delete from audit where journal_id is not null`),
    "without their audit record",
  ],
  [
    "a running balance changed",
    (db) => db.execute(sql`update entries set balance = balance + 1`),
    "the one before plus their amount",
  ],
  [
    "a purchase settled behind the ledger's back",
    (db) => db.execute(sql`update purchases set state = 'successful', settled_at = now()`),
    "do not fit their state",
  ],
  [
    "a purchase left in sending",
    (db) => db.execute(sql`update purchases set state = 'sending'`),
    "without an open attempt",
  ],
  [
    "a hold of another amount",
    (db) => db.execute(sql`update purchases set price = price + 1`),
    "held money is not the price",
  ],
];

test.each(BREAKAGES)("%s is found", async (_name, breakBooks, finding) => {
  const { ctx } = await at.reseller();
  await place(ctx, { ref: "r", phone: "08031234567", channel: "web", again: true, ...at.offered() });
  expect((await check(at.system)).findings).toEqual([]);
  const undone = new Error("undone");
  const broken = at.system.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await breakBooks(tx as unknown as Db);
    const { findings } = await check({ ...at.system, db: tx as unknown as Db });
    expect(findings.join("\n")).toContain(finding);
    throw undone;
  });
  await expect(broken).rejects.toBe(undone);
});
