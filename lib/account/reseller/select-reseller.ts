import { type SQL, sql } from "drizzle-orm";
import { isTokenValid } from "#lib/account/token/token";

/**
 * Builds a query for the reseller's row (`id`, `daily_limit`) if they may buy at this level, and by this
 * token or helper if there is one, whose limits `allow` it. It locks these rows, so that a parallel
 * restriction, revocation or limit waits and then finds the purchase.
 */
export function selectResellerForPurchase({
  id,
  level,
  tokenId,
  helperId,
  allow = sql`true`,
}: {
  id: SQL;
  level: SQL;
  tokenId: SQL | undefined;
  helperId?: SQL | undefined;
  /** A condition on the row of `tokens` or `helpers`. */
  allow?: SQL | undefined;
}): SQL {
  const reseller = sql`r.id = ${id} and r.state = 'active' and r.level = ${level}`;
  if (helperId)
    return sql`select r.id, r.daily_limit
      from resellers r
      join helpers on helpers.id = ${helperId} and helpers.reseller_id = r.id
      join accounts on accounts.id = helpers.id
      where ${reseller} and accounts.closed_at is null and ${allow}
      for no key update`;
  if (!tokenId) return sql`select r.id, r.daily_limit from resellers r where ${reseller} for no key update`;
  return sql`select r.id, r.daily_limit
    from resellers r
    join tokens on tokens.id = ${tokenId}
    where ${reseller} and ${isTokenValid()} and ${allow}
    for no key update`;
}

/**
 * Builds a query for the reseller of an unsent purchase if they may buy and the token that bought it, if any,
 * isn't revoked; it locks both in the same way.
 */
export function selectResellerForResend(purchase: { resellerId: SQL; tokenId: SQL }): SQL {
  return sql`with reseller as (
      select r.id
      from resellers r
      where r.id = ${purchase.resellerId} and r.state = 'active'
      for no key update
    ),
    token as (
      select t.revoked_at from tokens t where t.id = ${purchase.tokenId} for no key update
    )
    select id
    from reseller
    where not exists (select from token where revoked_at is not null)`;
}

/** Builds a query for sellers: `id`, `name`, `email`, `level`, whether they `may_sell` or are `closed`. */
export function selectSellers(): SQL {
  return sql`select r.id, a.name, a.email, r.level, r.state = 'active' and a.closed_at is null as may_sell,
    r.state = 'closed' or a.closed_at is not null as closed
    from resellers r join accounts a on a.id = r.id`;
}
