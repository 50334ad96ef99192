import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin, requireSystem } from "#lib/core/context";
import { Reason } from "#lib/core/text/reason";
import { PROVIDER_DATA_DAYS } from "./provider-data-days.ts";

/** Rows that one statement erases, and how many statements one run makes of each kind. */
const BATCH_SIZE = 500;
const MAX_BATCHES = 40;

/**
 * Where the words of providers are stored, with payers' names and ends of card numbers, and how they are
 * erased. Amounts and references are columns of their own and stay.
 */
const PROVIDER_DATA = [
  {
    table: sql`provider_webhooks`,
    at: sql`received_at`,
    there: sql`body <> ''`,
    text: sql`encode(body, 'escape')`,
    erased: sql`body = '', headers = '{}'`,
    payment: sql`reference in (select reference from payments where reseller_id = person.id)`,
  },
  {
    table: sql`provider_transactions`,
    at: sql`seen_at`,
    there: sql`raw <> ''`,
    text: sql`raw`,
    erased: sql`raw = ''`,
    payment: sql`(reseller_id = person.id
      or payment_id in (select id from payments where reseller_id = person.id))`,
  },
  {
    table: sql`payment_refunds`,
    at: sql`changed_at`,
    there: sql`raw is not null`,
    text: sql`raw`,
    erased: sql`raw = null`,
    payment: sql`transaction_id in (
      select t.id
      from provider_transactions t
      join payments p on p.id = t.payment_id
      where p.reseller_id = person.id)`,
  },
];

/**
 * Providers send a webhook again for at most this long, and resellers' own payments aren't
 * in the operator's ledger.
 */
const RESELLER_WEBHOOK_RETENTION = sql`interval '72 hours'`;

/**
 * Erases provider data older than `PROVIDER_DATA_DAYS`, in small batches; webhooks to resellers' own
 * accounts after three days. System only.
 * @returns the number of rows
 */
export async function eraseOldProviderData(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  let erased = 0;
  for (let n = 0; n < MAX_BATCHES; n += 1) {
    const rows = await ctx.db.execute(sql`
      delete from provider_webhooks
      where id in (
        select id
        from provider_webhooks
        where keys_id is not null and received_at < now() - ${RESELLER_WEBHOOK_RETENTION}
        limit ${BATCH_SIZE}
        for update skip locked
      )
      returning id`);
    erased += rows.length;
    if (rows.length < BATCH_SIZE) break;
  }
  for (const { table, at, there, erased: set } of PROVIDER_DATA)
    for (let n = 0; n < MAX_BATCHES; n += 1) {
      const rows = await ctx.db.execute(sql`
        update ${table}
        set ${set}
        where id in (
          select id
          from ${table}
          where ${there} and ${at} < now() - make_interval(days => ${PROVIDER_DATA_DAYS})
          order by ${at}
          limit ${BATCH_SIZE}
          for update skip locked
        )
        returning id`);
      erased += rows.length;
      if (rows.length < BATCH_SIZE) break;
    }
  return erased;
}

export const EraseProviderDataOfInput = z.object({
  /** Of a reseller or a payer. */
  email: z.email("Enter a valid email address.").max(254),
  reason: Reason,
});
export type EraseProviderDataOfInput = z.input<typeof EraseProviderDataOfInput>;

/**
 * Erases provider data of a person: of their account's payments, and wherever their email is named. The
 * payments stay. Admins only.
 * @returns the number of rows
 */
export async function eraseProviderDataOf(ctx: Ctx, input: EraseProviderDataOfInput): Promise<number> {
  requireAdmin(ctx, "personal");
  const { email, reason } = EraseProviderDataOfInput.parse(input);
  const named = (text: SQL) => sql`position(lower(${email}) in lower(${text})) > 0`;
  return inTransaction(ctx, async (tx) => {
    let erased = 0;
    for (const { table, there, text, erased: set, payment } of PROVIDER_DATA) {
      const rows = await tx.db.execute(sql`
        update ${table}
        set ${set}
        where ${there} and (${named(text)} or exists (
          select from accounts person where lower(person.email) = lower(${email}) and ${payment}))
        returning id`);
      erased += rows.length;
    }
    if (erased > 0)
      await recordAudit(tx, {
        action: "payment.erased",
        subject: "payment",
        subjectId: "provider_data",
        reason,
        before: { provider_data: erased },
        after: { provider_data: 0 },
      });
    return erased;
  });
}
