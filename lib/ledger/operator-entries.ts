import { type SQL, sql } from "drizzle-orm";
import type { operatorEntries } from "#db/schema/payment";

type OperatorAccount = (typeof operatorEntries.$inferInsert)["account"];
type OperatorStep = (typeof operatorEntries.$inferInsert)["step"];

/**
 * Builds the INSERT of the operator's entries for one step of confirmed money, as part of a larger statement.
 * Sides that are null or zero are left out; the others sum to zero, and the journal belongs to `wallets`.
 * @param from rows with the `id` of the transaction and, where a wallet got money, a `journal_id`
 */
export function writeOperatorEntries(
  step: OperatorStep,
  sides: Partial<Record<OperatorAccount, SQL>>,
  from: SQL,
): SQL {
  const values = Object.entries(sides).map(
    ([account, amount]) => sql`(${account}::text, (${amount})::bigint)`,
  );
  return sql`insert into operator_entries (transaction_id, step, account, amount, journal_id)
    select of.id, ${step}, side.account, side.amount, case side.account when 'wallets' then of.journal_id end
    from (${from}) of cross join lateral (values ${sql.join(values, sql`, `)}) side (account, amount)
    where side.amount <> 0`;
}
