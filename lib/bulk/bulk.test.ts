import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connect } from "#db/client";
import { sweep } from "#db/retention";
import { setPin } from "#lib/account/pin/set-pin";
import type { Ctx } from "#lib/core/context";
import { decimalText } from "#lib/core/money";
import { groupedPhone } from "#lib/core/phone";
import { credit } from "#lib/ledger/adjust";
import { check } from "#lib/purchase/check";
import { place } from "#lib/purchase/place/place";
import { whenSettled } from "#lib/purchase/read/watch";
import { dispatch } from "#lib/purchase/send/dispatch";
import { cancelQueued } from "#lib/purchase/settle/cancel";
import { holding } from "#lib/testing/holding";
import { lockWaits } from "#lib/testing/lock-waits";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { tryAgain } from "./again.ts";
import { changeRow, choosePlan, discardDraft, makeDraft, meanRows, removeRow } from "./draft.ts";
import { placeRows } from "./place-rows.ts";
import type { Line } from "./read-list.ts";
import { rowList } from "./row-list.ts";
import { beginRun, cancelRest, goOn, stopRun } from "./run.ts";
import { getRun } from "./run-view.ts";

let at: Scene;
beforeAll(async () => {
  at = await scene();
});
/** What another test left would take the faults that this one orders. */
beforeEach(async () => {
  await cancelQueued(at.system, sql`true`, { outcome: "over" });
});
afterAll(() => at.close());

const phone = (n: number) => groupedPhone(`+234803${2_000_000 + n}`);
const line = (number: string, plan = String(at.offered().planId), note = ""): Line => ({
  number,
  plan,
  note,
});
const lines = (count: number, plan?: string) => Array.from({ length: count }, (_, n) => line(phone(n), plan));
const draft = (ctx: Ctx, rows: Line[], key: string = randomUUID()) => makeDraft(ctx, { key, lines: rows });

async function rowsOf(ctx: Ctx, id: number) {
  const { rows } = await rowList(id).page(ctx, {}, 10_000);
  return rows;
}
const problemsOf = async (ctx: Ctx, id: number) => (await rowsOf(ctx, id)).map(({ problem }) => problem);

async function begun(ctx: Ctx, rows: Line[]): Promise<number> {
  const id = await draft(ctx, rows);
  const { version } = await getRun(ctx, { id });
  await beginRun(ctx, { id, version });
  return id;
}

const moneyOf = async (id: number) => {
  const [row] = await at.system.db.execute<{ wallet: string; held: string; sales: string }>(
    sql`select wallet, held, sales from wallets where reseller_id = ${id}`,
  );
  return [row?.wallet, row?.held, row?.sales].map((amount) => BigInt(amount ?? -1));
};

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code: string }) => error.code,
  );

/** Sends until nothing is on its way any more. */
async function sendAll(ctx: Ctx, id: number) {
  const dispatcher = dispatch(at.system, at.url);
  try {
    await expect.poll(async () => (await getRun(ctx, { id })).counts.open, { timeout: 60_000 }).toBe(0);
  } finally {
    await dispatcher.stop();
  }
}

test("each row is explained before anything is charged, and put right in its place", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const { planId, networkId } = at.offered();
  const other = [...at.catalogue.plans.values()].find((plan) => plan.networkId !== networkId);
  const network = at.catalogue.plans.get(planId)?.networkName;
  await place(ctx, { ...at.offered(), ref: "r", phone: phone(7), channel: "web", again: true });
  const id = await draft(ctx, [
    line(phone(0)),
    line("12345"),
    line(phone(1), "nothing like it"),
    line(phone(2), "GB"),
    line(phone(3), `${other?.networkName} #${planId}`),
    line(phone(0)),
    line(phone(7)),
    line(phone(4), `${network} #${planId}`),
    line(phone(5), ""),
  ]);
  expect(await problemsOf(ctx, id)).toEqual([
    ...[null, "number", "plan", "which", "network", "twice", "recent", null, "plan"],
  ]);
  const before = await getRun(ctx, { id });
  expect(before.right).toMatchObject({ count: 2, total: at.offered().price * 2n });
  expect(before.unclear.find(({ words }) => words === "GB")?.candidates.length).toBeGreaterThan(1);
  const rows = await rowsOf(ctx, id);
  const row = (n: number) => rows[n]?.id ?? 0;
  await changeRow(ctx, { id, row: row(1), number: phone(9), plan: String(planId), note: "Ada" });
  await choosePlan(ctx, { id, words: "GB", planId });
  await meanRows(ctx, { id, row: row(5) });
  await removeRow(ctx, { id, row: row(4) });
  await removeRow(ctx, { id, row: row(4) });
  expect(await problemsOf(ctx, id)).toEqual([null, null, "plan", null, null, "recent", null, "plan"]);
  await meanRows(ctx, { id, problem: "recent" });
  const after = await getRun(ctx, { id });
  expect(after.right.count).toBe(6);
  expect(after.version).toBeGreaterThan(before.version);
  expect((await moneyOf(reseller))[1]).toBe(at.offered().price);
});

test("asks about the same batch while the first waits and for twelve hours after it was bought", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const first = await begun(ctx, lines(2));
  const second = await draft(ctx, lines(3));
  expect(await problemsOf(ctx, second)).toEqual(["recent", "recent", null]);
  await placeRows(at.system);
  await cancelQueued(at.system, sql`true`, { outcome: "over" });
  expect(await problemsOf(ctx, await draft(ctx, lines(2)))).toEqual([null, null]);
  await placeRows(at.system);
  const third = await tryAgain(ctx, { id: first, which: "cancelled" });
  await beginRun(ctx, { id: third, version: (await getRun(ctx, { id: third })).version });
  await placeRows(at.system);
  await sendAll(ctx, third);
  for (const [hours, problem] of [
    [11, "recent"],
    [13, null],
  ] as const) {
    await at.system.db.execute(sql`
      update purchases set placed_at = now() - make_interval(hours => ${hours}) where reseller_id = ${reseller}`);
    expect(await problemsOf(ctx, await draft(ctx, lines(2)))).toEqual([problem, problem]);
  }
});

test("resumes a batch whose prices it was confirmed at, though its owner bought the same hours before", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await begun(ctx, lines(1));
  const own = { ...at.offered(), ref: "own", phone: phone(0), channel: "api", again: true } as const;
  const { ident } = (await place(ctx, own)).purchase;
  const dispatcher = dispatch(at.system, at.url);
  expect((await whenSettled(ctx, ident, PATIENCE_MS)).state).toBe("successful");
  await dispatcher.stop();
  await at.system.db.execute(sql`
    update purchases set placed_at = now() - interval '3 hours' where reseller_id = ${reseller}`);
  await at.system.db.execute(sql`update bulk_runs set pause = 'price' where id = ${id}`);
  await goOn(ctx, { id, version: (await getRun(ctx, { id })).version });
  expect(await problemsOf(ctx, id)).toEqual([null]);
});

test("buys every row although its owner used the refs of its rows before", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const key = randomUUID().toUpperCase();
  for (const [n, channel] of (["web", "api"] as const).entries())
    await place(ctx, {
      ...at.offered(),
      ref: `bulk.${key}.${n + 1}`,
      phone: phone(90),
      channel,
      again: true,
    });
  const id = await draft(ctx, lines(3), key);
  await beginRun(ctx, { id, version: (await getRun(ctx, { id })).version });
  await placeRows(at.system);
  expect((await rowsOf(ctx, id)).map(({ ident }) => ident !== null)).toEqual([true, true, true]);
  expect((await moneyOf(reseller))[1]).toBe(at.offered().price * 5n);
});

test("what customers pay is noted with each purchase; what cannot be meant is explained first, and tried again with the rest", async () => {
  const { ctx } = await at.reseller();
  const { price } = at.offered();
  const sold = (n: number, retail: string) => ({ ...line(phone(n)), retail });
  const paid = decimalText(price + 5_000n);
  const id = await draft(ctx, [
    ...[sold(0, `₦${paid}`), sold(1, "about 300"), sold(2, decimalText(price * 20n + 1n)), sold(3, "0")],
    line(phone(4)),
  ]);
  expect(await problemsOf(ctx, id)).toEqual([null, "retail", "retail", "retail", null]);
  expect((await getRun(ctx, { id })).earns).toEqual({ count: 1, profit: 5_000n });
  const [first, second, third] = await rowsOf(ctx, id);
  const change = { id, number: phone(1), plan: String(at.offered().planId), note: "" };
  await changeRow(ctx, { ...change, row: second?.id ?? 0, retail: decimalText(price - 1_000n) });
  expect(third?.retailText).toBe(decimalText(price * 20n + 1n));
  expect(first?.retail).toBe(price + 5_000n);
  const { version, earns } = await getRun(ctx, { id });
  expect(earns).toEqual({ count: 2, profit: 4_000n });
  await beginRun(ctx, { id, version });
  await placeRows(at.system);
  const noted = await at.system.db.execute(
    sql`select retail from purchases where run_id = ${id} order by id`,
  );
  expect(noted).toEqual([
    { retail: String(price + 5_000n) },
    { retail: String(price - 1_000n) },
    { retail: null },
  ]);
  await cancelRest(ctx, { id });
  await placeRows(at.system);
  const next = await tryAgain(ctx, { id, which: "cancelled" });
  expect((await getRun(ctx, { id: next })).earns).toEqual({ count: 2, profit: 4_000n });
});

test("a number that got another network's data last time is asked about", async () => {
  const { ctx } = await at.reseller();
  const { planId, networkId } = at.offered();
  const id = await begun(ctx, lines(1));
  await placeRows(at.system);
  await sendAll(ctx, id);
  const others = [...at.catalogue.plans.values()].filter((plan) => plan.networkId !== networkId);
  const next = await draft(ctx, [line(phone(0), String(others[0]?.id)), line(phone(1), String(planId))]);
  expect(await problemsOf(ctx, next)).toEqual(["other_network", null]);
});

test("the same form twice is one list; nobody else sees it, changes it or begins it", async () => {
  const [{ ctx }, other, admin] = [await at.reseller(), await at.reseller(), await at.admin()];
  const key = randomUUID();
  const [id, again] = await Promise.all([draft(ctx, lines(3), key), draft(ctx, lines(3), key)]);
  expect(again).toBe(id);
  const [row] = await rowsOf(ctx, id);
  for (const ctx of [other.ctx, admin, { ...at.system }]) {
    const one = { id, row: row?.id ?? 0 };
    for (const work of [
      () => getRun(ctx, { id }),
      () => changeRow(ctx, { ...one, number: phone(9), plan: "", note: "" }),
      () => removeRow(ctx, one),
      () => meanRows(ctx, { id }),
      () => choosePlan(ctx, { id, words: "", planId: 1 }),
      () => beginRun(ctx, { id, version: 1 }),
      () => stopRun(ctx, { id }),
      () => goOn(ctx, { id, version: 1 }),
      () => cancelRest(ctx, { id }),
      () => tryAgain(ctx, { id, which: "failed" }),
    ])
      expect(await refusal((async () => work())())).toBe("not_found");
  }
  expect(await rowsOf(other.ctx, id)).toEqual([]);
  await discardDraft(other.ctx, { id });
  expect((await getRun(ctx, { id })).rows).toBe(3);
  await discardDraft(ctx, { id });
  await discardDraft(ctx, { id });
  expect(await refusal(getRun(ctx, { id }))).toBe("not_found");
});

test("a draft that nobody began goes after a month, with its rows; a run stays", async () => {
  const { ctx } = await at.reseller();
  const [old, begun, young] = [
    await draft(ctx, lines(2)),
    await draft(ctx, lines(1)),
    await draft(ctx, lines(1)),
  ];
  await beginRun(ctx, { id: begun, version: (await getRun(ctx, { id: begun })).version });
  const { rows } = await getRun(ctx, { id: young });
  await at.system.db.execute(
    sql`update bulk_runs set created_at = created_at - interval '31 days' where id in (${old}, ${begun})`,
  );
  expect((await sweep(at.system, ["bulk_runs"])).swept).toEqual({ bulk_runs: 1 });
  expect(await refusal(getRun(ctx, { id: old }))).toBe("not_found");
  expect(await at.system.db.execute(sql`select from bulk_rows where run_id = ${old}`)).toEqual([]);
  expect((await getRun(ctx, { id: begun })).state).toBe("running");
  expect((await getRun(ctx, { id: young })).rows).toBe(rows);
});

test("begun from two windows at once it is one run, at the prices that were seen; then its rows stay", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await draft(ctx, [...lines(5), line("12")]);
  const { version } = await getRun(ctx, { id });
  await Promise.all([1, 2, 3].map(() => beginRun(ctx, { id, version })));
  await Promise.all([placeRows(at.system), placeRows(at.system), placeRows(at.system)]);
  await placeRows(at.system);
  expect((await getRun(ctx, { id })).counts).toMatchObject({ open: 5, left: 1, waiting: 0 });
  expect((await moneyOf(reseller))[1]).toBe(at.offered().price * 5n);
  const [row] = await rowsOf(ctx, id);
  const changed = changeRow(ctx, { id, row: row?.id ?? 0, number: phone(9), plan: "", note: "" });
  expect(await refusal(changed)).toBe("conflict");
  expect(await refusal(discardDraft(ctx, { id }))).toBe("conflict");
  await expect(at.system.db.execute(sql`delete from bulk_rows where run_id = ${id}`)).rejects.toThrow();
  await expect(
    at.system.db.execute(sql`update bulk_rows set phone = 'x' where run_id = ${id}`),
  ).rejects.toThrow();
  expect((await check(at.system)).findings).toEqual([]);
});

test("whoever looks at a list or changes it keeps it from nothing but the moment: placing waits, and goes on", async () => {
  const { ctx } = await at.reseller();
  const id = await begun(ctx, lines(5));
  const release = await holding(at.system.db, sql`select from bulk_runs where id = ${id} for update`);
  const placing = placeRows(at.system);
  await lockWaits(at.system, 1);
  expect((await getRun(ctx, { id })).counts.waiting).toBe(5);
  await release();
  await placing;
  expect((await getRun(ctx, { id })).counts.open).toBe(5);
});

test("what changed since it was seen is confirmed once more, a price above all", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await draft(ctx, lines(3));
  const { version } = await getRun(ctx, { id });
  await at.system.db.execute(sql`update bulk_rows set price = price - 100 where run_id = ${id}`);
  expect(await refusal(beginRun(ctx, { id, version }))).toBe("conflict");
  const seen = await getRun(ctx, { id });
  expect([seen.state, seen.right.repriced]).toEqual(["draft", 3]);
  expect((await rowsOf(ctx, id))[0]?.priceWas).toBe(at.offered().price - 100n);
  await beginRun(ctx, { id, version: seen.version });
  await at.system.db.execute(sql`update bulk_rows set price = price - 100 where run_id = ${id} and line > 1`);
  await placeRows(at.system);
  const paused = await getRun(ctx, { id });
  expect(paused).toMatchObject({ pause: "price", counts: { open: 1, waiting: 2 } });
  expect(await refusal(goOn(ctx, { id, version: seen.version }))).toBe("conflict");
  await placeRows(at.system);
  expect((await moneyOf(reseller))[1]).toBe(at.offered().price);
  await goOn(ctx, { id, version: paused.version });
  await placeRows(at.system);
  expect((await getRun(ctx, { id })).counts.open).toBe(3);
  expect((await moneyOf(reseller))[1]).toBe(at.offered().price * 3n);
});

test("without money it waits in the middle, and goes on by itself when money comes", async () => {
  const { price } = at.offered();
  const { id: reseller, ctx } = await at.reseller("affiliate", price * 2n);
  const id = await begun(ctx, lines(5));
  await placeRows(at.system);
  expect(await getRun(ctx, { id })).toMatchObject({ pause: "money", counts: { open: 2, waiting: 3 } });
  await credit(at.system, { resellerId: reseller, amount: price * 3n, reason: "more" });
  await placeRows(at.system);
  expect(await getRun(ctx, { id })).toMatchObject({ pause: null, counts: { open: 5, waiting: 0 } });
  expect((await moneyOf(reseller)).slice(0, 2)).toEqual([0n, price * 5n]);
});

test("today's limit, a restriction and a service that is off stop it, each in its own way", async () => {
  const { price } = at.offered();
  const { id: reseller, ctx } = await at.reseller();
  const id = await begun(ctx, lines(5));
  const pause = async () => {
    await placeRows(at.system);
    return (await getRun(ctx, { id })).pause;
  };
  await at.system.db.execute(sql`update resellers set daily_limit = ${price} where id = ${reseller}`);
  expect(await pause()).toBe("limit");
  await at.system.db.execute(sql`update resellers set daily_limit = null where id = ${reseller}`);
  await at.system.db.execute(
    sql`update dispatcher set stopped = true, stopped_at = now(), stop_reason = 'x'`,
  );
  expect(await pause()).toBe("service");
  await at.system.db.execute(
    sql`update dispatcher set stopped = false, stopped_at = null, stop_reason = null`,
  );
  await at.system.db.execute(sql`update resellers set state = 'restricted' where id = ${reseller}`);
  expect(await pause()).toBe("restricted");
  await at.system.db.execute(sql`update resellers set state = 'active' where id = ${reseller}`);
  expect(await pause()).toBe("restricted");
  await goOn(ctx, { id, version: 0 });
  expect(await pause()).toBe(null);
  expect((await getRun(ctx, { id })).counts.open).toBe(5);
});

test("a row that was bought elsewhere meanwhile is left, and can be tried again as a second one", async () => {
  const { ctx } = await at.reseller();
  const id = await begun(ctx, lines(3));
  await place(ctx, { ...at.offered(), ref: "mine", phone: phone(1), channel: "web", again: true });
  await placeRows(at.system);
  const run = await getRun(ctx, { id });
  expect(run.counts).toMatchObject({ open: 2, left: 1 });
  const next = await tryAgain(ctx, { id, which: "left" });
  expect(await problemsOf(ctx, next)).toEqual(["recent"]);
});

test("stopped, it sends nothing; the rest is cancelled to the last unit, and what was sent finishes", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const { price } = at.offered();
  const id = await begun(ctx, lines(8));
  await placeRows(at.system);
  await at.sandbox.settings({ purchasesPerMinute: 1_000_000 });
  await stopRun(ctx, { id });
  await at.system.db.execute(sql`
    update purchases set paused = false where id = (select min(id) from purchases where run_id = ${id})`);
  const dispatcher = dispatch(at.system, at.url);
  await expect.poll(async () => (await getRun(ctx, { id })).counts.successful, { timeout: 60_000 }).toBe(1);
  await dispatcher.stop();
  expect((await getRun(ctx, { id })).counts).toMatchObject({ successful: 1, open: 7 });
  await cancelRest(ctx, { id });
  await cancelRest(ctx, { id });
  await placeRows(at.system);
  const run = await getRun(ctx, { id });
  expect(run).toMatchObject({ state: "cancelled", over: true, counts: { successful: 1, cancelled: 7 } });
  expect(await moneyOf(reseller)).toEqual([10_000_000n - price, 0n, price]);
  expect((await check(at.system)).findings).toEqual([]);
});

test("what failed is tried again once, however often it is asked for, and only that", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const { price } = at.offered();
  const id = await begun(ctx, lines(6));
  await placeRows(at.system);
  await at.sandbox.order("fail", { times: 2 });
  await sendAll(ctx, id);
  expect((await getRun(ctx, { id })).counts).toMatchObject({ successful: 4, failed: 2 });
  const all = await Promise.all([1, 2, 3].map(() => tryAgain(ctx, { id, which: "failed" })));
  expect(new Set(all).size).toBe(1);
  const [next = 0] = all;
  const { version, right } = await getRun(ctx, { id: next });
  expect(right.count).toBe(2);
  await beginRun(ctx, { id: next, version });
  expect(await tryAgain(ctx, { id, which: "failed" })).toBe(next);
  await placeRows(at.system);
  await sendAll(ctx, next);
  expect((await getRun(ctx, { id: next })).counts.successful).toBe(2);
  expect(await moneyOf(reseller)).toEqual([10_000_000n - price * 6n, 0n, price * 6n]);
});

test("whoever places is cut off in the middle of a batch: another goes on, and each row is bought once", async () => {
  const { id: reseller, ctx } = await at.reseller("affiliate", 1_000_000_000n);
  const id = await begun(ctx, lines(600));
  const line = connect(at.url, 2);
  const release = await holding(at.system.db, sql`lock table audit in access exclusive mode`);
  const cut = placeRows({ ...at.system, db: line.db }).catch(() => "cut off");
  await lockWaits(at.system, 1);
  await line.cut();
  expect(await cut).toBe("cut off");
  await release();
  await placeRows(at.system);
  expect((await getRun(ctx, { id })).counts).toMatchObject({ open: 600, waiting: 0 });
  const [row] = await at.system.db.execute<{ bought: number; numbers: number }>(sql`
    select count(*)::integer as bought, count(distinct phone)::integer as numbers from purchases where run_id = ${id}`);
  expect(row).toEqual({ bought: 600, numbers: 600 });
  expect((await moneyOf(reseller))[1]).toBe(at.offered().price * 600n);
  expect((await check(at.system)).findings).toEqual([]);
});

test("with failures, lost answers and dropped lines every row ends as it did upstream, exact to the last unit", async () => {
  const { id: reseller, ctx } = await at.reseller("affiliate", 1_000_000_000n);
  const before = await at.sandbox.transactions();
  const id = await begun(ctx, lines(60));
  await placeRows(at.system);
  await at.sandbox.rates({ fail: 0.2, "lost-answer": 0.1, "bad-gateway-delivered": 0.1, reset: 0.1 }, 7);
  await sendAll(ctx, id);
  await at.sandbox.clearFaults();
  const rows = await rowsOf(ctx, id);
  const upstream = new Map(
    (await at.sandbox.transactions()).slice(before.length).map((one) => [one.ref, one]),
  );
  for (const { ident, status } of rows) {
    const truth = upstream.get(ident ?? "");
    if (status === "successful") expect(truth?.status).toBe("successful");
    else if (status === "failed") expect(truth?.status).toBe("failed");
    else expect(status).toBe("unconfirmed");
  }
  const { counts } = await getRun(ctx, { id });
  expect([counts.failed > 0, counts.unconfirmed > 0, counts.successful > 0]).toEqual([true, true, true]);
  const { price } = at.offered();
  const [held, sales] = [price * BigInt(counts.unconfirmed), price * BigInt(counts.successful)];
  expect(await moneyOf(reseller)).toEqual([1_000_000_000n - held - sales, held, sales]);
  expect((await check(at.system)).findings).toEqual([]);
});

test("a file of a run says for each row what became of it, with formulas made harmless", async () => {
  const { ctx } = await at.reseller();
  const id = await begun(ctx, [line(phone(0), undefined, "=1+1"), line("12", "x", "Ada")]);
  await placeRows(at.system);
  let text = "";
  for await (const piece of rowList(id).csv(ctx, {})) text += piece;
  expect(text).toMatch(
    /^"line","number","plan","note","price","retail","result","why","reference","ended"\r\n/,
  );
  expect(text).toMatch(/"1","0803 200 0000",".+","'=1\+1","[\d.]+","","On its way","","DT\w+",""/);
  expect(text).toMatch(/"2","12","x","Ada","","","Not bought","This is no mobile number\.","",""/);
});

test("asks for the PIN when a batch is resumed at other prices, and for nothing else", async () => {
  const { ctx } = await at.reseller();
  const id = await begun(ctx, lines(1));
  await setPin(ctx, { pin: "4711" });
  await stopRun(ctx, { id });
  await goOn(ctx, { id, version: 0 });
  await at.system.db.execute(sql`update bulk_runs set pause = 'price' where id = ${id}`);
  const { version } = await getRun(ctx, { id });
  expect(await refusal(goOn(ctx, { id, version }))).toBe("invalid");
  expect(await refusal(goOn(ctx, { id, version, pin: "1111" }))).toBe("invalid");
  expect((await getRun(ctx, { id })).pause).toBe("price");
  await goOn(ctx, { id, version, pin: "4711" });
  expect((await getRun(ctx, { id })).pause).toBe(null);
});

test("a list is begun with the PIN, where there is one; a wrong one leaves it a draft", async () => {
  const { ctx } = await at.reseller();
  await setPin(ctx, { pin: "4711" });
  const id = await draft(ctx, lines(2));
  const { version } = await getRun(ctx, { id });
  for (const pin of [undefined, "4712"])
    await expect(beginRun(ctx, { id, version, pin })).rejects.toMatchObject({
      fields: { pin: [expect.any(String)] },
    });
  expect((await getRun(ctx, { id })).state).toBe("draft");
  await beginRun(ctx, { id, version, pin: "4711" });
  expect((await getRun(ctx, { id })).state).toBe("running");
});
