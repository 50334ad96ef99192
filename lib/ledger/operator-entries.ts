import { type SQL, sql } from "drizzle-orm";
import type { operatorEntries } from "#db/schema/payment";

type OperatorAccount = (typeof operatorEntries.$inferInsert)["account"];
type OperatorStep = (typeof operatorEntries.$inferInsert)["step"];

interface OperatorEntries {
  /** The rows of transactions, as a FROM clause; the other fields use its names. */
  from: SQL;
  /** The transaction. */
  id: SQL;
  /** The journal of the entry of `wallets`, where a wallet got or lost money. */
  journalId?: SQL;
  /** Amounts that sum to zero; those that are null or zero are left out. */
  sides: Partial<Record<OperatorAccount, SQL>>;
}

/** Builds the INSERT of the operator's entries for one step of confirmed money, for a larger statement. */
export function writeOperatorEntries(
  step: OperatorStep,
  { from, id, journalId = sql`null::bigint`, sides }: OperatorEntries,
): SQL {
  const values = Object.entries(sides).map(
    ([account, amount]) => sql`(${account}::text, (${amount})::bigint)`,
  );
  return sql`insert into operator_entries (transaction_id, step, account, amount, journal_id)
    select
      ${id}, ${step}, side.account, side.amount, case side.account when 'wallets' then ${journalId} end
    from ${from}
    cross join lateral (values ${sql.join(values, sql`, `)}) side (account, amount)
    where side.amount <> 0`;
}
