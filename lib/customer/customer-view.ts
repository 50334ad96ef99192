import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { customers } from "#db/schema/customer";
import { planLabel } from "#lib/catalogue/catalogue";
import { current } from "#lib/catalogue/current";
import { priceOf } from "#lib/catalogue/price";
import { Id } from "#lib/core/amount";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import type { Minor } from "#lib/core/money";
import { groupedPhone } from "#lib/core/phone";

export const p = alias(customers, "p");

/** A customer as their reseller sees them. */
export interface CustomerView {
  id: number;
  /** Grouped for reading. */
  phone: string;
  phoneE164: string;
  /** Empty where nobody gave one. */
  name: string;
  note: string;
  /** What they usually buy; null where nothing was chosen. */
  planId: number | null;
  usual: UsualPlan | null;
  /** The last that was bought for them; null where nothing was. */
  last: { ident: string; at: Date } | null;
}

/** A plan with today's price in minor units; null while it is not sold. */
interface UsualPlan {
  networkName: string;
  label: string;
  price: Minor | null;
}

/** One customer of the acting reseller's. @throws not_found also for another's. */
export async function getCustomer(ctx: Ctx, input: { id: number }): Promise<CustomerView> {
  const id = Id.safeParse(input.id);
  const [view] = id.success ? await readCustomers(ctx, { which: sql`p.id = ${id.data}`, limit: 1 }) : [];
  if (!view) throw notFound("customer");
  return view;
}

/** The customer whom the acting reseller saved under a number in E.164; undefined where there is none. */
export async function customerOf(ctx: Ctx, phone: string): Promise<CustomerView | undefined> {
  const [view] = await readCustomers(ctx, { which: sql`p.phone = ${phone}`, limit: 1 });
  return view;
}

interface Read {
  which: SQL;
  orderBy?: SQL;
  limit: number;
}

/** Customers `p` of the acting reseller. */
export async function readCustomers(
  ctx: Ctx,
  { which, orderBy = sql`p.id`, limit }: Read,
): Promise<CustomerView[]> {
  const { id: resellerId, level } = requireReseller(ctx);
  const [rows, { plans }] = await Promise.all([
    ctx.db
      .select({
        ...{ id: p.id, phone: p.phone, name: p.name, note: p.note, planId: p.planId },
        ident: sql<string | null>`last.ident`,
        at: sql<string | null>`last.placed_at`,
      })
      .from(p)
      .leftJoin(sql`lateral (${lastBought}) last`, sql`true`)
      .where(sql`p.reseller_id = ${resellerId} and ${which}`)
      .orderBy(orderBy)
      .limit(limit),
    current(ctx),
  ]);
  return rows.map(({ phone, ident, at, ...row }) => {
    const plan = row.planId === null ? undefined : plans.get(row.planId);
    const usual = plan && {
      networkName: plan.networkName,
      label: planLabel(plan),
      price: priceOf(plan, level) ?? null,
    };
    return {
      ...row,
      phone: groupedPhone(phone),
      phoneE164: phone,
      usual: usual ?? null,
      last: ident && at ? { ident, at: new Date(at) } : null,
    };
  });
}

/** The last purchase for customer `p`, whatever became of it. */
export const lastBought = sql`select b.ident, b.placed_at from purchases b
  where b.phone = p.phone and b.reseller_id = p.reseller_id order by b.id desc limit 1`;
