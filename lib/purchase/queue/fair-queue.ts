import { type SQL, sql } from "drizzle-orm";
import type { PurchaseChannel } from "#lib/purchase/read/purchase-view";

/**
 * The order of channels within a reseller's turns: of ten, four go to the web, three to the shop, two to the
 * API and one to batches. The next reseller is the one whose last turn is the longest ago; empty channels and
 * paused batches are skipped, and within a channel the oldest purchase goes first.
 */
const CYCLE: PurchaseChannel[] = ["web", "shop", "web", "api", "web", "shop", "batch", "web", "shop", "api"];

const CYCLE_LENGTH = sql.raw(String(CYCLE.length));
const cycleValues = sql.raw(
  `(values ${CYCLE.map((channel, pos) => `(${pos}, '${channel}')`).join(", ")}) cycle(pos, channel)`,
);
/** The steps from a reseller's position in the cycle to one of its slots. */
const countStepsFrom = (place: SQL) => sql`(cycle.pos - ${place} + ${CYCLE_LENGTH}) % ${CYCLE_LENGTH}`;

/**
 * A query that locks the next purchase (`id`), with its reseller's next position in the cycle (`place`); it
 * skips locked purchases and may return no row.
 * @param supplierId the supplier for whose turn it is.
 * @param isTaken the condition on a purchase `p` that it is taken.
 */
export function nextInFairQueue(supplierId: SQL, isTaken: (p: SQL) => SQL): SQL {
  // Loops that end at the first row found, so that one purchase alone is looked at and locked.
  return sql`
    with resellers_in_turn as materialized (
      select w.reseller_id, coalesce(t.place, 0) as place
      from waiting_resellers w
      left join fair_queue t on t.reseller_id = w.reseller_id and t.supplier_id = ${supplierId}
      order by t.claimed_at nulls first, w.reseller_id
    )
    select next.id, next.place
    from resellers_in_turn r
    cross join lateral (
      select oldest.id, (channels.pos + 1) % ${CYCLE_LENGTH} as place
      from (select pos, channel from ${cycleValues} order by ${countStepsFrom(sql`r.place`)}) channels
      cross join lateral (
        select p.id
        from purchases p
        where p.state = 'queued' and not p.paused and p.reseller_id = r.reseller_id
          and p.channel = channels.channel
          and p.deadline_at > now()
          and ${isTaken(sql`p`)}
        order by p.id
        limit 1
        for update of p skip locked
      ) oldest
      limit 1
    ) next
    limit 1`;
}

/** A purchase in the queue, or one that would be added at its end (`id` null). */
export interface QueueItem {
  resellerId: SQL;
  channel: SQL;
  id: SQL;
}

/** A reseller's last turn at any supplier. */
const selectLastTurn = (resellerId: SQL) => sql`
  select claimed_at, place
  from fair_queue
  where fair_queue.reseller_id = ${resellerId}
  order by claimed_at desc
  limit 1`;

/**
 * The number of queued purchases that are sent before this one, as if all suppliers had one queue: one value
 * of type bigint.
 */
export function queuePosition({ resellerId, channel, id }: QueueItem): SQL {
  return sql`(
    with me as (
      select coalesce(max(claimed_at), '-infinity') as turn, coalesce(max(place), 0) as place
      from (${selectLastTurn(resellerId)}) last_turn
    ),
    own as (
      select q.channel, count(*) as waiting
      from purchases q
      where q.state = 'queued' and not q.paused and q.reseller_id = ${resellerId}
        and (q.channel <> ${channel} or ${id}::bigint is null or q.id < ${id})
      group by q.channel
    ),
    -- The slots of one cycle from the reseller's next one on: of each the channel, how many it has (share),
    -- and which of them this is (nth).
    round as (
      select
        cycle.channel, ${countStepsFrom(sql`me.place`)} as step,
        count(*) over (partition by cycle.channel) as share,
        row_number() over (
          partition by cycle.channel order by ${countStepsFrom(sql`me.place`)}
        ) - 1 as nth
      from ${cycleValues}
      cross join me
    ),
    -- The slot of this purchase, after the waiting ones of its channel.
    mine as (
      select before.waiting / share * ${CYCLE_LENGTH} + step as step
      from round
      cross join (
        select coalesce(max(waiting), 0) as waiting from own where own.channel = ${channel}
      ) before
      where round.channel = ${channel} and nth = before.waiting % share
    ),
    -- The slots until then, of each channel: those of whole cycles, and of the last one.
    passed as (
      select
        round.channel,
        max(share) * (max(mine.step) / ${CYCLE_LENGTH})
          + count(*) filter (where round.step < mine.step % ${CYCLE_LENGTH}) as turns
      from round
      cross join mine
      group by round.channel
    ),
    -- The reseller's own purchases that are sent before; a slot of an empty channel takes no time.
    earlier as (
      select coalesce(sum(least(own.waiting, passed.turns)), 0)::bigint as turns
      from own
      join passed on passed.channel = own.channel
    )
    -- As many of each other reseller, and one more of those whose turn comes first.
    select earlier.turns + coalesce((
      select sum(least(
        earlier.turns + case
          when (coalesce(t.claimed_at, '-infinity'), w.reseller_id) < (me.turn, ${resellerId}) then 1
          else 0
        end,
        (
          select count(*)
          from (
            select
            from purchases q
            where q.state = 'queued' and not q.paused and q.reseller_id = w.reseller_id
            limit earlier.turns + 1
          ) theirs
        )
      ))
      from waiting_resellers w
      left join lateral (${selectLastTurn(sql`w.reseller_id`)}) t on true
      where w.reseller_id <> ${resellerId}
    ), 0)::bigint
    from earlier
    cross join me)`;
}
