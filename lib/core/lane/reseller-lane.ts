import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireSystem } from "#lib/core/context";
import { int, readRows } from "#lib/core/read-rows";
import { chooseFairly, selectFirstPerOwner } from "./fair-claim.ts";
import type { Lane } from "./lane.ts";
import { isNotPaused } from "./lane-record.ts";

const SLOTS = 2;
const POLL_INTERVAL_MS = 10_000;
const DEADLINE_MS = 60_000;

/** Work of resellers, as rows of a table with an index on (reseller_id, `dueAt`, id) where `open` holds. */
interface ResellerWork {
  name: string;
  /** Names an item for the list of failures: "order". */
  noun: string;
  table: SQL;
  dueAt: SQL;
  /** The condition of the index, word for word. */
  open: SQL;
  /** The further condition of items that may be claimed. */
  free?: SQL;
  /** The assignments of a claim, which keep the item from other processes for a minute. */
  claimed: SQL;
  handle(id: number): Promise<void>;
}

const ResellerItem = z.object({ id: int, resellerId: z.string() });
export type ResellerItem = z.output<typeof ResellerItem>;

/**
 * Creates a lane that handles one item of each reseller at a time, the least recently handled first. Its work
 * buys, refunds and leaves: none in a database that may lack later purchases.
 */
export function createResellerLane(ctx: Ctx, { handle, ...work }: ResellerWork): Lane<ResellerItem> {
  requireSystem(ctx);
  return {
    name: work.name,
    async claim(underWay) {
      const busy = underWay.map(({ item }) => item.resellerId);
      return { items: await claimResellers(ctx, work, SLOTS - underWay.length, busy) };
    },
    keyOf: ({ id }) => `${work.noun} ${id}`,
    handle: ({ id }) => handle(id),
    deadlineMs: DEADLINE_MS,
    everyMs: POLL_INTERVAL_MS,
  };
}

async function claimResellers(
  ctx: Ctx,
  { name, noun, table, dueAt, open, free = sql`true`, claimed }: Omit<ResellerWork, "handle">,
  room: number,
  busy: readonly string[],
): Promise<readonly ResellerItem[]> {
  if (room <= 0) return [];
  const isNotFailing = isNotPaused(name, sql`${`${noun} `}::text || ${table}.id`);
  const first = selectFirstPerOwner({
    table,
    key: sql`reseller_id`,
    dueAt,
    open,
    may: sql`${free} and ${isNotFailing}`,
  });
  return readRows(ctx.db, ResellerItem)`
    with ${chooseFairly({ lane: name, first, room, busy })},
    free as (
      select id
      from ${table}
      where id in (select id from chosen) and ${open} and ${dueAt} <= now() and ${free}
        and (select is_home_database())
      for update skip locked
    )
    update ${table}
    set ${claimed}
    where id in (select id from free)
    returning id, reseller_id`;
}
