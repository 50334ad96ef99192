import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { Reason } from "#lib/core/reason";

const AT_ONCE = 1_000;

/** Where people wrote about people: which rows are old, and what is taken out of them. */
const WRITTEN = [
  {
    table: sql`case_words`,
    at: sql`at`,
    erased: sql`text = null, note = null, erased_at = now()`,
    of: sql`case_id in (select id from cases where reseller_id = person.id)`,
  },
  {
    table: sql`complaints`,
    at: sql`made_at`,
    erased: sql`said = null, answer = null, erased_at = now()`,
    of: sql`reseller_id = person.id`,
  },
];

/** Erases what was written in cases and complaints `KEEP_CASES_DAYS` ago; that they were, and how they ended, stays. @returns how much. */
export async function eraseOldCases(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  let erased = 0;
  for (const { table, at, erased: set } of WRITTEN) {
    const rows = await ctx.db.execute(sql`
      update ${table} set ${set} where id in (
        select id from ${table} where erased_at is null and ${at} < now() - make_interval(days => ${env().KEEP_CASES_DAYS})
        order by ${at} limit ${AT_ONCE} for update skip locked
      ) returning id`);
    erased += rows.length;
  }
  return erased;
}

export const EraseCasesOfInput = z.object({
  email: z.email("This does not look like an e-mail address.").max(254),
  reason: Reason,
});
export type EraseCasesOfInput = z.input<typeof EraseCasesOfInput>;

/** Erases what was written in the cases of a reseller, and in complaints to their shop. Admins only. @returns how much. */
export async function eraseCasesOf(ctx: Ctx, input: EraseCasesOfInput): Promise<number> {
  requireAdmin(ctx, "personal");
  const { email, reason } = EraseCasesOfInput.parse(input);
  const person = sql`(select id from accounts where lower(email) = lower(${email})) person`;
  const erase = (table: SQL, set: SQL, of: SQL) =>
    sql`update ${table} set ${set} from ${person} where erased_at is null and ${of} returning person.id as account`;
  return inTransaction(ctx, async (tx) => {
    const rows: { account: string }[] = [];
    for (const { table, erased, of } of WRITTEN)
      rows.push(...(await tx.db.execute<{ account: string }>(erase(table, erased, of))));
    const [first] = rows;
    if (!first) return 0;
    await record(tx, {
      ...{ action: "case.erased", subject: "account", subjectId: first.account, reason },
      ...{ before: { texts: rows.length }, after: { texts: 0 } },
    });
    return rows.length;
  });
}
