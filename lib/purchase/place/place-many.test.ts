import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Database } from "#db/client";
import { lockWaits } from "#lib/testing/lock-waits";
import { type Scene, scene } from "#lib/testing/scene";
import { check } from "../check.ts";
import { claim, nextClaimIn } from "../send/claim.ts";
import { pauseRun } from "../send/pause-run.ts";
import { cancelSomeOfRun } from "../settle/cancel.ts";
import { place } from "./place.ts";
import { BULK_WAITING, type PlacedMany, placeMany, type Wish } from "./place-many.ts";
import { bulkRef } from "./refs.ts";

let at: Scene;
let line: Database;
beforeAll(async () => {
  at = await scene({ WAITING_PER_RESELLER: "30" });
  line = connect(at.url, 1, { idle_timeout: 0 });
});
afterAll(async () => {
  await line.close();
  await at.close();
});

const phoneOf = (n: number) => `+234803${String(1_000_000 + n)}`;

function wishes(count: number, changes: Partial<Wish> = {}): Wish[] {
  const key = randomUUID();
  const { planId, price } = at.offered();
  const one = (n: number) => ({ ref: bulkRef(key, n), phone: phoneOf(n), planId, price, again: false });
  return Array.from({ length: count }, (_, n) => ({ ...one(n), ...changes }));
}

const wallet = async (id: number) =>
  (
    await at.system.db.execute<{ wallet: bigint; held: bigint; spent: bigint }>(
      sql`select wallet, held, spent from wallets where reseller_id = ${id}`,
    )
  ).map((row) => ({ wallet: BigInt(row.wallet), held: BigInt(row.held), spent: BigInt(row.spent) }))[0];

const codeOf = ({ stopped }: PlacedMany) => stopped?.code;
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code: string }) => error.code,
  );

async function claimNext(): Promise<string | undefined> {
  const own = { ...at.system, db: line.db };
  for (;;) {
    const claimed = await claim(own, "many");
    if (claimed) return claimed.ident;
    if ((await nextClaimIn(own)) === undefined) return undefined;
  }
}

test("many are placed in their order, each with a journal, two entries, an audit record and both balances", async () => {
  const { id, ctx } = await at.reseller("affiliate", 10_000_000n);
  const { price } = at.offered();
  const { placed, stopped } = await placeMany(ctx, 1, wishes(40));
  expect([placed.length, stopped]).toEqual([40, undefined]);
  const total = price * 40n;
  expect(await wallet(id)).toEqual({ wallet: 10_000_000n - total, held: total, spent: total });
  const rows = await at.system.db.execute<{
    before: string;
    after: string;
    balances: string;
    records: string;
  }>(sql`
    select p.wallet_before as before, p.wallet_after as after,
      (select string_agg(e.balance::text, ' ' order by e.account) from journals j join entries e on e.journal_id = j.id where j.purchase_id = p.id) as balances,
      (select count(*) from audit a where a.subject_id = p.ident and a.action = 'purchase.placed' and a.journal_id is not null) as records
    from purchases p where p.reseller_id = ${id} order by p.ref collate "C", p.id`);
  const byId = await at.system.db.execute<{ phone: string }>(
    sql`select phone from purchases where reseller_id = ${id} order by id`,
  );
  expect(byId.map(({ phone }) => phone)).toEqual(Array.from({ length: 40 }, (_, n) => phoneOf(n)));
  expect(rows.every(({ records }) => Number(records) === 1)).toBe(true);
  expect(rows.every(({ before, after }) => BigInt(before) - BigInt(after) === price)).toBe(true);
  expect(rows.every(({ after, balances }) => balances.split(" ")[1] === after)).toBe(true);
  expect((await check(at.system)).findings).toEqual([]);
});

test("no more is placed than the wallet pays for, in order, and the reason says how much is missing", async () => {
  const { price } = at.offered();
  const { id, ctx } = await at.reseller("affiliate", price * 5n + 1n);
  const all = wishes(8);
  const outcome = await placeMany(ctx, 1, all);
  expect(outcome.placed.map(({ ref }) => ref)).toEqual(all.slice(0, 5).map(({ ref }) => ref));
  expect(outcome.stopped).toMatchObject({ code: "insufficient_funds", facts: { missing: price - 1n } });
  expect(await wallet(id)).toMatchObject({ wallet: 1n, held: price * 5n });
  expect((await check(at.system)).findings).toEqual([]);
});

test("today's limit holds for the sum of them", async () => {
  const { price } = at.offered();
  const { id, ctx } = await at.reseller();
  await at.system.db.execute(sql`update resellers set daily_limit = ${price * 3n} where id = ${id}`);
  const outcome = await placeMany(ctx, 1, wishes(5));
  expect([outcome.placed.length, codeOf(outcome)]).toEqual([3, "daily_limit"]);
});

test("two at the same moment spend the money once", async () => {
  const { price } = at.offered();
  const { id, ctx } = await at.reseller("affiliate", price * 6n);
  const both = await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from wallets where reseller_id = ${id} for update`);
    const [one, other] = [1, 2].map((run) => placeMany(ctx, run, wishes(5, { again: true })));
    await lockWaits(at.system, 2);
    return { one, other };
  });
  const placed = [await both.one, await both.other].map((outcome) => outcome?.placed.length);
  expect(placed.toSorted()).toEqual([1, 5]);
  expect(await wallet(id)).toMatchObject({ wallet: 0n, held: price * 6n });
});

test("another price than the one that was seen stops there; what is not sold is passed over", async () => {
  const { id, ctx } = await at.reseller();
  const all = wishes(6);
  Object.assign(all[1] as Wish, { planId: 999_999 });
  Object.assign(all[4] as Wish, { price: at.offered().price - 1n });
  const outcome = await placeMany(ctx, 1, all);
  expect(outcome.placed.map(({ ref }) => ref)).toEqual([0, 2, 3].map((n) => all[n]?.ref));
  expect(outcome.unsold).toEqual([all[1]?.ref]);
  expect(outcome.stopped).toMatchObject({ code: "price_changed", facts: { price: at.offered().price } });
  expect((await wallet(id))?.held).toBe(at.offered().price * 3n);
});

test("what was bought for the same number a moment ago is passed over, unless a second one is meant", async () => {
  const { ctx } = await at.reseller();
  await place(ctx, { ...at.offered(), ref: "first", phone: phoneOf(2), channel: "web", again: false });
  const all = wishes(4);
  const outcome = await placeMany(ctx, 1, all);
  expect(outcome.twins).toEqual([all[2]?.ref]);
  expect([outcome.placed.length, codeOf(outcome)]).toEqual([3, undefined]);
  expect((await placeMany(ctx, 1, wishes(4, { again: true }))).placed.length).toBe(4);
});

test("passes over what an earlier purchase of the same still waits for", async () => {
  const { id, ctx } = await at.reseller();
  await place(ctx, { ...at.offered(), ref: "first", phone: phoneOf(2), channel: "web", again: false });
  await at.system.db.execute(sql`
    update purchases set placed_at = now() - interval '3 days' where reseller_id = ${id}`);
  const all = wishes(4);
  expect((await placeMany(ctx, 1, all)).twins).toEqual([all[2]?.ref]);
});

test("restricted, stopped or without fresh prices, nothing is placed and the reason says which", async () => {
  const { id, ctx } = await at.reseller();
  const code = async () => {
    const outcome = await placeMany(ctx, 1, wishes(3));
    return [outcome.placed.length, codeOf(outcome)];
  };
  await at.system.db.execute(sql`update resellers set state = 'restricted' where id = ${id}`);
  expect(await code()).toEqual([0, "restricted"]);
  await at.system.db.execute(sql`update resellers set state = 'active' where id = ${id}`);
  await at.system.db.execute(
    sql`update dispatcher set stopped = true, stopped_at = now(), stop_reason = 'x'`,
  );
  expect(await code()).toEqual([0, "service_unavailable"]);
  await at.system.db.execute(
    sql`update dispatcher set stopped = false, stopped_at = null, stop_reason = null`,
  );
  await at.system.db.execute(sql`update catalogue set synced_at = now() - interval '1 day'`);
  expect(await code()).toEqual([0, "service_unavailable"]);
  await at.system.db.execute(sql`update catalogue set synced_at = now()`);
  expect(await code()).toEqual([3, undefined]);
});

test("another's single purchase waits for one turn of a list, not more", async () => {
  while (await claimNext());
  const [many, single] = [await at.reseller(), await at.reseller()];
  await placeMany(many.ctx, 8, wishes(60));
  await claimNext();
  const input = { ...at.offered(), ref: "one", phone: "08031234567", channel: "web" as const, again: true };
  const { ident } = (await place(single.ctx, input)).purchase;
  const sent = [await claimNext(), await claimNext()];
  expect(sent).toContain(ident);
  while (await claimNext());
});

test("a paused list sends nothing and keeps nobody else back; it goes on where it was, or is cancelled to the last unit", async () => {
  const [{ id, ctx }, other] = [await at.reseller(), await at.reseller()];
  await placeMany(ctx, 9, wishes(5));
  const before = await claimNext();
  await at.system.db.transaction((tx) => pauseRun({ ...ctx, db: tx }, { runId: 9, paused: true }));
  expect(await claimNext()).toBeUndefined();
  const input = { ...at.offered(), ref: "one", phone: "08031234567", channel: "web" as const, again: true };
  const { ident } = (await place(other.ctx, input)).purchase;
  expect(await claimNext()).toBe(ident);
  expect(await claimNext()).toBeUndefined();
  await pauseRun(other.ctx, { runId: 9, paused: false });
  expect(await claimNext()).toBeUndefined();
  await pauseRun(ctx, { runId: 9, paused: false });
  expect(await claimNext()).not.toBe(before);
  expect(await cancelSomeOfRun(other.ctx, 9)).toBe(0);
  expect(await cancelSomeOfRun(ctx, 9)).toBe(3);
  expect(await cancelSomeOfRun(ctx, 9)).toBe(0);
  expect((await wallet(id))?.held).toBe(at.offered().price * 2n);
  expect((await check(at.system)).findings).toEqual([]);
});

test("paused purchases do not keep sending that stopped by itself from its probe", async () => {
  const [{ ctx }, other] = [await at.reseller(), await at.reseller()];
  await placeMany(ctx, 10, wishes(2));
  await pauseRun(ctx, { runId: 10, paused: true });
  await at.system.db.execute(sql`update purchases set state = 'unconfirmed' where state = 'sending'`);
  await at.system.db.execute(
    sql`update dispatcher set stopped = true, stopped_at = now(), probe_at = now() - interval '1 second'`,
  );
  const input = { ...at.offered(), ref: "probe", phone: "08031234567", channel: "web" as const, again: true };
  expect(await refusalOf(place(other.ctx, input))).toBeUndefined();
  await at.system.db.execute(sql`update dispatcher set stopped = false, stopped_at = null, probe_at = null`);
});

test("a list has room of its own, and whoever sends one still buys otherwise", async () => {
  const { ctx } = await at.reseller("affiliate", 10_000_000_000n);
  for (let n = 0; n < BULK_WAITING; n += 500)
    expect((await placeMany(ctx, 7, wishes(500, { again: true }))).placed.length).toBe(500);
  expect(codeOf(await placeMany(ctx, 7, wishes(1, { again: true })))).toBe("too_many_waiting");
  const one = { ...at.offered(), phone: "08031234567", channel: "storefront" as const, again: true };
  for (let n = 0; n < 30; n++)
    expect(await refusalOf(place(ctx, { ...one, ref: `own-${n}` }))).toBeUndefined();
  expect(await refusalOf(place(ctx, { ...one, ref: "own-30" }))).toBe("too_many_waiting");
  const other = await at.reseller();
  expect(await refusalOf(place(other.ctx, { ...one, ref: "x", channel: "web" }))).toBeUndefined();
});
