import { type SQL, sql } from "drizzle-orm";
import type { LaneName } from "./lane-names.ts";

interface FairClaim {
  lane: LaneName;
  /** A query of the due items: `id`, `owner` and `due_at`. */
  due: SQL;
  /** How many are chosen at most. */
  room: number;
  /** Owners who are passed over: one of theirs is under way. */
  busy: readonly (string | number)[];
}

/**
 * Builds CTEs that end in `chosen (id)`: the longest due item of each owner, first of those owners who were looked at
 * longest ago, so that a thousand items of one owner are one item in every round.
 */
export function chooseFairly({ lane, due, room, busy }: FairClaim): SQL {
  return sql`waiting as (${due}),
    first as (
      select distinct on (owner) id, owner, due_at from waiting
      where owner <> all (${`{${busy.join()}}`}::bigint[]) order by owner, due_at, id
    ),
    chosen as (
      select f.id, f.owner from first f left join lane_turns t on t.lane = ${lane} and t.owner = f.owner
      order by t.looked_at nulls first, f.due_at, f.id limit ${room}
    ),
    turned as (
      insert into lane_turns (lane, owner, looked_at) select ${lane}, owner, clock_timestamp() from chosen order by owner
      on conflict (lane, owner) do update set looked_at = excluded.looked_at
    )`;
}
