import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { formatPhone } from "#lib/core/text/phone";
import { dateAtClock, dayOf } from "#lib/core/time/time";
import { changeLine, resumeLine } from "#lib/outage/change-line";
import { listOutages } from "#lib/outage/list-outages";
import { openScene } from "#lib/testing/open-scene";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { createSchedule } from "./manage-schedule.ts";
import { getSchedule, occurrenceList } from "./schedule-view.ts";
import { placeDueSchedules } from "./testing/place-due-schedules.ts";

// A time zone where it is about noon, so that the day does not end during the test.
const east = 12 - new Date().getUTCHours();
const at = await openScene({ TIME_ZONE: east < 0 ? `Etc/GMT+${-east}` : `Etc/GMT-${east}` });
const admin = await at.admin();
const { planId, networkId, price } = at.offered();
const typeId = at.catalogue.plans.get(planId)?.typeId ?? 0;

test("a schedule of a paused plan type waits without money, and buys once it is resumed", async () => {
  const { id: resellerId, ctx } = await at.reseller();
  await changeLine(admin, {
    to: "paused",
    ...{ supplierId: MAIN_SUPPLIER_ID, networkId, typeId },
    expected: "",
    reason: "it is down",
  });
  const id = await createSchedule(ctx, {
    key: randomUUID(),
    phone: formatPhone("+2348034000001"),
    plan: String(planId),
    firstOn: Temporal.PlainDate.from(dayOf(new Date())).add({ days: 1 }).toString(),
    clock: "08:00",
    unit: "day",
    maxPrice: price,
  });
  const then = Temporal.Now.zonedDateTimeISO(process.env.TIME_ZONE).subtract({ minutes: 1 });
  const day = then.toPlainDate().toString();
  const clock = then.toPlainTime().toString({ smallestUnit: "minute" });
  await at.system.db.execute(sql`
    update schedules set first_on = ${day}, next_on = ${day}, clock = ${clock},
      next_at = ${dateAtClock(day, clock).toISOString()}::timestamptz where id = ${id}`);
  await placeDueSchedules(at.system);
  const daysOf = async () =>
    (await occurrenceList(id).page(ctx, {}, 100)).rows.map(({ state, reason }) => ({ state, reason }));
  expect(await daysOf()).toEqual([{ state: "waiting", reason: "service" }]);
  const [wallet] = await at.system.db.execute(
    sql`select held from wallets where reseller_id = ${resellerId}`,
  );
  expect(wallet).toEqual({ held: "0" });
  expect((await getSchedule(ctx, { id })).state).toBe("active");

  const [{ id: outageId = 0 } = {}] = await listOutages(admin);
  await resumeLine(admin, { outageId, reason: "works again" });
  await at.system.db.execute(sql`update schedules set next_at = now() where id = ${id}`);
  await placeDueSchedules(at.system);
  expect((await daysOf())[0]).toMatchObject({ state: "bought" });
});
