import { type SQL, sql } from "drizzle-orm";

/**
 * A statement that writes hold and settlement of the purchases `p` that `which` selects. It changes no wallet,
 * so the database's guards would reject it.
 */
export const writeDelivery = (which: SQL) => sql`
  with written as (
    insert into journals (reseller_id, kind, purchase_id, actor)
    select p.reseller_id, step.kind, p.id, 'test'
    from purchases p
    cross join (values (1, 'hold'), (2, 'settle')) step (n, kind)
    where ${which}
    order by p.id, step.n
    returning id, reseller_id, kind, purchase_id
  )
  insert into entries (journal_id, reseller_id, account, amount, balance)
  select j.id, j.reseller_id, side.account, side.sign * p.price, 0
  from written j
  join purchases p on p.id = j.purchase_id
  join (values
    ('hold', 'wallet', -1), ('hold', 'held', 1), ('settle', 'held', -1), ('settle', 'sales', 1)
  ) side (kind, account, sign) on side.kind = j.kind`;
