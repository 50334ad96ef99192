import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError, invalidError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { Amount } from "#lib/core/money/amount";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { int, minor, readRows } from "#lib/core/read-rows";
import { FormKey } from "./credit-sale.ts";

export const RecordCreditPaymentInput = z.object({
  /** The form's UUID: sent twice, it is one payment. */
  key: FormKey,
  /** A sale of the customer who pays. */
  id: Id,
  amount: Amount,
});
export type RecordCreditPaymentInput = z.input<typeof RecordCreditPaymentInput>;

/**
 * Records in the acting reseller's credit book that a customer paid, for the sales that are
 * due first. No money moves.
 * @throws not_found; invalid at `amount` above what the customer owes; conflict when they owe nothing.
 */
export async function recordCreditPayment(ctx: Ctx, input: RecordCreditPaymentInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx, "customers");
  const { key, id, amount } = RecordCreditPaymentInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const phone = await getPhoneOfSale(tx, id);
    // Serialises payments of one customer; in the order of ids, so that two never wait for each other.
    const owed = await readRows(tx.db, z.object({ id: int, dueOn: z.string(), owed: minor }))`
      select id, due_on::text, amount - paid as owed from credit_sales
      where reseller_id = ${resellerId} and phone = ${phone} and ended_at is null order by id for update`;
    if (await isRecorded(tx, key)) return;
    const parts = divide(amount, owed);
    await tx.db.execute(sql`
      with parts as (
        select * from jsonb_to_recordset(${JSON.stringify(parts)}::text::jsonb)
          as p (id bigint, amount bigint)
      ),
      paid as (
        update credit_sales s set paid = s.paid + p.amount,
          ended_at = case when s.paid + p.amount = s.amount then now() end
        from parts p where s.id = p.id returning s.id, p.amount
      )
      insert into credit_payments (reseller_id, key, sale_id, amount)
      select ${resellerId}, ${key}, id, amount from paid`);
    await recordAudit(tx, {
      action: "credit_payment.recorded",
      subject: "credit_sale",
      subjectId: id,
      resellerId,
      after: { amount },
    });
  });
}

async function getPhoneOfSale(ctx: Ctx, id: number): Promise<string> {
  const [sale] = await readRows(ctx.db, z.object({ phone: z.string() }))`
    select phone from credit_sales where id = ${id} and reseller_id = ${requireReseller(ctx, "customers").id}`;
  if (!sale) throw notFoundError("sale");
  return sale.phone;
}

async function isRecorded(ctx: Ctx, key: string): Promise<boolean> {
  const rows = await ctx.db.execute(sql`
    select from credit_payments where reseller_id = ${requireReseller(ctx, "customers").id} and key = ${key} limit 1`);
  return rows.length > 0;
}

interface OwedSale {
  id: number;
  dueOn: string;
  owed: Minor;
}

/** Divides a payment among sales, those due first. @throws invalid at `amount` above all that is owed */
function divide(amount: Minor, sales: readonly OwedSale[]): { id: number; amount: string }[] {
  const total = sales.reduce((sum, { owed }) => sum + owed, 0n);
  if (total === 0n) throw conflictError("This customer owes you nothing any more. Nothing was recorded.");
  if (amount > total)
    throw invalidError("amount", `This customer owes you ${formatMoney(total)}. Enter at most that.`);
  let left = amount;
  return sales
    .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn) || a.id - b.id)
    .flatMap(({ id, owed }) => {
      const part = left - owed < 0n ? left : owed;
      left -= part;
      return part > 0n ? [{ id, amount: String(part) }] : [];
    });
}

export const UndoCreditPaymentInput = z.object({ key: FormKey });

/** Undoes a payment in the reseller's credit book, once; its sales are owed again. @throws not_found */
export async function undoCreditPayment(
  ctx: Ctx,
  input: z.input<typeof UndoCreditPaymentInput>,
): Promise<void> {
  const { id: resellerId } = requireReseller(ctx, "customers");
  const { key } = UndoCreditPaymentInput.parse(input);
  const isOfPayment = sql`reseller_id = ${resellerId} and key = ${key}`;
  await inTransaction(ctx, async (tx) => {
    const sales = await readRows(tx.db, z.object({ id: int }))`
      select id from credit_sales where id in (select sale_id from credit_payments where ${isOfPayment})
      order by id for update`;
    const [sale] = sales;
    if (!sale) throw notFoundError("payment");
    const undone = await readRows(tx.db, z.object({ amount: minor }))`
      with undone as (
        update credit_payments set undone_at = now() where ${isOfPayment} and undone_at is null
        returning sale_id, amount
      )
      update credit_sales s set paid = s.paid - u.amount, ended_at = null from undone u where s.id = u.sale_id
      returning u.amount`;
    if (undone.length === 0) return;
    await recordAudit(tx, {
      action: "credit_payment.undone",
      subject: "credit_sale",
      subjectId: sale.id,
      resellerId,
      before: { amount: undone.reduce((sum, { amount }) => sum + amount, 0n) },
    });
  });
}
