import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireReseller } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { formatDecimal } from "#lib/core/money/money";
import { isRefunded } from "#lib/core/purchase-state";
import { instant, int, joined, minor, readRows, textOf } from "#lib/core/read-rows";
import { formatPhone } from "#lib/core/text/phone";
import { containsText } from "#lib/core/text/search-text";
import { SearchText } from "#lib/core/text/single-line-text";
import { dayOf } from "#lib/core/time/time";

export type CreditState = "owed" | "overdue" | "paid" | "undone";

/** A sale in the credit book. Money in minor units. */
export type CreditSaleView = z.output<typeof CreditSaleView>;

const CreditSaleView = z.object({
  id: int,
  /** Grouped for reading, and in E.164. */
  phone: z.string().transform(formatPhone),
  phoneE164: z.string(),
  /** The saved customer's name, else the one that was entered; empty without one. */
  name: z.string(),
  what: z.string(),
  amount: minor,
  paid: minor,
  owed: minor,
  dueOn: z.string(),
  createdAt: instant,
  state: textOf<CreditState>(),
  /** The purchase that was sold, and whether it was refunded since. */
  purchase: joined({ ident: z.string(), refunded: z.boolean() }),
});

/**
 * Sales in the acting reseller's credit book, newest first; without a filter those that are owed. In the page's
 * address `show` selects it instead of `debtorList`.
 */
export const creditSaleList = defineList({
  allow: (ctx) => requireReseller(ctx, "customers"),
  filter: {
    show: z.literal("sales"),
    q: SearchText,
    state: z.enum(["overdue", "paid", "undone", "all"]),
  },
  pageSize: 50,
  read: async (ctx, { q, state }, slice) => {
    const which = [STATE_CONDITIONS[state ?? "owed"](today()), ...slice.conditions];
    if (q) which.push(matchSale(q));
    const rows = await readCreditSales(ctx, { which, orderBy: slice.orderBy, limit: slice.limit });
    return slice.page(rows, (row) => row);
  },
  file: {
    name: "credit-book",
    columns: {
      added: ({ createdAt }) => createdAt,
      number: ({ phone }) => phone,
      name: ({ name }) => name,
      sold: ({ what }) => what,
      amount: ({ amount }) => formatDecimal(amount),
      paid: ({ paid }) => formatDecimal(paid),
      owed: ({ owed }) => formatDecimal(owed),
      "due on": ({ dueOn }) => dueOn,
      state: ({ state }) => STATE_LABELS[state],
      purchase: ({ purchase }) => purchase?.ident ?? null,
    },
  },
});

const STATE_LABELS: Record<CreditState, string> = {
  owed: "Owed",
  overdue: "Overdue",
  paid: "Paid",
  undone: "Undone",
};

const today = () => dayOf(new Date());

const STATE_CONDITIONS: Record<CreditState | "all", (today: string) => SQL> = {
  owed: () => sql`p.ended_at is null`,
  overdue: (today) => sql`p.ended_at is null and p.due_on < ${today}::date`,
  paid: () => sql`p.ended_at is not null and p.undone_at is null`,
  undone: () => sql`p.undone_at is not null`,
  all: () => sql`true`,
};

interface SaleQuery {
  which: SQL[];
  orderBy: SQL;
  limit: number;
}

/** Reads sales `p` of the acting reseller. */
export async function readCreditSales(
  ctx: Ctx,
  { which, orderBy, limit }: SaleQuery,
): Promise<CreditSaleView[]> {
  return readRows(ctx.db, CreditSaleView)`
    select p.id, p.phone, p.phone as phone_e164, p.what, p.amount, p.paid,
      case when p.undone_at is null then p.amount - p.paid else 0 end as owed, p.due_on, p.created_at,
      ${nameOf} as name,
      case when p.undone_at is not null then 'undone' when p.ended_at is not null then 'paid'
        when p.due_on < ${today()}::date then 'overdue' else 'owed' end as state,
      b.ident as "purchase.ident", ${isRefunded(sql`b.state`)} as "purchase.refunded"
    from credit_sales p left join purchases b on b.id = p.purchase_id ${joinCustomer}
    where p.reseller_id = ${requireReseller(ctx, "customers").id} and ${sql.join(which, sql` and `)}
    order by ${orderBy} limit ${limit}`;
}

const joinCustomer = sql`left join customers c on c.reseller_id = p.reseller_id and c.phone = p.phone`;
const nameOf = sql`coalesce(nullif(c.name, ''), p.name)`;

const DebtorRow = z.object({
  id: int,
  saleId: int,
  phone: z.string().transform(formatPhone),
  phoneE164: z.string(),
  name: z.string(),
  sales: int,
  owed: minor,
  overdue: minor,
  dueOn: z.string(),
});

/** Customers who owe the acting reseller, those who are due first at the top. */
export const debtorList = defineList({
  allow: (ctx) => requireReseller(ctx, "customers"),
  order: "oldest",
  filter: { q: SearchText, state: z.enum(["overdue"]) },
  pageSize: 50,
  read: async (ctx, { q, state }, slice) => {
    const which = [sql`true`, ...slice.conditions];
    if (state) which.push(sql`p.overdue > 0`);
    if (q) which.push(matchSale(q, sql`p.name`));
    const rows = await readRows(ctx.db, DebtorRow)`
      select p.*
      from (
        select
          (min(p.due_on) - '2000-01-01')::bigint * 10000000000 + max(p.id) % 10000000000 as id,
          max(p.id) as sale_id, p.phone, p.phone as phone_e164, (array_agg(${nameOf} order by p.id desc))[1] as name,
          count(*) as sales, sum(p.amount - p.paid) as owed, min(p.due_on) as due_on,
          coalesce(sum(p.amount - p.paid) filter (where p.due_on < ${today()}::date), 0) as overdue
        from credit_sales p
        ${joinCustomer}
        where p.reseller_id = ${requireReseller(ctx, "customers").id} and p.ended_at is null
        group by p.phone
      ) p
      where ${sql.join(which, sql` and `)}
      order by ${slice.orderBy}
      limit ${slice.limit}`;
    return slice.page(rows, ({ saleId, ...debtor }) => ({ ...debtor, id: saleId }));
  },
  file: {
    name: "credit-customers",
    columns: {
      number: ({ phone }) => phone,
      name: ({ name }) => name,
      sales: ({ sales }) => sales,
      owed: ({ owed }) => formatDecimal(owed),
      overdue: ({ overdue }) => formatDecimal(overdue),
      "due on": ({ dueOn }) => dueOn,
    },
  },
});

/** A customer who owes the acting reseller: the sale is their newest that is owed, the day the first that is due. */
export type DebtorView = RowOf<typeof debtorList>;

/** Matches a part of the number, of the customer's name or of the goods. */
function matchSale(q: string, name = sql`${nameOf} || ' ' || p.what`): SQL {
  const named = containsText(name, q);
  const digits = q.replace(/[\s().+-]/g, "");
  if (!/^\d+$/.test(digits)) return named;
  return sql`(strpos(p.phone, ${digits.replace(/^0+(?=\d)/, "")}) > 0 or ${named})`;
}
