import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { customers } from "#db/schema/customer";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanLabel, formatPlanSize } from "#lib/catalogue/plan-label";
import { getPrice } from "#lib/catalogue/price/price";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import type { Minor } from "#lib/core/money/money";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { formatPhone } from "#lib/core/text/phone";
import { getRecencyWeight } from "#lib/sales/recency-weight";

export const customerAlias = alias(customers, "p");

export interface CustomerView {
  id: number;
  /** Grouped for reading. */
  phone: string;
  phoneE164: string;
  name: string;
  note: string;
  /** The plan that the reseller chose for them; null without one. */
  planId: number | null;
  /** That plan, else the one that they get most; null without one. */
  usual: UsualPlan | null;
  /** The last purchase for them; null without one. */
  last: { ident: string; at: Date; networkName: string } | null;
}

/** A plan with its current price in minor units; null while it isn't sold. */
interface UsualPlan {
  id: number;
  /** Not chosen by the reseller, but bought most. */
  fromPurchases: boolean;
  networkName: string;
  label: string;
  size: string;
  price: Minor | null;
}

/** Reads a customer of the acting reseller. @throws not_found also for another's. */
export async function getCustomer(ctx: Ctx, input: { id: number }): Promise<CustomerView> {
  const id = Id.safeParse(input.id);
  const [view] = id.success ? await queryCustomers(ctx, { which: sql`p.id = ${id.data}`, limit: 1 }) : [];
  if (!view) throw notFoundError("customer");
  return view;
}

/** Finds the acting reseller's customer by a number in E.164. */
export async function findCustomerByPhone(ctx: Ctx, phone: string): Promise<CustomerView | undefined> {
  const [view] = await queryCustomers(ctx, { which: sql`p.phone = ${phone}`, limit: 1 });
  return view;
}

interface CustomerQuery {
  which: SQL;
  orderBy?: SQL;
  limit: number;
}

/** Reads customers `p` of the acting reseller. */
export async function queryCustomers(
  ctx: Ctx,
  { which, orderBy = sql`p.id`, limit }: CustomerQuery,
): Promise<CustomerView[]> {
  const seller = requireReseller(ctx, "customers");
  const { id: resellerId } = seller;
  const [rows, { plans }] = await Promise.all([
    ctx.db
      .select({
        id: customerAlias.id,
        phone: customerAlias.phone,
        name: customerAlias.name,
        note: customerAlias.note,
        planId: customerAlias.planId,
        mostBoughtId: sql<number | null>`most_bought.plan_id`,
        ident: sql<string | null>`last.ident`,
        at: sql<string | null>`last.placed_at`,
        networkName: sql<string | null>`last.network_name`,
      })
      .from(customerAlias)
      .leftJoin(sql`lateral (${lastPurchaseQuery}) last`, sql`true`)
      .leftJoin(sql`lateral (${mostBoughtQuery}) most_bought`, sql`true`)
      .where(sql`p.reseller_id = ${resellerId} and ${which}`)
      .orderBy(orderBy)
      .limit(limit),
    getCatalogue(ctx),
  ]);
  return rows.map(({ phone, ident, at, networkName, mostBoughtId, ...row }) => {
    const plan = plans.get(Number(row.planId ?? mostBoughtId));
    const usual = plan && {
      id: plan.id,
      fromPurchases: row.planId === null,
      networkName: plan.networkName,
      label: formatPlanLabel(plan),
      size: formatPlanSize(plan),
      price: getPrice(plan, getPriceTerms(seller)) ?? null,
    };
    return {
      ...row,
      phone: formatPhone(phone),
      phoneE164: phone,
      usual: usual ?? null,
      last: ident && at && networkName ? { ident, at: new Date(at), networkName } : null,
    };
  });
}

/** The last purchase for customer `p`, in any state. */
export const lastPurchaseQuery = sql`select b.ident, b.placed_at, b.network_name from purchases b
  where b.phone = p.phone and b.reseller_id = p.reseller_id order by b.id desc limit 1`;

/** The plan a customer `p` without a chosen one gets most: often and recently in their last fifty. */
const mostBoughtQuery = sql`select b.plan_id
  from (
    select c.plan_id, c.placed_at, c.state
    from purchases c
    where p.plan_id is null and c.phone = p.phone and c.reseller_id = p.reseller_id
    order by c.id desc
    limit 50
  ) b
  where b.state = 'successful'
  group by b.plan_id
  order by sum(${getRecencyWeight(sql`b.placed_at`)}) desc, b.plan_id
  limit 1`;
