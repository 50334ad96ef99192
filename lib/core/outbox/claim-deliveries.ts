import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireSystem } from "#lib/core/context";
import { instant, int, joined, readRows } from "#lib/core/read-rows";
import type { Delivery, OutboxChannel } from "./outbox-channel.ts";

const NO_LIMIT = { prompt: 1_000, slow: 1_000 };
const selectPromptTarget = () => sql`
  select false as slow, false as failing, null::timestamptz as paused_until, null::text as ended`;

interface Claim {
  items: Delivery[];
  /** In how many ms the next delivery is due; undefined when none waits. */
  nextInMs: number | undefined;
}

/**
 * Claims due deliveries, one of each target, for as long as the channel's lease. Accounts take turns. A
 * failing target gets its newest delivery, since that is the one that people wait for after a manual resend.
 * @param room how many may be claimed, to targets that respond promptly and to slow ones
 */
export async function claimDeliveries(
  ctx: Ctx,
  channel: OutboxChannel,
  room: { prompt: number; slow: number },
): Promise<Claim> {
  requireSystem(ctx);
  const rows = await ctx.db.transaction(async (tx) => {
    // Claims of one channel follow each other: each sees what the one before it took.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('outbox', hashtext(${channel.name})))`,
    );
    return readRows(tx, ClaimRow)`${buildClaim(channel, room)}`;
  });
  return {
    items: rows.flatMap(({ delivery }) => delivery ?? []),
    nextInMs: rows[0]?.nextMs ?? undefined,
  };
}

function buildClaim(channel: OutboxChannel, room: { prompt: number; slow: number }): SQL {
  const { name, leaseMs, targetState = selectPromptTarget, perAccount = NO_LIMIT } = channel;
  const d = sql`d`;
  const may = channel.may?.(d) ?? sql`true`;
  const late = channel.late?.(d);
  const waiting = sql`d.channel = ${name} and d.state = 'waiting'`;
  return sql`
    with recursive targets (target) as (
      -- One look into the index for each target, however many deliveries wait for it.
      (select d.target from deliveries d where ${waiting} order by d.target limit 1)
      union all
      select (
        select d.target
        from deliveries d
        where ${waiting} and d.target > targets.target
        order by d.target
        limit 1
      )
      from targets
      where targets.target is not null
    ),
    -- A target gets one delivery at a time.
    busy as (
      select target, max(claimed_until) as until
      from deliveries
      where channel = ${name} and claimed_until > now()
      group by target
    ),
    -- The first delivery of each target, and when it may be sent; one to a target that ended fails at once.
    ready as (
      select
        t.target, s.slow, s.failing, s.ended, busy.until as busy_until, first.id, first.late,
        coalesce(first.account_id::text, t.target) as owner,
        case when s.ended is null then greatest(s.paused_until, first.next_at) else now() end as at
      from targets t
      cross join lateral (${targetState(sql`t.target`)}) s
      left join busy on busy.target = t.target
      cross join lateral (
        select d.id, d.account_id, d.next_at, ${late ?? sql`false`} as late
        from deliveries d
        where ${waiting} and d.target = t.target and ${may}
        order by ${late ? sql`late, ` : sql``}d.next_at, d.id
        limit 1
      ) first
      where t.target is not null
    ),
    -- Deliveries under way count as the first turns of their account.
    ranked as (
      select
        *,
        count(busy_until) over (partition by owner, slow) + row_number() over (
          partition by owner, slow, busy_until is null and at <= now() order by late, at, id) as turn
      from ready
    ),
    chosen as (
      select *, row_number() over (partition by slow order by turn, late, at, id) as place
      from ranked
      where busy_until is null and at <= now()
        and turn <= case when slow then ${perAccount.slow} else ${perAccount.prompt} end::int
    ),
    picked as materialized (
      select
        slow, ended,
        case
          when failing and ended is null then (
            select d.id
            from deliveries d
            where ${waiting} and d.target = c.target and ${may} and d.next_at <= now()
            order by d.next_at desc, d.id desc
            limit 1)
          else id
        end as id
      from chosen c
      where place <= case when slow then ${room.slow} else ${room.prompt} end::int
    ),
    taken as (
      update deliveries d
      set attempts = d.attempts + 1, claimed_until = now() + make_interval(secs => ${leaseMs / 1000})
      from picked p
      where d.id = p.id and d.state = 'waiting'
      returning d.*, p.slow, p.ended
    ),
    next as (
      select min(greatest(at, busy_until)) as at from ready where greatest(at, busy_until) > now()
    )
    select
      extract(epoch from next.at - now())::float8 * 1000 as next_ms,
      t.id as "delivery.id", t.message_id as "delivery.message_id", t.target as "delivery.target",
      t.account_id as "delivery.account_id", t.type as "delivery.type", t.subject as "delivery.subject",
      t.body as "delivery.body", t.sealed as "delivery.sealed", t.created_at as "delivery.created_at",
      t.attempts as "delivery.attempts", t.slow as "delivery.slow", t.ended as "delivery.ended",
      t.claimed_until::text as "delivery.claimed_until"
    from next
    left join taken t on true`;
}

const ClaimRow = z.object({
  nextMs: z.number().nullable(),
  delivery: joined({
    id: int,
    messageId: z.string(),
    target: z.string(),
    accountId: int.nullable(),
    type: z.string(),
    subject: z.string(),
    body: z.string().nullable(),
    sealed: z.string().nullable(),
    createdAt: instant,
    attempts: int,
    slow: z.boolean(),
    ended: z.string().nullable(),
    claimedUntil: z.string(),
  }),
});
