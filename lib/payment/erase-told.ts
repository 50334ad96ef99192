import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { Reason } from "#lib/core/reason";

/** Rows that one statement erases, and how many statements one run makes of each kind. */
const AT_ONCE = 500;
const MOST = 40;

/**
 * Where what providers told stands word for word, with payers' names and ends of card numbers: since when, whose it is, and
 * what takes it away. What money hangs on stands beside it and stays.
 */
const TOLD = [
  {
    table: sql`payment_notices`,
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
    payment: sql`(reseller_id = person.id or payment_id in (select id from payments where reseller_id = person.id))`,
  },
  {
    table: sql`payment_refunds`,
    at: sql`changed_at`,
    there: sql`raw is not null`,
    text: sql`raw`,
    erased: sql`raw = null`,
    payment: sql`transaction_id in (select t.id from provider_transactions t join payments p on p.id = t.payment_id
      where p.reseller_id = person.id)`,
  },
];

/** What came to resellers' own addresses is in no book of ours, and providers send it again for so long at most. */
const OWN_KEPT = sql`interval '72 hours'`;

/**
 * Erases what providers told longer than `PAYMENT_TOLD_DAYS` ago, in small batches; what they told resellers' own addresses goes
 * after three days. Only the portal itself does.
 * @returns in how many rows.
 */
export async function eraseOldTold(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  let erased = 0;
  for (let n = 0; n < MOST; n += 1) {
    const rows = await ctx.db.execute(sql`
      delete from payment_notices where id in (
        select id from payment_notices where keys_id is not null and received_at < now() - ${OWN_KEPT}
        limit ${AT_ONCE} for update skip locked
      ) returning id`);
    erased += rows.length;
    if (rows.length < AT_ONCE) break;
  }
  for (const { table, at, there, erased: set } of TOLD)
    for (let n = 0; n < MOST; n += 1) {
      const rows = await ctx.db.execute(sql`
        update ${table} set ${set} where id in (
          select id from ${table} where ${there} and ${at} < now() - make_interval(days => ${env().PAYMENT_TOLD_DAYS})
          order by ${at} limit ${AT_ONCE} for update skip locked
        ) returning id`);
      erased += rows.length;
      if (rows.length < AT_ONCE) break;
    }
  return erased;
}

export const EraseToldOfInput = z.object({
  /** Of the person: a reseller, or whoever paid. */
  email: z.email("This does not look like an e-mail address.").max(254),
  reason: Reason,
});
export type EraseToldOfInput = z.input<typeof EraseToldOfInput>;

/**
 * Erases what providers told of a person: of the payments of their account, and wherever their e-mail address is named.
 * The payments stay. Admins only. @returns in how many rows.
 */
export async function eraseToldOf(ctx: Ctx, input: EraseToldOfInput): Promise<number> {
  requireAdmin(ctx, "personal");
  const { email, reason } = EraseToldOfInput.parse(input);
  const named = (text: SQL) => sql`position(lower(${email}) in lower(${text})) > 0`;
  return inTransaction(ctx, async (tx) => {
    let erased = 0;
    for (const { table, there, text, erased: set, payment } of TOLD) {
      const rows = await tx.db.execute(sql`
        update ${table} set ${set}
        where ${there} and (${named(text)} or exists (
          select from accounts person where lower(person.email) = lower(${email}) and ${payment}))
        returning id`);
      erased += rows.length;
    }
    if (erased > 0)
      await record(tx, {
        action: "payment.erased",
        subject: "payment",
        subjectId: "told",
        reason,
        before: { told: erased },
        after: { told: 0 },
      });
    return erased;
  });
}
