import { type SQL, sql } from "drizzle-orm";

interface FairClaim {
  lane: string;
  /** A query of the longest due item of each owner: `id`, `owner` and `due_at`. */
  first: SQL;
  /** Maximum of chosen items. */
  room: number;
  /** Owners to skip: one of their items is in progress. */
  busy: readonly (string | number)[];
}

/**
 * Builds CTEs that end in `chosen (id)`: the longest due item of each owner, the least recently handled
 * owners first, so that a thousand items of one owner count as one in every round.
 */
export function chooseFairly({ lane, first, room, busy }: FairClaim): SQL {
  return sql`first as (${first}),
    chosen as (
      select f.id, f.owner
      from first f
      left join lane_fair_queue t on t.lane = ${lane} and t.owner = f.owner
      where f.owner <> all (${`{${busy.join()}}`}::bigint[])
      order by t.looked_at nulls first, f.due_at, f.id
      limit ${room}
    ),
    turned as (
      insert into lane_fair_queue (lane, owner, looked_at)
      select ${lane}, owner, clock_timestamp()
      from chosen
      order by owner
      on conflict (lane, owner) do update
      set looked_at = excluded.looked_at
    )`;
}

/** A table of items, with an index on (`key`, `dueAt`, id) where `open` holds: a claim reads nothing else. */
interface FairQueue {
  table: SQL;
  key: SQL;
  dueAt: SQL;
  /** The condition of the index, word for word. */
  open: SQL;
  /** The further condition of items that may be handled now. */
  may: SQL;
  /** Maps `key` to its owner, where an owner has several keys. */
  ownerOf?: (key: SQL) => SQL;
}

/** Builds a query of the longest due item of each owner. It skips from key to key, so reads few rows. */
export function selectFirstPerOwner({ table, key, dueAt, open, may, ownerOf = (of) => of }: FairQueue): SQL {
  return sql`with recursive keys as (
      (select ${key} as key from ${table} where ${open} order by ${key} limit 1)
      union all
      select (select ${key} from ${table} where ${open} and ${key} > keys.key order by ${key} limit 1)
      from keys
      where keys.key is not null
    )
    select distinct on (owner) next.id, k.owner, next.due_at
    from (select keys.key, ${ownerOf(sql`keys.key`)} as owner from keys where keys.key is not null) k
    cross join lateral (
      select id, ${dueAt} as due_at
      from ${table}
      where ${open} and ${key} = k.key and ${dueAt} <= now() and ${may}
      order by ${dueAt}, id
      limit 1
    ) next
    order by k.owner, next.due_at, next.id`;
}
