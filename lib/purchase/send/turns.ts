import { type SQL, sql } from "drizzle-orm";
import { stillSells } from "#lib/catalogue/sale-conditions";

/**
 * In which order purchases are sent. The next reseller is the one whose last turn is the longest ago, however much they
 * have waiting. Which of their channels gets that turn goes round in a cycle: of ten turns four go to people on the web,
 * three to the shop, two to programs and one to bulk, and a channel in which nothing waits is passed over. Within a
 * channel the oldest goes first. What a paused list bought is passed over.
 */
const CYCLE = ["web", "storefront", "web", "api", "web", "storefront", "bulk", "web", "storefront", "api"];

const ROUND = sql.raw(String(CYCLE.length));
const cycle = sql.raw(
  `(values ${CYCLE.map((channel, pos) => `(${pos}, '${channel}')`).join(", ")}) cycle(pos, channel)`,
);
/** Steps from a reseller's position in the cycle to one of its slots. */
const stepsFrom = (place: SQL) => sql`(cycle.pos - ${place} + ${ROUND}) % ${ROUND}`;

/**
 * The resellers who have something queued, found by one index lookup each rather than by reading every purchase; ends
 * with a null.
 */
const waitingResellers = sql`
  (select reseller_id from purchases where state = 'queued' order by reseller_id limit 1)
  union all
  select (select p.reseller_id from purchases p where p.state = 'queued' and p.reseller_id > waiting.reseller_id
    order by p.reseller_id limit 1)
  from waiting where waiting.reseller_id is not null`;

/**
 * A query for the next purchase (`id`) and its reseller's position in the cycle afterwards (`place`), or for no row. The
 * purchase is locked; what somebody else has locked is skipped.
 */
export function nextInTurn(): SQL {
  // Loops that end at the first row found, so that one purchase alone is looked at and locked.
  return sql`
    with recursive waiting(reseller_id) as (${waitingResellers}),
    resellers_in_turn as materialized (
      select w.reseller_id, coalesce(t.place, 0) as place from waiting w left join turns t on t.reseller_id = w.reseller_id
      where w.reseller_id is not null order by t.claimed_at nulls first, w.reseller_id
    )
    select next.id, next.place from resellers_in_turn r cross join lateral (
      select oldest.id, (channels.pos + 1) % ${ROUND} as place
      from (select pos, channel from ${cycle} order by ${stepsFrom(sql`r.place`)}) channels
      cross join lateral (
        select p.id from purchases p
        where p.state = 'queued' and not p.paused and p.reseller_id = r.reseller_id and p.channel = channels.channel
          and p.deadline_at > now()
          and ${stillSells(sql`p`)}
        order by p.id limit 1 for update of p skip locked
      ) oldest
      limit 1
    ) next
    limit 1`;
}

/** A purchase in the queue, or one that would be added at its end (`id` null). */
export interface InQueue {
  resellerId: SQL;
  channel: SQL;
  id: SQL;
}

/** How many purchases are sent before this one, by what waits now. One value of type bigint. */
export function slotsAhead({ resellerId, channel, id }: InQueue): SQL {
  return sql`(
    with recursive waiting(reseller_id) as (${waitingResellers}),
    me as (
      select coalesce(max(claimed_at), '-infinity') as turn, coalesce(max(place), 0) as place
      from turns where turns.reseller_id = ${resellerId}
    ),
    own as (
      select q.channel, count(*) as waiting from purchases q
      where q.state = 'queued' and not q.paused and q.reseller_id = ${resellerId} and (q.channel <> ${channel} or ${id}::bigint is null or q.id < ${id})
      group by q.channel
    ),
    round as (
      select cycle.channel, ${stepsFrom(sql`me.place`)} as step, count(*) over (partition by cycle.channel) as share,
        row_number() over (partition by cycle.channel order by ${stepsFrom(sql`me.place`)}) - 1 as nth
      from ${cycle} cross join me
    ),
    mine as (
      select before.waiting / share * ${ROUND} + step as step from round
      cross join (select coalesce(max(waiting), 0) as waiting from own where own.channel = ${channel}) before
      where round.channel = ${channel} and nth = before.waiting % share
    ),
    earlier as (
      select coalesce(sum(least(own.waiting, passed.turns)), 0)::bigint as turns from own join (
        select round.channel, max(share) * (max(mine.step) / ${ROUND}) + count(*) filter (where round.step < mine.step % ${ROUND}) as turns
        from round cross join mine group by round.channel
      ) passed on passed.channel = own.channel
    )
    select earlier.turns + coalesce((
      select sum(least(
        earlier.turns + case when (coalesce(t.claimed_at, '-infinity'), w.reseller_id) < (me.turn, ${resellerId}) then 1 else 0 end,
        (select count(*) from (select from purchases q where q.state = 'queued' and not q.paused and q.reseller_id = w.reseller_id
          limit earlier.turns + 1) theirs)))
      from waiting w left join turns t on t.reseller_id = w.reseller_id where w.reseller_id <> ${resellerId}
    ), 0)::bigint
    from earlier cross join me)`;
}
