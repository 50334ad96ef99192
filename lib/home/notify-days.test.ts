import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { dateAtClock, dayOf } from "#lib/core/time/time";
import { openScene } from "#lib/testing/open-scene";
import { rejectRow } from "#lib/testing/reject-row";
import { notifyDays } from "./notify-days.ts";
import { insertSale } from "./testing/insert-sale.ts";

const at = await openScene();
const today = dayOf(new Date());
const evening = { now: dateAtClock(today, "20:00") };

async function notificationsOf({ id }: { id: number }) {
  const rows = await at.system.db.execute<{ facts: object }>(
    sql`select facts from notifications where event = 'day' and account_id = ${id}`,
  );
  return rows.map(({ facts }) => facts);
}

test("notifies each reseller who sold something once in the evening, also after one who fails", async () => {
  const [ada, bad] = [await at.reseller(), await at.reseller()];
  const [chi, idle] = [await at.reseller(), await at.reseller()];
  for (const { id } of [ada, bad, chi]) await insertSale(at.system, id);
  await insertSale(at.system, idle.id, { days: 1 });
  await notifyDays(at.system, { now: dateAtClock(today, "19:59") });
  expect(await notificationsOf(ada)).toEqual([]);
  const accept = await rejectRow(at.system, "notifications", `new.account_id = ${bad.id}`, "insert");
  await expect(notifyDays(at.system, evening)).rejects.toThrow();
  expect(await notificationsOf(bad)).toEqual([]);
  const expected = {
    ...{ title: "Today: sold 1, kept ₦3", path: `/profit/day?day=${today}` },
    text: "Sold: 1 (Customers pay ₦13)\nTaken: ₦13\nKept: ₦3",
  };
  for (const seller of [ada, chi]) expect(await notificationsOf(seller)).toEqual([expected]);
  await accept();
  await insertSale(at.system, ada.id);
  await Promise.all([notifyDays(at.system, evening), notifyDays(at.system, evening)]);
  for (const seller of [ada, bad, chi]) expect(await notificationsOf(seller)).toEqual([expected]);
  expect(await notificationsOf(idle)).toEqual([]);
  await expect(notifyDays(ada.ctx, evening)).rejects.toMatchObject({ code: "not_found" });
});
