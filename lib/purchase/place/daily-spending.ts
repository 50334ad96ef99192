import { type SQL, sql } from "drizzle-orm";
import { env } from "#lib/core/env";
import { isRefunded } from "#lib/core/purchase-state";

/** A moment's date in the operator's time zone, as `spent_day` of a wallet holds it. */
const formatDay = (moment: SQL) => sql`to_char(${moment} at time zone ${env().TIME_ZONE}, 'YYYY-MM-DD')`;
const formatToday = () => formatDay(sql`now()`);

/** Returns a reseller's spending of today in minor units, from a row of `wallets`. */
export function spentToday(wallet = sql`wallets`): SQL {
  return sql`case when ${wallet}.spent_day >= ${formatToday()} then ${wallet}.spent else 0 end`;
}

/**
 * Returns what a token or helper spent today of the wallet, without what failed or was reversed: a token
 * together with those that it renewed or that renewed it, whose limit a renewal doesn’t restart, and a helper
 * with the messages about their purchases that the wallet pays for. It is the sum of all purchases only while
 * the wallet's row stays as it is.
 */
export function spentBy(spender: { resellerId: SQL } & ({ tokenId: SQL } | { helperId: SQL })): SQL {
  const isSpender =
    "tokenId" in spender ? isOfSameTokens(spender.tokenId) : sql`p.helper_id = ${spender.helperId}`;
  const today = sql`date_trunc('day', now() at time zone ${env().TIME_ZONE}) at time zone ${env().TIME_ZONE}`;
  const isOfToday = sql`p.reseller_id = ${spender.resellerId} and ${isSpender} and p.placed_at >= ${today}`;
  const purchases = sql`select sum(p.price) from purchases p where ${isOfToday} and not ${isRefunded(sql`p.state`)}`;
  if ("tokenId" in spender) return sql`coalesce((${purchases}), 0)::bigint`;
  const messages = sql`
    select sum(m.price)
    from purchases p
    cross join unnest(array['delivered', 'failed', 'reversed']) fact
    join customer_messages m on m.key = fact || ' ' || p.ident
    where ${isOfToday} and m.payer = 'wallet' and m.skipped is null`;
  return sql`(coalesce((${purchases}), 0) + coalesce((${messages}), 0))::bigint`;
}

/** The condition that a purchase is of a token, or of one that it renewed or that renewed it. */
const isOfSameTokens = (tokenId: SQL): SQL => sql`p.token_id in (
  select same.id
  from tokens t
  join tokens same
    on same.reseller_id = t.reseller_id and coalesce(same.original_id, same.id) = coalesce(t.original_id, t.id)
  where t.id = ${tokenId})`;

/** The SET clause that adds what a reseller spends now to the day's sum. */
export function addSpending(amount: SQL): SQL {
  return sql`spent_day = greatest(wallets.spent_day, ${formatToday()}), spent = ${spentToday()} + ${amount}`;
}

/** The SET clause that takes the price of a purchase off the day's sum if it was placed on that day. */
export function subtractSpending(purchase: { price: SQL; placedAt: SQL }): SQL {
  const isOfThatDay = sql`wallets.spent_day = ${formatDay(purchase.placedAt)}`;
  return sql`spent = wallets.spent - case when ${isOfThatDay} then ${purchase.price} else 0 end`;
}
