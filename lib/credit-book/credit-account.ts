import { sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepare-query";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import type { Minor } from "#lib/core/money/money";
import { instant, int, minor, parseRow, readRows } from "#lib/core/read-rows";
import { dayOf } from "#lib/core/time/time";
import { type CreditSaleView, readCreditSales } from "./credit-lists.ts";

/** Rows of an account that a page shows; the list of sales has the others. */
const MAX_SALES = 100;
const MAX_PAYMENTS = 20;

/** The account of one customer with the acting reseller. Money in minor units. */
export interface CreditAccount extends Pick<CreditSaleView, "phone" | "phoneE164" | "name"> {
  owed: Minor;
  overdue: Minor;
  /** The number of sales that are owed, and those that are due first. */
  count: number;
  sales: CreditSaleView[];
  /** The sale by which the account was opened, where it isn't among them. */
  ended: CreditSaleView | null;
  payments: CreditPaymentView[];
}

/** A payment, newest first; undone ones too. */
export type CreditPaymentView = z.output<typeof CreditPaymentView>;

const CreditPaymentView = z.object({ key: z.string(), amount: minor, at: instant, undone: z.boolean() });

/** Reads the account of the customer of the acting reseller's sale. @throws not_found, also for another's. */
export async function getCreditAccount(ctx: Ctx, input: { id: number }): Promise<CreditAccount> {
  const id = Id.safeParse(input.id);
  const ofSale = { which: [sql`p.id = ${id.data ?? 0}`], orderBy: sql`p.id`, limit: 1 };
  const [sale] = await readCreditSales(ctx, ofSale);
  if (!sale) throw notFoundError("sale");
  const { phone, phoneE164, name } = sale;
  const [sales, totals, payments] = await Promise.all([
    readCreditSales(ctx, {
      which: [sql`p.phone = ${phoneE164} and p.ended_at is null`],
      orderBy: sql`p.due_on, p.id`,
      limit: MAX_SALES,
    }),
    getCreditTotals(ctx, { phone: phoneE164 }),
    readPayments(ctx, phoneE164),
  ]);
  const ended = sales.some(({ id }) => id === sale.id) ? null : sale;
  return { phone, phoneE164, name, ...totals, sales, ended, payments };
}

const readPayments = (ctx: Ctx, phone: string) =>
  readRows(ctx.db, CreditPaymentView)`
    select p.key, sum(p.amount) as amount, min(p.paid_at) as at, bool_or(p.undone_at is not null) as undone
    from credit_payments p join credit_sales s on s.id = p.sale_id
    where s.reseller_id = ${requireReseller(ctx, "customers").id} and s.phone = ${phone}
    group by p.key order by max(p.id) desc limit ${MAX_PAYMENTS}`;

export type CreditTotals = z.output<typeof CreditTotals>;

const CreditTotals = z.object({
  owed: minor,
  overdue: minor,
  /** The number of sales that are owed. */
  count: int,
  /** The number of customers who owe. */
  customers: int,
  /** The newest sale that is owed; null without one. */
  newestId: int.nullable(),
});

/** Sums the debts to the acting reseller, of all customers or of one number in E.164. */
export async function getCreditTotals(ctx: Ctx, input: { phone?: string } = {}): Promise<CreditTotals> {
  const { id } = requireReseller(ctx, "customers");
  const phone = input.phone ?? null;
  return parseRow(CreditTotals, await selectTotals(ctx.db, { id, phone, today: dayOf(new Date()) }));
}

const selectTotals = prepareQuery<{ id: number; phone: string | null; today: string }>(
  ({ id, phone, today }) => sql`
    select coalesce(sum(amount - paid), 0) as owed, count(*) as count, count(distinct phone) as customers,
      max(id) as newest_id,
      coalesce(sum(amount - paid) filter (where due_on < ${today}::date), 0) as overdue
    from credit_sales
    where reseller_id = ${id} and ended_at is null and (phone = ${phone} or ${phone}::text is null)`,
);

/** Finds the sale of a purchase of the acting reseller; null where it isn't in the credit book. */
export async function findSaleOfPurchase(
  ctx: Ctx,
  input: { purchaseId: number },
): Promise<CreditSaleView | null> {
  const which = [sql`p.purchase_id = ${input.purchaseId} and p.undone_at is null`];
  const [sale] = await readCreditSales(ctx, { which, orderBy: sql`p.id`, limit: 1 });
  return sale ?? null;
}
