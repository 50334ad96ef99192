import { type SQL, sql } from "drizzle-orm";
import { isValid } from "../token/token.ts";

/**
 * A query for the reseller's row (`id`, `daily_limit`) if they may buy at this level, and by this token where they come
 * with one. What it finds is locked, so that a restriction or a revocation that comes at the same moment waits, and then
 * finds the purchase.
 */
export function mayBuy({ id, level, tokenId }: { id: SQL; level: SQL; tokenId: SQL | undefined }): SQL {
  const reseller = sql`r.id = ${id} and r.state = 'active' and r.level = ${level}`;
  if (!tokenId) return sql`select r.id, r.daily_limit from resellers r where ${reseller} for no key update`;
  return sql`select r.id, r.daily_limit from resellers r join tokens on tokens.id = ${tokenId}
    where ${reseller} and ${isValid()} for no key update`;
}

/**
 * A query that finds the reseller of a purchase that was given back if they may buy at all and the token that bought it,
 * if one did, was not revoked since; both are locked in the same way.
 */
export function maySendAgain(purchase: { resellerId: SQL; tokenId: SQL }): SQL {
  return sql`with reseller as (
      select r.id from resellers r where r.id = ${purchase.resellerId} and r.state = 'active' for no key update
    ),
    token as (select t.revoked_at from tokens t where t.id = ${purchase.tokenId} for no key update)
    select id from reseller where not exists (select from token where revoked_at is not null)`;
}

/** A query for every reseller as a seller: `id`, `name`, `email`, `level`, and whether they `may_sell` now or are `closed`. */
export function sellers(): SQL {
  return sql`select r.id, a.name, a.email, r.level, r.state = 'active' and a.closed_at is null as may_sell,
    r.state = 'closed' or a.closed_at is not null as closed
    from resellers r join accounts a on a.id = r.id`;
}
