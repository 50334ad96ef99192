import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError, invalidError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { Amount } from "#lib/core/money/amount";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { int, minor, readRows } from "#lib/core/read-rows";
import { describeInvalidNumber, parsePhone } from "#lib/core/text/phone";
import { SingleLineText } from "#lib/core/text/single-line-text";
import { Day } from "#lib/core/time/day";
import { dayOf } from "#lib/core/time/time";
import { findOwnPurchase } from "#lib/purchase/read/get-purchase";

/** Maximum number of sales that are owed to a reseller at the same time. */
const MAX_OWED_SALES = 10_000;

/** The days that a customer usually has to pay. */
const USUAL_DAYS = 7;
const MAX_DAYS = 366;

export const FormKey = z.uuid("This form isn’t valid. Reload the page and try again.");

const DueDay = Day.refine((day) => day >= dayFromToday(-MAX_DAYS) && day <= dayFromToday(MAX_DAYS), {
  error: "Choose a day within a year.",
});

const What = SingleLineText.min(1, "Enter what you sold.").max(100, "Use at most 100 characters.");

const details = {
  what: What,
  amount: Amount,
  dueOn: DueDay,
};

export const AddCreditSaleInput = z.object({
  /** The form's UUID: sent twice, it adds one sale. */
  key: FormKey,
  phone: z.string().max(40, "This phone number is too long."),
  name: SingleLineText.max(60, "Use at most 60 characters.").default(""),
  ...details,
});
export type AddCreditSaleInput = z.input<typeof AddCreditSaleInput>;

/**
 * Adds a sale that is paid later to the acting reseller's credit book. No money moves.
 * @returns its id. @throws invalid; conflict with too many.
 */
export async function addCreditSale(ctx: Ctx, input: AddCreditSaleInput): Promise<number> {
  requireReseller(ctx, "customers");
  const { phone: text, ...sale } = AddCreditSaleInput.parse(input);
  const phone = parsePhone(text);
  if (!phone) throw invalidError("phone", describeInvalidNumber(text));
  return insertSale(ctx, { ...sale, phone, purchaseId: null });
}

export const AddPurchaseInput = z.object({
  key: FormKey,
  ident: z.string().regex(/^DT[0-9A-Z]{1,40}$/),
  name: AddCreditSaleInput.shape.name,
  amount: Amount,
  dueOn: DueDay.optional(),
});
export type AddPurchaseInput = z.input<typeof AddPurchaseInput>;

/**
 * Adds a delivered purchase of the acting reseller to their credit book; one that is in it stays as it is.
 * Payment is due in a week unless a day is given.
 * @returns the id of its sale. @throws not_found; conflict when it wasn't delivered, or with too many.
 */
export async function addPurchaseToCreditBook(ctx: Ctx, input: AddPurchaseInput): Promise<number> {
  requireReseller(ctx, "customers");
  const { ident, dueOn = getUsualDueDay(), ...sale } = AddPurchaseInput.parse(input);
  const purchase = await findOwnPurchase(ctx, ident);
  if (purchase.state !== "successful")
    throw conflictError("This purchase isn’t delivered, so your customer doesn’t owe it.");
  const { id: purchaseId, phoneE164: phone } = purchase;
  return insertSale(ctx, { ...sale, dueOn, phone, purchaseId, what: formatPlanName(purchase) });
}

/** Returns the day on which a sale of today is usually due: "2026-11-27". */
export const getUsualDueDay = (): string => dayFromToday(USUAL_DAYS);

const dayFromToday = (days: number): string =>
  Temporal.PlainDate.from(dayOf(new Date())).add({ days }).toString();

interface NewSale {
  key: string;
  phone: string;
  name: string;
  what: string;
  purchaseId: number | null;
  amount: Minor;
  dueOn: string;
}

/** @returns the id of the new sale, or of the one that the same form or purchase made before. */
function insertSale(ctx: Ctx, sale: NewSale): Promise<number> {
  const { id: resellerId } = requireReseller(ctx, "customers");
  const { key, phone, name, what, purchaseId, amount, dueOn } = sale;
  return inTransaction(ctx, async (tx) => {
    const [made] = await readRows(tx.db, z.object({ id: int }))`
      insert into credit_sales (reseller_id, key, phone, name, what, purchase_id, amount, due_on)
      select ${resellerId}, ${key}, ${phone}, ${name}, ${what}, ${purchaseId}::bigint, ${amount}::bigint,
        ${dueOn}::date
      where (select count(*) from credit_sales where reseller_id = ${resellerId} and ended_at is null)
        < ${MAX_OWED_SALES}
      on conflict do nothing returning id`;
    if (!made) return findSale(tx, { key, purchaseId });
    await recordAudit(tx, {
      action: "credit_sale.added",
      subject: "credit_sale",
      subjectId: made.id,
      resellerId,
      after: { amount, dueOn },
    });
    return made.id;
  });
}

async function findSale(ctx: Ctx, { key, purchaseId }: Pick<NewSale, "key" | "purchaseId">): Promise<number> {
  const [before] = await readRows(ctx.db, z.object({ id: int }))`
    select id from credit_sales where reseller_id = ${requireReseller(ctx, "customers").id}
      and (key = ${key} or purchase_id = ${purchaseId}::bigint and undone_at is null)
    order by id desc limit 1`;
  if (before) return before.id;
  throw conflictError(
    `At most ${MAX_OWED_SALES} sales can be owed at the same time. Record payments, or undo some first.`,
  );
}

export const ChangeCreditSaleInput = z.object({ id: Id, ...details });
export type ChangeCreditSaleInput = z.input<typeof ChangeCreditSaleInput>;

/**
 * Changes a sale of the acting reseller's credit book.
 * @throws not_found; invalid at `amount` below the sum of its payments; conflict when it was undone.
 */
export async function changeCreditSale(ctx: Ctx, input: ChangeCreditSaleInput): Promise<void> {
  const { id, what, amount, dueOn } = ChangeCreditSaleInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await lockSale(tx, id);
    if (before.undone) throw conflictError("This sale was undone, so it can’t be changed.");
    if (amount < before.paid)
      throw invalidError("amount", `${formatMoney(before.paid)} was paid already. Enter at least that.`);
    await tx.db.execute(sql`
      update credit_sales set what = ${what}, amount = ${amount}::bigint, due_on = ${dueOn}::date,
        ended_at = case when paid = ${amount}::bigint then coalesce(ended_at, now()) end
      where id = ${id}`);
    await recordSaleChange(tx, "credit_sale.changed", id, {
      before: { amount: before.amount, dueOn: before.dueOn },
      after: { amount, dueOn },
    });
  });
}

export const CreditSaleInput = z.object({ id: Id });

/**
 * Takes a wrong sale out of the acting reseller's credit book; one that was undone before stays so.
 * @throws not_found; conflict while a payment for it is recorded.
 */
export async function undoCreditSale(ctx: Ctx, input: z.input<typeof CreditSaleInput>): Promise<void> {
  const { id } = CreditSaleInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await lockSale(tx, id);
    if (before.undone) return;
    if (before.paid > 0n)
      throw conflictError(`${formatMoney(before.paid)} was paid for this sale. Undo the payment first.`);
    await tx.db.execute(sql`update credit_sales set undone_at = now(), ended_at = now() where id = ${id}`);
    await recordSaleChange(tx, "credit_sale.undone", id, { before: { amount: before.amount } });
  });
}

const SaleRow = z.object({ amount: minor, paid: minor, dueOn: z.string(), undone: z.boolean() });

async function lockSale(ctx: Ctx, id: number) {
  const [sale] = await readRows(ctx.db, SaleRow)`
    select amount, paid, due_on, undone_at is not null as undone from credit_sales
    where id = ${id} and reseller_id = ${requireReseller(ctx, "customers").id} for update`;
  if (!sale) throw notFoundError("sale");
  return sale;
}

const recordSaleChange = (
  ctx: Ctx,
  action: string,
  id: number,
  change: { before: Record<string, unknown>; after?: Record<string, unknown> },
) =>
  recordAudit(ctx, {
    action,
    subject: "credit_sale",
    subjectId: id,
    resellerId: requireReseller(ctx, "customers").id,
    ...change,
  });
