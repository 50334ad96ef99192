import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { connect, type Database } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getMainSupplier } from "#lib/supplier/supplier";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { openScene } from "#lib/testing/open-scene";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { claimPurchase, getNextClaimDelay } from "./claim-purchase.ts";

/** While it is held, the statements of connections with such a name wait. */
const LOCK = sql`hashtextextended('a slow statement', 0)`;

const at = await openScene();
const lines: Database[] = [];
const release: (() => Promise<void>)[] = [];

const sellers: { id: number; ctx: Ctx }[] = [];
for (let n = 0; n < 3; n++) sellers.push(await at.reseller("affiliate", 1_000_000_000n));
const statements = [
  sql`alter function database_identity() rename to real_identity`,
  sql`
    create function wait_as(place text) returns void language plpgsql as $$
    declare name text := current_setting('application_name');
    begin
      if name = place then perform pg_advisory_xact_lock_shared(hashtextextended('a slow statement', 0)); end if;
      if name = 'slow' then perform pg_sleep(random() * 0.01); end if;
    end $$`,
  // The claim requests it before it has the slot.
  sql`
    create function database_identity() returns text language plpgsql stable as $$
    begin
      perform wait_as('held before its slot');
      return real_identity();
    end $$`,
  // Written when it has both, the slot and the purchase.
  sql`
    create function slow_attempt() returns trigger language plpgsql as $$
    begin
      perform wait_as('held with its slot');
      return new;
    end $$`,
  sql`create trigger slow_attempt before insert on attempts for each row execute function slow_attempt()`,
];
for (const statement of statements) await at.system.db.execute(statement);
afterAll(async () => {
  for (const free of release) await free();
  await Promise.all(lines.map((line) => line.close()));
});

/** Opens a separate connection, like a sending process. */
function connectSender(name: string): Ctx {
  const line = connect(at.url, 1, { idle_timeout: 0, connection: { application_name: name } });
  lines.push(line);
  return { ...at.system, db: line.db };
}

/** Places so many purchases of each reseller. The reseller whose last turn is the longest ago is next. */
async function placeEach(each: number): Promise<Map<string, number>> {
  const sellerOf = new Map<string, number>();
  for (let n = 0; n < each; n++)
    for (const [seller, { ctx }] of sellers.entries()) {
      const input = { ref: crypto.randomUUID(), phone: "08031234567", channel: "web" as const, again: true };
      sellerOf.set((await placePurchase(ctx, { ...input, ...at.offered() })).purchase.ident, seller);
    }
  return sellerOf;
}

/** @returns the claimed purchase; undefined when none is left. */
async function claimNext(line: Ctx, worker: string): Promise<string | undefined> {
  for (;;) {
    const claimed = await claimPurchase(line, worker, getMainSupplier());
    if (claimed) return claimed.ident;
    if ((await getNextClaimDelay(line, MAIN_SUPPLIER_ID)) === undefined) return undefined;
  }
}

/** Lists the resellers of the sent purchases, in the order of their slots. */
async function listTurns(sellerOf: ReadonlyMap<string, number>): Promise<(number | undefined)[]> {
  const rows = await at.system.db.execute<{ ident: string }>(
    sql`select p.ident from attempts a join purchases p on p.id = a.purchase_id order by a.claimed_at, a.id`,
  );
  return rows.map(({ ident }) => sellerOf.get(ident)).filter((seller) => seller !== undefined);
}

const inTurns = (each: number, first = 0) => Array.from({ length: 3 * each }, (_, n) => (first + n) % 3);

test("gives the next slot to the next reseller while another process is slow before its slot", async () => {
  const sellerOf = await placeEach(2);
  const [slow, quick] = [connectSender("held before its slot"), connectSender("quick")];
  const free = await holdTransaction(at.system.db, sql`select pg_advisory_xact_lock(${LOCK})`);
  release.push(free);
  const late = claimPurchase(slow, "slow", getMainSupplier());
  await waitForLocks(at.system, 1);
  await claimNext(quick, "quick");
  await at.system.db.execute(sql`update supplier_sending set next_slot_at = now()`);
  await free();
  await late;
  while (await claimNext(quick, "quick"));
  expect(await listTurns(sellerOf)).toEqual(inTurns(2));
});

test("claims nothing, and waits for nothing, while another process has the slot", async () => {
  const sellerOf = await placeEach(1);
  const [slow, quick] = [connectSender("held with its slot"), connectSender("quick")];
  const free = await holdTransaction(at.system.db, sql`select pg_advisory_xact_lock(${LOCK})`);
  release.push(free);
  const late = claimPurchase(slow, "late", getMainSupplier());
  await waitForLocks(at.system, 1);
  expect(await claimPurchase(quick, "other", getMainSupplier())).toBeUndefined();
  expect(await getNextClaimDelay(quick, MAIN_SUPPLIER_ID)).toBeLessThan(1_000);
  await free();
  await late;
  while (await claimNext(quick, "other"));
  expect(await listTurns(sellerOf)).toEqual(inTurns(1));
});

test("gives every slot to the reseller whose turn it is, with three processes and slow statements", async () => {
  const each = 30;
  const sellerOf = await placeEach(each);
  await Promise.all(
    ["one", "two", "three"].map(async (worker) => {
      const line = connectSender("slow");
      while (await claimNext(line, worker));
    }),
  );
  expect(await listTurns(sellerOf)).toEqual(inTurns(each));
});
