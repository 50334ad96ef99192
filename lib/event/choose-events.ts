import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import type { PortalEvent } from "#lib/core/event";
import { instant, int, readRows } from "#lib/core/read-rows";

interface TurnSource {
  table: SQL;
  /** The owner and the id of a row, by which an index has the rows where `open` holds. */
  owner: SQL;
  id: SQL;
  open: SQL;
  /** The further condition of a row that counts. */
  counts?: SQL;
  /** The further condition of an `item` that may be chosen. */
  may?: SQL;
}

/** How many rows of one owner are looked at, and how many are chosen in all. */
export const MAX_EACH = 20;
export const MAX_CHOSEN = 300;

/**
 * Builds a query of the next rows in turns: the first of each owner, then the second. It skips from owner to
 * owner and looks at few rows of each, so a million of one are no more work than twenty.
 */
export const selectInTurns = ({
  table,
  owner,
  id,
  open,
  counts = sql`true`,
  may = sql`true`,
}: TurnSource): SQL => sql`
  with recursive owners as (
    (select ${owner} as owner from ${table} where ${open} order by ${owner} limit 1)
    union all
    select (select ${owner} from ${table} where ${open} and ${owner} > owners.owner order by ${owner} limit 1)
    from owners
    where owners.owner is not null
  )
  select item.*
  from owners
  cross join lateral (
    select first.*, row_number() over (order by first.${id}) as turn
    from (
      select * from ${table} where ${open} and ${owner} = owners.owner and ${counts} order by ${id} limit ${MAX_EACH}
    ) first
  ) item
  where owners.owner is not null and ${may}
  order by item.turn, item.${id}
  limit ${MAX_CHOSEN}`;

const EventRow = z.object({
  id: int,
  kind: z.string(),
  subject: z.string(),
  resellerId: int.nullable(),
  facts: z.record(z.string(), z.unknown()),
  at: instant,
});

/** Reads the events that a query selects, in their order. */
export const readEvents = ({ db }: Ctx, selected: SQL): Promise<PortalEvent[]> =>
  readRows(db, EventRow)`
    select e.id, e.kind, e.subject, e.reseller_id, e.facts, e.at from (${selected}) e order by e.id`;

/** Names a subject over all kinds of its events: "purchase DT…". */
export const nameSubject = ({ kind, subject }: Pick<PortalEvent, "kind" | "subject">): string =>
  `${kind.split(".")[0]} ${subject}`;

export const listIds = (events: readonly PortalEvent[]): SQL =>
  sql`${`{${events.map(({ id }) => id).join()}}`}::bigint[]`;
