import { type SQL, sql } from "drizzle-orm";
import { selectAgentTerms } from "#lib/core/price-list/agent-terms";

/**
 * Builds a query for the reseller of an unsent purchase if they may buy and the token that bought it, if any,
 * isn't revoked; it locks both like `selectLockedBuyer`.
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

/**
 * Builds a query for sellers: `id`, `name`, `email`, `level` and `agent` by which their prices are set, whether they
 * `may_sell` or are `closed`.
 */
export function selectSellers(): SQL {
  return sql`select r.id, a.name, a.email, r.level, ${selectAgentTerms(sql`r`)} as agent, r.state = 'active' and a.closed_at is null as may_sell,
    r.state = 'closed' or a.closed_at is not null as closed
    from resellers r join accounts a on a.id = r.id`;
}
