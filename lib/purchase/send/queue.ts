import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import type { PurchaseDetail } from "../read/view.ts";
import { slotGap } from "./claim.ts";
import { slotsAhead } from "./turns.ts";

type Channel = PurchaseDetail["channel"];

/** How long a purchase may wait to be sent before it is cancelled with the money back, in seconds. */
export const PATIENCE_S: Readonly<Record<Channel, number>> = {
  web: 15 * 60,
  storefront: 30 * 60,
  api: 15 * 60,
  bulk: 24 * 3600,
};

/** Up to so many in the queue, their order does not matter for the estimate. */
const SHORT = 200;

/** The condition that a reseller has room in the queue: each may have only so many waiting. */
export function hasRoom(resellerId: number | SQL): SQL {
  return sql`${waitingOf(resellerId)} < ${env().WAITING_PER_RESELLER}::integer`;
}

/** The condition that a new purchase's turn comes before its deadline, given the present queue and pace. */
export function comesInTime(resellerId: SQL, channel: Channel): SQL {
  return sql`case when ${isQueueShort(channel)} then true
    else ${secondsTo(aheadOfNew(resellerId, channel))} <= ${PATIENCE_S[channel]}::float8 end`;
}

/** The condition that so few wait that a new purchase comes in time, in whichever order they are sent. */
export function isQueueShort(channel: Channel): SQL {
  const few = Math.min(SHORT, Math.floor(PATIENCE_S[channel] / slotGap()));
  return sql`(select waiting <= ${few} and ${secondsTo(sql`waiting`)} <= ${PATIENCE_S[channel]}::float8
    from (select count(*) as waiting from (select from purchases where state = 'queued' limit ${few + 1}) first) queue)`;
}

/**
 * How many purchases of a reseller wait to be sent, but for the rows of lists; counted up to the limit. The function
 * counts what is committed when it is called; a plain count would see the queue as it was before the statement waited for
 * its wallet's row.
 */
export function waitingOf(resellerId: number | SQL): SQL {
  return sql`waiting_of(${resellerId}, ${env().WAITING_PER_RESELLER})`;
}

/** In how many seconds a new purchase should be sent, given the present queue and pace. */
export function expectedWait(resellerId: number, channel: Channel): SQL {
  return secondsTo(aheadOfNew(resellerId, channel));
}

const aheadOfNew = (resellerId: number | SQL, channel: Channel) =>
  slotsAhead({ resellerId: sql`${resellerId}::bigint`, channel: sql`${channel}::text`, id: sql`null` });

const secondsTo = (ahead: SQL) => sql`(select greatest(0, extract(epoch from next_slot_at - now()))::float8
  + ${slotGap()}::float8 * ${ahead} from dispatcher)`;

/**
 * A queued purchase's place in the line, and when its turn should come at the present pace, in the order of `claim` if
 * nothing more comes in.
 */
export async function queueOf(ctx: Ctx, id: number): Promise<PurchaseDetail["queue"]> {
  const [row] = await ctx.db.execute<{ ahead: string; expected_at: string; stopped: boolean }>(sql`
    select line.ahead, d.stopped or p.paused as stopped,
      greatest(d.next_slot_at, now()) + make_interval(secs => ${slotGap()} * line.ahead::float8) as expected_at
    from purchases p
    cross join lateral (select ${slotsAhead({ resellerId: sql`p.reseller_id`, channel: sql`p.channel`, id: sql`p.id` })} as ahead) line
    cross join dispatcher d where p.id = ${id}`);
  return row
    ? { position: Number(row.ahead) + 1, expectedAt: new Date(row.expected_at), paused: row.stopped }
    : null;
}
