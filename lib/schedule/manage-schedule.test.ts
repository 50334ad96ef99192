import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client";
import { setPin } from "#lib/account/pin/set-pin";
import { setAvailabilitySwitch } from "#lib/catalogue/availability-switches";
import type { Ctx } from "#lib/core/context";
import { formatPhone } from "#lib/core/text/phone";
import { dateAtClock, dayOf } from "#lib/core/time/time";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { savePlanPrice } from "#lib/price-list/save-plan-price";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { buildScheduleRef } from "#lib/purchase/place/refs";
import { cancelQueuedPurchases } from "#lib/purchase/settle/cancel-purchase";
import { closeReseller } from "#lib/reseller/restrict-reseller";
import { checkPurchases } from "#lib/sales/check-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { openScene } from "#lib/testing/open-scene";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import {
  type CreateScheduleInput,
  changeSchedule,
  createSchedule,
  endSchedule,
  pauseSchedule,
  resumeSchedule,
  skipNextOccurrence,
} from "./manage-schedule.ts";
import { notifyUpcomingOccurrences } from "./notify-schedule.ts";
import { findScheduleOfPurchase, getSchedule, occurrenceList, scheduleList } from "./schedule-view.ts";
import { placeDueSchedules } from "./testing/place-due-schedules.ts";

// A time zone where it is about noon, so that a day retried until its end does not end during the test.
const east = 12 - new Date().getUTCHours();
const at = await openScene({ TIME_ZONE: east < 0 ? `Etc/GMT+${-east}` : `Etc/GMT-${east}` });
beforeEach(async () => {
  await cancelQueuedPurchases(at.system, sql`true`, { outcome: "over" });
  await at.system.db.execute(
    sql`update schedules set state = 'paused', pause = 'requested' where state = 'active'`,
  );
});

const phone = (n = 1) => formatPhone(`+234803${4_000_000 + n}`);
const inDays = (count: number) => Temporal.PlainDate.from(dayOf(new Date())).add({ days: count }).toString();

const wanted = (given: Partial<CreateScheduleInput> = {}): CreateScheduleInput => ({
  key: randomUUID(),
  phone: phone(),
  plan: String(at.offered().planId),
  firstOn: inDays(1),
  clock: "08:00",
  unit: "day",
  maxPrice: at.offered().price,
  ...given,
});
const made = (ctx: Ctx, given: Partial<CreateScheduleInput> = {}) => createSchedule(ctx, wanted(given));

/** Makes a schedule due the given number of days and a minute ago, and counts its days from there. */
async function due(id: number, daysAgo = 0): Promise<string> {
  const then = Temporal.Now.zonedDateTimeISO(process.env.TIME_ZONE).subtract({ days: daysAgo, minutes: 1 });
  const [day, clock] = [
    then.toPlainDate().toString(),
    then.toPlainTime().toString({ smallestUnit: "minute" }),
  ];
  await at.system.db.execute(sql`
    update schedules set first_on = ${day}, next_on = ${day}, clock = ${clock},
      next_at = ${dateAtClock(day, clock).toISOString()}::timestamptz where id = ${id}`);
  return day;
}

const daysOf = async (ctx: Ctx, id: number) =>
  (await occurrenceList(id).page(ctx, {}, 1_000)).rows.map(({ state, reason }) => reason ?? state);
const boughtFor = async (reseller: number) => {
  const [row] = await at.system.db.execute<{ count: number }>(
    sql`select count(*)::integer as count from purchases where reseller_id = ${reseller}`,
  );
  return row?.count;
};
const notificationsOf = async (reseller: number) => {
  const rows = await at.system.db.execute<{ words: string }>(sql`
    select (facts->>'title') || ' | ' || (facts->>'text') as words from notifications
    where account_id = ${reseller} and event = 'schedule' order by id`);
  return rows.map(({ words }) => words);
};
const rejection = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code: string; fields: object }) => [error.code, ...Object.keys(error.fields ?? {})].join(" "),
  );

test("makes one schedule of the same form twice, and hides it from every other account", async () => {
  const [{ ctx }, other, admin] = [await at.reseller(), await at.reseller(), await at.admin()];
  const form = wanted();
  const [id, again] = await Promise.all([createSchedule(ctx, form), createSchedule(ctx, form)]);
  expect(again).toBe(id);
  expect((await scheduleList.page(ctx)).rows).toHaveLength(1);
  for (const foreign of [other.ctx, admin, at.system])
    for (const work of [
      () => getSchedule(foreign, { id }),
      () => changeSchedule(foreign, { ...form, id }),
      () => pauseSchedule(foreign, { id }),
      () => resumeSchedule(foreign, { id }),
      () => skipNextOccurrence(foreign, { id, day: form.firstOn }),
      () => endSchedule(foreign, { id }),
    ])
      expect(await rejection((async () => work())())).toBe("not_found");
  expect((await scheduleList.page(other.ctx)).rows).toEqual([]);
  expect((await occurrenceList(id).page(other.ctx)).rows).toEqual([]);
  expect(await rejection(placeDueSchedules(ctx))).toBe("not_found");
  expect(await getSchedule(ctx, { id })).toMatchObject({ state: "active", next: { day: form.firstOn } });
});

test("rejects invalid input at its field", async () => {
  const { ctx } = await at.reseller();
  // Both at once: a form isn't sent again for each.
  await expect(made(ctx, { phone: "12345", plan: "" })).rejects.toMatchObject({
    issues: [{ path: ["phone"] }, { path: ["plan"] }],
  });
  for (const [given, wrong] of [
    [{ plan: "999999" }, "plan"],
    [{ firstOn: inDays(-1), unit: "once" }, "firstOn"],
    [{ firstOn: inDays(800) }, "firstOn"],
    [{ firstOn: inDays(5), untilOn: inDays(4) }, "untilOn"],
  ] as const)
    expect(await rejection(made(ctx, given)), JSON.stringify(given)).toBe(`invalid ${wrong}`);
});

test("says the operator's message for a plan that is turned off", async () => {
  const [{ ctx }, admin] = [await at.reseller(), await at.admin()];
  const { planId, networkId } = at.offered();
  const network = { networkId, typeId: null, reason: "the network is down" };
  await setAvailabilitySwitch(admin, { ...network, to: "off", message: "Back at five.", version: 0 });
  await expect(made(ctx, { plan: String(planId) })).rejects.toMatchObject({
    fields: { plan: ["Back at five."] },
  });
  await setAvailabilitySwitch(admin, { ...network, to: "on", message: "", version: 1 });
  await made(ctx, { plan: String(planId) });
});

test("buys a day once when several workers place, at the list's selling price, and then sets the next day", async () => {
  const { id: reseller, ctx } = await at.reseller();
  await savePlanPrice(ctx, { planId: at.offered().planId, pricing: "fixed", value: "987.65" });
  const id = await made(ctx);
  const day = await due(id);
  await Promise.all([
    placeDueSchedules(at.system),
    placeDueSchedules(at.system),
    placeDueSchedules(at.system),
  ]);
  await placeDueSchedules(at.system);
  expect(await boughtFor(reseller)).toBe(1);
  expect(await daysOf(ctx, id)).toEqual(["bought"]);
  expect((await getSchedule(ctx, { id })).next?.day).toBe(inDays(1));
  const [bought] = await at.system.db.execute<{
    id: string;
    ref: string;
    channel: string;
    ident: string;
    held: string;
    selling_price: string;
  }>(sql`
    select p.id, ref, channel, ident, held, selling_price from purchases p join wallets w using (reseller_id) where reseller_id = ${reseller}`);
  expect(bought).toMatchObject({
    channel: "batch",
    held: String(at.offered().price),
    selling_price: "98765",
  });
  expect(bought?.ref).toMatch(new RegExp(`^schedule\\..*\\.${day}$`));
  expect(await findScheduleOfPurchase(ctx, Number(bought?.id))).toBe(id);

  // As if the clock had gone back, or part of the database had been restored from a backup.
  await at.system.db.execute(
    sql`update schedules set next_on = ${day}, next_at = now() - interval '1 minute' where id = ${id}`,
  );
  await placeDueSchedules(at.system);
  expect(await boughtFor(reseller)).toBe(1);
  expect((await getSchedule(ctx, { id })).next?.day).toBe(inDays(1));
  const dispatcher = runDispatcher(at.system, at.url);
  await expect
    .poll(async () => (await occurrenceList(id).page(ctx)).rows[0]?.purchase?.state)
    .toBe("successful");
  await dispatcher.stop();
  const sent = (await at.sandbox.purchases()).filter(({ ref }) => ref === bought?.ident);
  expect(sent).toHaveLength(1);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("buys nothing without its day when a worker crashes, and buys it once afterwards", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await made(ctx);
  await due(id);
  const line = connect(at.url, 2);
  // By then the purchase and its money are written, but not the day.
  const release = await holdTransaction(
    at.system.db,
    sql`lock table schedule_occurrences in access exclusive mode`,
  );
  const cut = placeDueSchedules({ ...at.system, db: line.db }).catch(() => "cut off");
  await waitForLocks(at.system, 1);
  await line.cut();
  await cut;
  await release();
  expect(await boughtFor(reseller)).toBe(0);
  // The minute of its claim is over.
  await at.system.db.execute(sql`update schedules set claimed_until = now() where id = ${id}`);
  // The database releases the locks of a lost connection only when it notices the loss.
  const bought = async () => {
    await placeDueSchedules(at.system);
    return boughtFor(reseller);
  };
  await expect.poll(bought, { timeout: TEST_TIMEOUT_MS }).toBe(1);
  expect(await bought()).toBe(1);
  expect(await daysOf(ctx, id)).toEqual(["bought"]);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("retries until the end of the day when the balance is too low, and notifies the owner once", async () => {
  const { id: reseller, ctx } = await at.reseller("affiliate", 1n);
  const id = await made(ctx);
  await due(id);
  await placeDueSchedules(at.system);
  expect(await daysOf(ctx, id)).toEqual(["money"]);
  const { next } = await getSchedule(ctx, { id });
  expect((next?.at.getTime() ?? 0) - Date.now()).toBeGreaterThan(50 * 60_000);
  const goOn = () => at.system.db.execute(sql`update schedules set next_at = now() where id = ${id}`);
  await goOn();
  await placeDueSchedules(at.system);
  expect(await notificationsOf(reseller)).toEqual([expect.stringContaining("balance was too low")]);
  await postCredit(at.system, { resellerId: reseller, amount: at.offered().price, reason: "topped up" });
  await goOn();
  await placeDueSchedules(at.system);
  expect(await daysOf(ctx, id)).toEqual(["bought"]);
  expect(await boughtFor(reseller)).toBe(1);
});

test("skips a day without funding before its end, and sets the next day", async () => {
  const { id: reseller, ctx } = await at.reseller("affiliate", 1n);
  const id = await made(ctx);
  const then = Temporal.Now.zonedDateTimeISO(process.env.TIME_ZONE).subtract({ hours: 20 });
  const [day, clock] = [
    then.toPlainDate().toString(),
    then.toPlainTime().toString({ smallestUnit: "minute" }),
  ];
  await at.system.db.execute(sql`
    update schedules set first_on = ${day}, next_on = ${day}, clock = ${clock},
      next_at = ${dateAtClock(day, clock).toISOString()}::timestamptz where id = ${id}`);
  await placeDueSchedules(at.system);
  expect(await daysOf(ctx, id)).toEqual(["money"]);
  expect((await occurrenceList(id).page(ctx)).rows[0]?.state).toBe("skipped");
  expect(await notificationsOf(reseller)).toHaveLength(1);
  expect((await getSchedule(ctx, { id })).next?.day).toBe(dayOf(new Date()));
});

test("buys nothing above the maximum price, and notifies the owner", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await made(ctx, { maxPrice: at.offered().price - 1n });
  await due(id);
  await placeDueSchedules(at.system);
  expect(await boughtFor(reseller)).toBe(0);
  expect(await daysOf(ctx, id)).toEqual(["price"]);
  expect(await notificationsOf(reseller)).toEqual([expect.stringContaining("price was above your maximum")]);
  const { price } = at.offered();
  expect((await made(ctx, { maxPrice: "" }).then((id) => getSchedule(ctx, { id }))).maxPrice).toBe(
    price + price / 20n,
  );
});

test("buys nothing more than a day late after downtime", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await made(ctx);
  await due(id, 5);
  await placeDueSchedules(at.system);
  expect(await daysOf(ctx, id)).toEqual(["bought", "late", "late", "late", "late", "late"]);
  expect(await boughtFor(reseller)).toBe(1);
  const once = await made(ctx, { unit: "once", phone: phone(2) });
  await due(once, 2);
  await placeDueSchedules(at.system);
  expect(await daysOf(ctx, once)).toEqual(["late"]);
  expect((await getSchedule(ctx, { id: once })).state).toBe("ended");
});

test("pauses after the plan was unavailable three times, and resumes with another plan", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const gone = at.offered(3);
  const id = await made(ctx, { plan: String(gone.planId), maxPrice: gone.price });
  await at.system.db.execute(sql`update schedules set plan_id = 999999 where id = ${id}`);
  await due(id);
  for (const _ of [1, 2, 3]) {
    await placeDueSchedules(at.system);
    await at.system.db.execute(sql`update schedules set next_at = now() where id = ${id}`);
  }
  await placeDueSchedules(at.system);
  expect(await daysOf(ctx, id)).toEqual(["gone", "gone", "gone"]);
  expect(await getSchedule(ctx, { id })).toMatchObject({ state: "paused", pause: "plan" });
  expect((await notificationsOf(reseller)).at(-1)).toContain("three times");
  await changeSchedule(ctx, { ...wanted(), id });
  expect(await getSchedule(ctx, { id })).toMatchObject({ state: "active", pause: null });
  expect(await boughtFor(reseller)).toBe(0);
});

test("buys nothing for a reseller who may not buy", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await made(ctx);
  await due(id);
  await at.system.db.execute(sql`update resellers set state = 'restricted' where id = ${reseller}`);
  await placeDueSchedules(at.system);
  expect(await daysOf(ctx, id)).toEqual(["restricted"]);
  const [{ version } = { version: 0 }] = await at.system.db.execute<{ version: number }>(
    sql`select version from resellers where id = ${reseller}`,
  );
  await closeReseller(await at.admin(), { resellerId: reseller, version, reason: "left us" });
  await at.system.db.execute(sql`update schedules set next_at = now() where id = ${id}`);
  await placeDueSchedules(at.system);
  expect(await boughtFor(reseller)).toBe(0);
});

test("waits while buying is stopped, and buys when it resumes", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await made(ctx);
  await due(id);
  await at.system.db.execute(
    sql`update dispatcher set stopped = true, stop_reason = 'x', stopped_at = now()`,
  );
  await placeDueSchedules(at.system);
  expect(await daysOf(ctx, id)).toEqual(["service"]);
  await at.system.db.execute(sql`update dispatcher set stopped = false, stopped_at = null`);
  await at.system.db.execute(sql`update schedules set next_at = now() where id = ${id}`);
  await placeDueSchedules(at.system);
  expect(await boughtFor(reseller)).toBe(1);
});

test("buys nothing while paused, skips one day, and ends permanently", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await made(ctx);
  await due(id);
  await pauseSchedule(ctx, { id });
  await placeDueSchedules(at.system);
  expect(await boughtFor(reseller)).toBe(0);
  await resumeSchedule(ctx, { id });
  expect((await getSchedule(ctx, { id })).next?.day).toBe(inDays(1));
  await Promise.all([1, 2].map(() => skipNextOccurrence(ctx, { id, day: inDays(1) })));
  expect((await getSchedule(ctx, { id })).next?.day).toBe(inDays(2));
  expect(await daysOf(ctx, id)).toEqual(["requested"]);
  await endSchedule(ctx, { id });
  await endSchedule(ctx, { id });
  expect(await getSchedule(ctx, { id })).toMatchObject({ state: "ended", next: null });
  expect(await rejection(resumeSchedule(ctx, { id }))).toBe("conflict");
  expect(await rejection(changeSchedule(ctx, { ...wanted(), id }))).toBe("conflict");
});

test("does not buy the same day again after a change", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await made(ctx);
  await due(id);
  await placeDueSchedules(at.system);
  await changeSchedule(ctx, { ...wanted({ firstOn: dayOf(new Date()), clock: "23:59" }), id });
  expect((await getSchedule(ctx, { id })).next?.day).toBe(inDays(1));
  expect(await boughtFor(reseller)).toBe(1);
});

test("notifies the owner once, a day before, of the purchase and of missing money", async () => {
  const { price } = at.offered();
  const { id: reseller, ctx } = await at.reseller("affiliate", price * 2n - 100n);
  const soon = async (input: Partial<CreateScheduleInput>) => {
    const id = await made(ctx, { firstOn: inDays(1), ...input });
    await at.system.db.execute(sql`
      update schedules set created_at = now() - interval '9 days', next_at = now() + interval '20 hours' where id = ${id}`);
    return id;
  };
  await soon({ unit: "month", phone: phone(1) });
  await soon({ unit: "week", phone: phone(2) });
  await notifyUpcomingOccurrences(at.system);
  await notifyUpcomingOccurrences(at.system);
  const notifications = await notificationsOf(reseller);
  expect(notifications).toHaveLength(2);
  expect(notifications[0]).toContain("Your wallet balance is enough");
  expect(notifications[1]).toContain("₦1 more is needed");
  expect(notifications.join()).not.toContain(phone(1));
  await postCredit(at.system, { resellerId: reseller, amount: price * 5n, reason: "topped up" });
  await soon({ unit: "day", phone: phone(3) });
  await made(ctx, { unit: "month", phone: phone(4) });
  await notifyUpcomingOccurrences(at.system);
  expect(await notificationsOf(reseller)).toHaveLength(2);
});

test("requires the PIN to create or change a schedule, and not when it buys", async () => {
  const { id: reseller, ctx } = await at.reseller();
  await setPin(ctx, { pin: "4711" });
  expect(await rejection(made(ctx))).toBe("invalid pin");
  const key = randomUUID();
  const id = await made(ctx, { key, pin: "4711" });
  expect(await made(ctx, { key, pin: "4712" })).toBe(id);
  expect(await rejection(changeSchedule(ctx, { ...wanted(), id }))).toBe("invalid pin");
  await due(id);
  await placeDueSchedules(at.system);
  expect(await boughtFor(reseller)).toBe(1);
});

test("buys a day although its owner used its ref before, and keeps the result of a day unchanged", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const key = randomUUID();
  const id = await made(ctx, { key });
  for (const [n, channel] of (["web", "api"] as const).entries())
    await placePurchase(ctx, {
      ...at.offered(),
      ref: buildScheduleRef(key, inDays(n)),
      phone: phone(),
      channel,
      again: true,
    });
  await due(id);
  await placeDueSchedules(at.system);
  expect(await boughtFor(reseller)).toBe(3);
  for (const change of [
    sql`delete from schedules where id = ${id}`,
    sql`update schedules set key = 'x' where id = ${id}`,
    sql`delete from schedule_occurrences where schedule_id = ${id}`,
    sql`update schedule_occurrences set state = 'waiting', reason = 'money', purchase_id = null where schedule_id = ${id}`,
    sql`insert into schedule_occurrences (schedule_id, day, state, reason) select schedule_id, day, 'skipped', 'requested' from schedule_occurrences where schedule_id = ${id}`,
  ])
    await expect(at.system.db.execute(change)).rejects.toThrow();
});
