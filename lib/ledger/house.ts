import { type SQL, sql } from "drizzle-orm";
import type { houseEntries } from "#db/schema/payment";

type Account = (typeof houseEntries.$inferInsert)["account"];
type Step = (typeof houseEntries.$inferInsert)["step"];

/**
 * The INSERT that writes one step of confirmed money into the house's books, as a part of a larger statement. Sides that
 * are null or zero are left out; the others sum to zero, and the journal belongs to `wallets`.
 * @param from rows with the `id` of the transaction and, where a wallet got money, a `journal_id`
 */
export function writeHouse(step: Step, sides: Partial<Record<Account, SQL>>, from: SQL): SQL {
  const values = Object.entries(sides).map(
    ([account, amount]) => sql`(${account}::text, (${amount})::bigint)`,
  );
  return sql`insert into house_entries (transaction_id, step, account, amount, journal_id)
    select of.id, ${step}, side.account, side.amount, case side.account when 'wallets' then of.journal_id end
    from (${from}) of cross join lateral (values ${sql.join(values, sql`, `)}) side (account, amount)
    where side.amount <> 0`;
}
