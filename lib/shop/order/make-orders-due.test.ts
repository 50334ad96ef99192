import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { handleEvents } from "#lib/event/testing/handle-events";
import { fulfilDueOrders } from "#lib/shop/testing/fulfil-due-orders";
import { openOnlineOrders } from "#lib/shop/testing/online-orders";
import { holdTransaction } from "#lib/testing/hold-transaction";

const { at, run, paid, sent } = await openOnlineOrders();

/** Whether each order is due now; null once it is never looked at again. */
const listDue = async (codes: readonly string[]) => {
  const rows = await run(sql`
    select code, due_at <= now() as due from orders where code in ${codes} order by id`);
  return rows.map(({ due }) => due);
};

test("makes the orders of purchases that ended due, and waits for none that is locked", async () => {
  const orders = [await paid(), await paid(), await paid()];
  await fulfilDueOrders(at.system);
  const codes = orders.map(({ code }) => code);
  expect(await listDue(codes)).toEqual([false, false, false]);
  await Promise.all(orders.map((order) => sent(order)));
  const release = await holdTransaction(
    at.system.db,
    sql`select from orders where code = ${codes[1] ?? ""} for update`,
  );
  await handleEvents(at.system);
  expect(await listDue(codes)).toEqual([true, false, true]);
  await release();
  await handleEvents(at.system);
  await fulfilDueOrders(at.system);
  expect(await listDue(codes)).toEqual([null, false, null]);
});
