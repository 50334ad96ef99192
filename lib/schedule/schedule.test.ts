import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connect } from "#db/client";
import { setPin } from "#lib/account/pin/set-pin";
import type { Ctx } from "#lib/core/context";
import { groupedPhone } from "#lib/core/phone";
import { atClock, dayOf } from "#lib/core/time";
import { credit } from "#lib/ledger/adjust";
import { check } from "#lib/purchase/check";
import { place } from "#lib/purchase/place/place";
import { scheduleRef } from "#lib/purchase/place/refs";
import { dispatch } from "#lib/purchase/send/dispatch";
import { cancelQueued } from "#lib/purchase/settle/cancel";
import { closeReseller } from "#lib/reseller/stop-reseller";
import { holding } from "#lib/testing/holding";
import { lockWaits } from "#lib/testing/lock-waits";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { placeDue } from "./place-due.ts";
import {
  changeSchedule,
  endSchedule,
  type MakeScheduleInput,
  makeSchedule,
  pauseSchedule,
  resumeSchedule,
  skipNext,
} from "./schedule.ts";
import { dayList, getSchedule, scheduleList, scheduleOf } from "./schedule-view.ts";
import { tellDayBefore } from "./tell.ts";

let at: Scene;
beforeAll(async () => {
  // Wherever it is noon now: a day that is tried again until it is over is not over at once.
  const east = 12 - new Date().getUTCHours();
  at = await scene({ TIME_ZONE: east < 0 ? `Etc/GMT+${-east}` : `Etc/GMT-${east}` });
});
beforeEach(async () => {
  await cancelQueued(at.system, sql`true`, { outcome: "over" });
  await at.system.db.execute(
    sql`update schedules set state = 'paused', pause = 'asked' where state = 'active'`,
  );
});
afterAll(() => at.close());

const phone = (n = 1) => groupedPhone(`+234803${4_000_000 + n}`);
const inDays = (count: number) => Temporal.PlainDate.from(dayOf(new Date())).add({ days: count }).toString();

const wanted = (given: Partial<MakeScheduleInput> = {}): MakeScheduleInput => ({
  ...{
    key: randomUUID(),
    phone: phone(),
    plan: String(at.offered().planId),
    firstOn: inDays(1),
    clock: "08:00",
  },
  ...{ unit: "day", most: at.offered().price },
  ...given,
});
const made = (ctx: Ctx, given: Partial<MakeScheduleInput> = {}) => makeSchedule(ctx, wanted(given));

/** Makes a schedule due, so many days ago and a minute; its days are counted from there. */
async function due(id: number, daysAgo = 0): Promise<string> {
  const then = Temporal.Now.zonedDateTimeISO(process.env.TIME_ZONE).subtract({ days: daysAgo, minutes: 1 });
  const [day, clock] = [
    then.toPlainDate().toString(),
    then.toPlainTime().toString({ smallestUnit: "minute" }),
  ];
  await at.system.db.execute(sql`
    update schedules set first_on = ${day}, next_on = ${day}, clock = ${clock},
      next_at = ${atClock(day, clock).toISOString()}::timestamptz where id = ${id}`);
  return day;
}

const daysOf = async (ctx: Ctx, id: number) =>
  (await dayList(id).page(ctx, {}, 1_000)).rows.map(({ state, why }) => why ?? state);
const boughtFor = async (reseller: number) => {
  const [row] = await at.system.db.execute<{ count: number }>(
    sql`select count(*)::integer as count from purchases where reseller_id = ${reseller}`,
  );
  return row?.count;
};
const toldOf = async (reseller: number) => {
  const rows = await at.system.db.execute<{ words: string }>(sql`
    select (facts->>'title') || ' | ' || (facts->>'text') as words from notices
    where account_id = ${reseller} and event = 'schedule' order by id`);
  return rows.map(({ words }) => words);
};
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code: string; fields: object }) => [error.code, ...Object.keys(error.fields ?? {})].join(" "),
  );

test("the same form twice is one schedule, and nobody else sees or touches it", async () => {
  const [{ ctx }, other, admin] = [await at.reseller(), await at.reseller(), await at.admin()];
  const form = wanted();
  const [id, again] = await Promise.all([makeSchedule(ctx, form), makeSchedule(ctx, form)]);
  expect(again).toBe(id);
  expect((await scheduleList.page(ctx)).rows).toHaveLength(1);
  for (const foreign of [other.ctx, admin, at.system])
    for (const work of [
      () => getSchedule(foreign, { id }),
      () => changeSchedule(foreign, { ...form, id }),
      () => pauseSchedule(foreign, { id }),
      () => resumeSchedule(foreign, { id }),
      () => skipNext(foreign, { id, day: form.firstOn }),
      () => endSchedule(foreign, { id }),
    ])
      expect(await refusal((async () => work())())).toBe("not_found");
  expect((await scheduleList.page(other.ctx)).rows).toEqual([]);
  expect((await dayList(id).page(other.ctx)).rows).toEqual([]);
  expect(await refusal(placeDue(ctx))).toBe("not_found");
  expect(await getSchedule(ctx, { id })).toMatchObject({ state: "active", next: { day: form.firstOn } });
});

test("what makes no sense is refused at its field", async () => {
  const { ctx } = await at.reseller();
  for (const [given, wrong] of [
    [{ phone: "12345" }, "phone"],
    [{ plan: "999999" }, "plan"],
    [{ firstOn: inDays(-1), unit: "once" }, "firstOn"],
    [{ firstOn: inDays(800) }, "firstOn"],
    [{ firstOn: inDays(5), untilOn: inDays(4) }, "untilOn"],
  ] as const)
    expect(await refusal(made(ctx, given)), JSON.stringify(given)).toBe(`invalid ${wrong}`);
});

test("a day is bought once, whoever places and however often, and the next one follows", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await made(ctx);
  const day = await due(id);
  await Promise.all([placeDue(at.system), placeDue(at.system), placeDue(at.system)]);
  await placeDue(at.system);
  expect(await boughtFor(reseller)).toBe(1);
  expect(await daysOf(ctx, id)).toEqual(["bought"]);
  expect((await getSchedule(ctx, { id })).next?.day).toBe(inDays(1));
  const [bought] = await at.system.db.execute<{
    id: string;
    ref: string;
    channel: string;
    ident: string;
    held: string;
  }>(sql`
    select p.id, ref, channel, ident, held from purchases p join wallets w using (reseller_id) where reseller_id = ${reseller}`);
  expect(bought).toMatchObject({ channel: "bulk", held: String(at.offered().price) });
  expect(bought?.ref).toMatch(new RegExp(`^schedule\\..*\\.${day}$`));
  expect(await scheduleOf(ctx, Number(bought?.id))).toBe(id);

  // As if the clock had gone back, or a part of the database had been brought back from a copy.
  await at.system.db.execute(
    sql`update schedules set next_on = ${day}, next_at = now() - interval '1 minute' where id = ${id}`,
  );
  await placeDue(at.system);
  expect(await boughtFor(reseller)).toBe(1);
  expect((await getSchedule(ctx, { id })).next?.day).toBe(inDays(1));
  const dispatcher = dispatch(at.system, at.url);
  await expect.poll(async () => (await dayList(id).page(ctx)).rows[0]?.purchase?.state).toBe("successful");
  await dispatcher.stop();
  const sent = (await at.sandbox.purchases()).filter(({ ref }) => ref === bought?.ident);
  expect(sent).toHaveLength(1);
  expect((await check(at.system)).findings).toEqual([]);
});

test("whoever places is cut off in the middle: nothing is bought without its day, and another buys it once", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await made(ctx);
  await due(id);
  const line = connect(at.url, 2);
  // Purchase and money are written by then, their day is not.
  const release = await holding(at.system.db, sql`lock table schedule_days in access exclusive mode`);
  const cut = placeDue({ ...at.system, db: line.db }).catch(() => "cut off");
  await lockWaits(at.system, 1);
  await line.cut();
  await cut;
  await release();
  expect(await boughtFor(reseller)).toBe(0);
  // The database lets go of what was cut off once it notices.
  const bought = async () => {
    await placeDue(at.system);
    return boughtFor(reseller);
  };
  await expect.poll(bought, { timeout: PATIENCE_MS }).toBe(1);
  expect(await bought()).toBe(1);
  expect(await daysOf(ctx, id)).toEqual(["bought"]);
  expect((await check(at.system)).findings).toEqual([]);
});

test("without money it is tried again until the day is over, and its owner is told once", async () => {
  const { id: reseller, ctx } = await at.reseller("affiliate", 1n);
  const id = await made(ctx);
  await due(id);
  await placeDue(at.system);
  expect(await daysOf(ctx, id)).toEqual(["money"]);
  const { next } = await getSchedule(ctx, { id });
  expect((next?.at.getTime() ?? 0) - Date.now()).toBeGreaterThan(50 * 60_000);
  const goOn = () => at.system.db.execute(sql`update schedules set next_at = now() where id = ${id}`);
  await goOn();
  await placeDue(at.system);
  expect(await toldOf(reseller)).toEqual([expect.stringContaining("not enough money")]);
  await credit(at.system, { resellerId: reseller, amount: at.offered().price, reason: "topped up" });
  await goOn();
  await placeDue(at.system);
  expect(await daysOf(ctx, id)).toEqual(["bought"]);
  expect(await boughtFor(reseller)).toBe(1);
});

test("money that does not come before the day is over: it is left out, and the next one waits", async () => {
  const { id: reseller, ctx } = await at.reseller("affiliate", 1n);
  const id = await made(ctx);
  const then = Temporal.Now.zonedDateTimeISO(process.env.TIME_ZONE).subtract({ hours: 20 });
  const [day, clock] = [
    then.toPlainDate().toString(),
    then.toPlainTime().toString({ smallestUnit: "minute" }),
  ];
  await at.system.db.execute(sql`
    update schedules set first_on = ${day}, next_on = ${day}, clock = ${clock},
      next_at = ${atClock(day, clock).toISOString()}::timestamptz where id = ${id}`);
  await placeDue(at.system);
  expect(await daysOf(ctx, id)).toEqual(["money"]);
  expect((await dayList(id).page(ctx)).rows[0]?.state).toBe("skipped");
  expect(await toldOf(reseller)).toHaveLength(1);
  expect((await getSchedule(ctx, { id })).next?.day).toBe(dayOf(new Date()));
});

test("above the highest price nothing is bought, and its owner is told", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await made(ctx, { most: at.offered().price - 1n });
  await due(id);
  await placeDue(at.system);
  expect(await boughtFor(reseller)).toBe(0);
  expect(await daysOf(ctx, id)).toEqual(["price"]);
  expect(await toldOf(reseller)).toEqual([expect.stringContaining("more than the price you set")]);
  expect((await made(ctx, { most: "" }).then((id) => getSchedule(ctx, { id }))).most).toBe(
    at.offered().price,
  );
});

test("a portal that wakes after days buys nothing later than a day", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await made(ctx);
  await due(id, 5);
  await placeDue(at.system);
  expect(await daysOf(ctx, id)).toEqual(["bought", "late", "late", "late", "late", "late"]);
  expect(await boughtFor(reseller)).toBe(1);
  const once = await made(ctx, { unit: "once", phone: phone(2) });
  await due(once, 2);
  await placeDue(at.system);
  expect(await daysOf(ctx, once)).toEqual(["late"]);
  expect((await getSchedule(ctx, { id: once })).state).toBe("ended");
});

test("a plan that is not to be had three times pauses it; another plan lets it go on", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const gone = at.offered(3);
  const id = await made(ctx, { plan: String(gone.planId), most: gone.price });
  await at.system.db.execute(sql`update schedules set plan_id = 999999 where id = ${id}`);
  await due(id);
  for (const _ of [1, 2, 3]) {
    await placeDue(at.system);
    await at.system.db.execute(sql`update schedules set next_at = now() where id = ${id}`);
  }
  await placeDue(at.system);
  expect(await daysOf(ctx, id)).toEqual(["gone", "gone", "gone"]);
  expect(await getSchedule(ctx, { id })).toMatchObject({ state: "paused", pause: "plan" });
  expect((await toldOf(reseller)).at(-1)).toContain("three times");
  await changeSchedule(ctx, { ...wanted(), id });
  expect(await getSchedule(ctx, { id })).toMatchObject({ state: "active", pause: null });
  expect(await boughtFor(reseller)).toBe(0);
});

test("who may not buy, buys nothing by a schedule", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await made(ctx);
  await due(id);
  await at.system.db.execute(sql`update resellers set state = 'restricted' where id = ${reseller}`);
  await placeDue(at.system);
  expect(await daysOf(ctx, id)).toEqual(["restricted"]);
  const [{ version } = { version: 0 }] = await at.system.db.execute<{ version: number }>(
    sql`select version from resellers where id = ${reseller}`,
  );
  await closeReseller(await at.admin(), { resellerId: reseller, version, reason: "left us" });
  await at.system.db.execute(sql`update schedules set next_at = now() where id = ${id}`);
  await placeDue(at.system);
  expect(await boughtFor(reseller)).toBe(0);
});

test("while buying is stopped it waits, and is bought when it goes on", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await made(ctx);
  await due(id);
  await at.system.db.execute(
    sql`update dispatcher set stopped = true, stop_reason = 'x', stopped_at = now()`,
  );
  await placeDue(at.system);
  expect(await daysOf(ctx, id)).toEqual(["service"]);
  await at.system.db.execute(sql`update dispatcher set stopped = false, stopped_at = null`);
  await at.system.db.execute(sql`update schedules set next_at = now() where id = ${id}`);
  await placeDue(at.system);
  expect(await boughtFor(reseller)).toBe(1);
});

test("paused it buys nothing, skipped it leaves one day out, ended it is over for good", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await made(ctx);
  await due(id);
  await pauseSchedule(ctx, { id });
  await placeDue(at.system);
  expect(await boughtFor(reseller)).toBe(0);
  await resumeSchedule(ctx, { id });
  expect((await getSchedule(ctx, { id })).next?.day).toBe(inDays(1));
  await Promise.all([1, 2].map(() => skipNext(ctx, { id, day: inDays(1) })));
  expect((await getSchedule(ctx, { id })).next?.day).toBe(inDays(2));
  expect(await daysOf(ctx, id)).toEqual(["asked"]);
  await endSchedule(ctx, { id });
  await endSchedule(ctx, { id });
  expect(await getSchedule(ctx, { id })).toMatchObject({ state: "ended", next: null });
  expect(await refusal(resumeSchedule(ctx, { id }))).toBe("conflict");
  expect(await refusal(changeSchedule(ctx, { ...wanted(), id }))).toBe("conflict");
});

test("changed after it bought, it does not buy the same day once more", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await made(ctx);
  await due(id);
  await placeDue(at.system);
  await changeSchedule(ctx, { ...wanted({ firstOn: dayOf(new Date()), clock: "23:59" }), id });
  expect((await getSchedule(ctx, { id })).next?.day).toBe(inDays(1));
  expect(await boughtFor(reseller)).toBe(1);
});

test("the day before, its owner is told once what comes, and what is missing for all of it", async () => {
  const { price } = at.offered();
  const { id: reseller, ctx } = await at.reseller("affiliate", price * 2n - 100n);
  const soon = async (given: Partial<MakeScheduleInput>) => {
    const id = await made(ctx, { firstOn: inDays(1), ...given });
    await at.system.db.execute(sql`
      update schedules set created_at = now() - interval '9 days', next_at = now() + interval '20 hours' where id = ${id}`);
    return id;
  };
  await soon({ unit: "month", phone: phone(1) });
  await soon({ unit: "week", phone: phone(2) });
  await tellDayBefore(at.system);
  await tellDayBefore(at.system);
  const told = await toldOf(reseller);
  expect(told).toHaveLength(2);
  expect(told[0]).toContain("Your wallet has enough");
  expect(told[1]).toContain("1.00 is missing");
  expect(told.join()).not.toContain(phone(1));
  await credit(at.system, { resellerId: reseller, amount: price * 5n, reason: "topped up" });
  await soon({ unit: "day", phone: phone(3) });
  await made(ctx, { unit: "month", phone: phone(4) });
  await tellDayBefore(at.system);
  expect(await toldOf(reseller)).toHaveLength(2);
});

test("a PIN is asked when a schedule is made or changed, and not when it buys", async () => {
  const { id: reseller, ctx } = await at.reseller();
  await setPin(ctx, { pin: "4711" });
  expect(await refusal(made(ctx))).toBe("invalid pin");
  const id = await made(ctx, { pin: "4711" });
  expect(await refusal(changeSchedule(ctx, { ...wanted(), id }))).toBe("invalid pin");
  await due(id);
  await placeDue(at.system);
  expect(await boughtFor(reseller)).toBe(1);
});

test("buys a day although its owner used its ref before, and the database keeps what became of a day", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const key = randomUUID();
  const id = await made(ctx, { key });
  for (const [n, channel] of (["web", "api"] as const).entries())
    await place(ctx, {
      ...{ ...at.offered(), ref: scheduleRef(key, inDays(n)) },
      ...{ phone: phone(), channel, again: true },
    });
  await due(id);
  await placeDue(at.system);
  expect(await boughtFor(reseller)).toBe(3);
  for (const change of [
    sql`delete from schedules where id = ${id}`,
    sql`update schedules set key = 'x' where id = ${id}`,
    sql`delete from schedule_days where schedule_id = ${id}`,
    sql`update schedule_days set state = 'waiting', why = 'money', purchase_id = null where schedule_id = ${id}`,
    sql`insert into schedule_days (schedule_id, day, state, why) select schedule_id, day, 'skipped', 'asked' from schedule_days where schedule_id = ${id}`,
  ])
    await expect(at.system.db.execute(change)).rejects.toThrow();
});
