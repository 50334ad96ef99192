import { type SQL, sql } from "drizzle-orm";

/** A query for every reseller as a seller: `id`, `name`, `email`, `level`, and whether they `may_sell` now or are `closed`. */
export function sellers(): SQL {
  return sql`select r.id, a.name, a.email, r.level, r.state = 'active' and a.closed_at is null as may_sell,
    r.state = 'closed' or a.closed_at is not null as closed
    from resellers r join accounts a on a.id = r.id`;
}
