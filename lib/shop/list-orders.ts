import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { orders } from "#db/schema/shop";
import { current } from "#lib/catalogue/current";
import { priceOf } from "#lib/catalogue/price";
import { type Ctx, requireReseller } from "#lib/core/context";
import { defineList } from "#lib/core/list";
import type { Minor } from "#lib/core/money";
import { where } from "#lib/core/page";
import { groupedPhone, parsePhone } from "#lib/core/phone";
import { Words } from "#lib/core/words";
import { refAfter } from "#lib/purchase/place/refs";
import { outcomes } from "#lib/purchase/settle/outcomes";
import { type OrderBase, type OrderRow, orderOf, orderRows } from "./order-view.ts";

/** An order in its shop's inbox. Money in minor units. */
export interface OrderView extends OrderBase {
  id: number;
  /** The recipient, grouped; null once it was deleted. */
  phone: string | null;
  customerName: string | null;
  customerEmail: string | null;
  /** What the reseller pays for the plan now; null when it is not sold. */
  cost: Minor | null;
  /** The ref that the next tap on "deliver" uses; null when there is nothing to deliver. */
  nextRef: string | null;
}

/** Which orders. To do: to be paid or delivered. Open: on its way. Done: everything else. */
const SHOWN = ["todo", "open", "done", "all"] as const;
export type Shown = (typeof SHOWN)[number];

/** The orders of the acting reseller's shop, newest first: what is to do unless told otherwise. */
export const orderList = defineList({
  allow: requireReseller,
  filter: {
    show: z.enum(SHOWN),
    /** A reference, a name or a number. */
    q: Words.min(1).max(60),
  },
  pageSize: 30,
  read: async (ctx, { show = "todo", q }, slice) => {
    const { id, level } = requireReseller(ctx);
    const conditions = [sql`o.reseller_id = ${id}`, shown(show, id), ...searched(q)];
    const [rows, catalogue] = await Promise.all([
      ctx.db.execute<OrderRow>(sql`
        select p.* from (select ${orderRows()} ${where(conditions)}) p
        ${where(slice.conditions)} order by ${slice.orderBy} limit ${slice.limit}`),
      current(ctx),
    ]);
    return slice.page(rows, (row) => {
      const plan = catalogue.plans.get(row.plan_id);
      return orderView(row, (plan && priceOf(plan, level)) ?? null);
    });
  },
});

function orderView(row: OrderRow, cost: Minor | null): OrderView {
  return {
    ...orderOf(row),
    id: Number(row.id),
    phone: row.phone && groupedPhone(row.phone),
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    cost,
    nextRef: nextRefOf(row),
  };
}

const FAILED = sql`p.state in ('failed', 'reversed')`;
const TODO = sql`(o.payment = 'awaiting' or (o.payment = 'received' and (p.ident is null or ${FAILED})))`;
const OPEN = sql`p.state in ('queued', 'sending', 'unconfirmed')`;

function shown(show: Shown, resellerId: number): SQL {
  switch (show) {
    case "todo":
      return toDo(resellerId);
    case "open":
      return sql`p.channel = 'storefront' and ${OPEN}`;
    case "done":
      return sql`not ${TODO} and not coalesce(${OPEN}, false)`;
    case "all":
      return sql`true`;
  }
}

/** `TODO`, looked for among the few that may be: those not known to be delivered, and those reversed since. */
function toDo(resellerId: number): SQL {
  return sql`${TODO} and o.id = any(array(
    select w.id from orders w where w.reseller_id = ${resellerId}
      and (w.payment = 'awaiting' or w.payment = 'received' and w.delivered_ref is distinct from w.delivery_ref)
    union all
    select w.id from orders w where w.reseller_id = ${resellerId} and w.purchase_id = any(array(
      select r.id from (${outcomes()}) r
      where r.reseller_id = ${resellerId} and r.channel = 'storefront' and r.state = 'reversed'))))`;
}

function searched(q: string | undefined): SQL[] {
  if (!q) return [];
  const finds = [
    sql`o.reference = ${q.toLowerCase().replaceAll(/[^0-9a-z]/g, "")}`,
    sql`strpos(lower(o.customer_name), ${q.toLowerCase()}) > 0`,
  ];
  const phone = parsePhone(q);
  if (phone) finds.push(sql`o.phone = ${phone}`);
  return [sql`(${sql.join(finds, sql` or `)})`];
}

function nextRefOf({ payment, state, delivery_ref, phone }: OrderRow): string | null {
  if (phone === null || payment === "refunded") return null;
  if (state === null) return delivery_ref;
  return state === "failed" || state === "reversed" ? refAfter(delivery_ref) : null;
}

/** How many orders of the acting reseller wait for them. */
export async function countToDo(ctx: Ctx): Promise<number> {
  const { id } = requireReseller(ctx);
  const [row] = await ctx.db.execute<{ count: string }>(sql`
    select count(*) as count from (select ${orderRows()} where o.reseller_id = ${id} and ${toDo(id)}) orders`);
  return Number(row?.count ?? 0);
}

/** How many orders of the acting reseller's shop nobody has answered yet. Asked with every page, so from one small index. */
export async function countNewOrders(ctx: Ctx): Promise<number> {
  const { id } = requireReseller(ctx);
  return ctx.db.$count(orders, and(eq(orders.resellerId, id), eq(orders.payment, "awaiting")));
}
