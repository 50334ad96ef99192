import { type SQL, sql } from "drizzle-orm";
import { CHANNEL_CYCLE, CYCLE_LENGTH, countStepsFrom } from "./fair-queue.ts";

/** A purchase in the queue, or one that would be added at its end (`id` null). */
export interface QueueItem {
  resellerId: SQL;
  channel: SQL;
  id: SQL;
}

/**
 * The number of queued purchases that are sent before this one, as if all suppliers had one queue: one value
 * of type bigint. Its reseller has a number of turns before it; in the meantime each other reseller has as
 * many, and one more if its turn comes first, but no more than it has purchases.
 */
export const queuePosition = (item: QueueItem): SQL => sql`(
  with last_turn as (
    select coalesce(max(claimed_at), '-infinity') as claimed_at, coalesce(max(place), 0) as place
    from (${selectLastTurn(item.resellerId)}) turn
  ),
  ${ownTurns(item)}
  select own.turns + coalesce((
    select sum(least(
      own.turns + case when ${isNextBefore(item.resellerId)} then 1 else 0 end,
      (${countWaiting(sql`w.reseller_id`, sql`own.turns + 1`)})
    ))
    from waiting_resellers w
    left join lateral (${selectLastTurn(sql`w.reseller_id`)}) t on true
    where w.reseller_id <> ${item.resellerId}
  ), 0)::bigint
  from own_turns own
  cross join last_turn)`;

/** Steps that end with `own_turns`: one row, the reseller's purchases that are sent before (`turns`). */
const ownTurns = ({ resellerId, channel, id }: QueueItem): SQL => sql`
  waiting as (
    select q.channel, count(*) as purchases
    from purchases q
    where q.state = 'queued' and not q.paused and q.reseller_id = ${resellerId}
      and (q.channel <> ${channel} or ${id}::bigint is null or q.id < ${id})
    group by q.channel
  ),
  -- The slots of one cycle from the reseller's next one on: of each the channel, how many it has (share),
  -- and which of them this is (nth).
  slots as (
    select
      cycle.channel, ${countStepsFrom(sql`place`)} as step,
      count(*) over (partition by cycle.channel) as share,
      row_number() over (partition by cycle.channel order by ${countStepsFrom(sql`place`)}) - 1 as nth
    from ${CHANNEL_CYCLE}
    cross join last_turn
  ),
  -- The slot of this purchase, after the waiting ones of its channel.
  own_slot as (
    select before.purchases / share * ${CYCLE_LENGTH} + step as step
    from slots
    cross join (
      select coalesce(max(purchases), 0) as purchases from waiting where channel = ${channel}
    ) before
    where slots.channel = ${channel} and nth = before.purchases % share
  ),
  -- The slots until then, of each channel: those of whole cycles, and of the last one.
  slots_before as (
    select
      slots.channel,
      max(share) * (max(own_slot.step) / ${CYCLE_LENGTH})
        + count(*) filter (where slots.step < own_slot.step % ${CYCLE_LENGTH}) as count
    from slots
    cross join own_slot
    group by slots.channel
  ),
  -- A slot of an empty channel takes no time.
  own_turns as (
    select coalesce(sum(least(waiting.purchases, slots_before.count)), 0)::bigint as turns
    from waiting
    join slots_before using (channel)
  )`;

/** The condition that another reseller `w`, whose last turn is `t`, comes before this one. */
const isNextBefore = (resellerId: SQL): SQL => sql`
  (coalesce(t.claimed_at, '-infinity'), w.reseller_id) < (last_turn.claimed_at, ${resellerId})`;

/** Counts a reseller's queued purchases, up to `most`. */
const countWaiting = (resellerId: SQL, most: SQL): SQL => sql`
  select count(*)
  from (
    select
    from purchases q
    where q.state = 'queued' and not q.paused and q.reseller_id = ${resellerId}
    limit ${most}
  ) theirs`;

/** Selects a reseller's last turn at any supplier. */
const selectLastTurn = (resellerId: SQL): SQL => sql`
  select claimed_at, place
  from fair_queue
  where fair_queue.reseller_id = ${resellerId}
  order by claimed_at desc
  limit 1`;
