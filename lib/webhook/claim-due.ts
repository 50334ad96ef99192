import { sql } from "drizzle-orm";
import { type Ctx, requireSystem } from "#lib/core/context";

/** A message that this process alone may now send. */
export interface Due {
  id: number;
  messageId: string;
  type: string;
  subject: string;
  createdAt: Date;
  body: string | null;
  /** Which try this is, from 1. */
  tries: number;
  endpointId: number;
  resellerId: number;
  url: string;
  sealedSecret: string;
  /** Why nothing may be sent there any more. */
  ended: "removed" | "closed" | null;
  /** Whether its address failed or took long the last time. */
  slow: boolean;
  /** Until when this process holds the address; identifies the claim. */
  claimedUntil: string;
}

/** How many messages may be sent now: to addresses that answer promptly, and to slow ones. */
export interface Room {
  prompt: number;
  slow: number;
}

/** How many addresses of one reseller are sent to at once: all that they may have, but few slow ones. */
const MOST: Room = { prompt: 5, slow: 2 };

type Row = Record<
  | "id"
  | "message_id"
  | "type"
  | "subject"
  | "created_ms"
  | "endpoint_id"
  | "reseller_id"
  | "url"
  | "sealed_secret"
  | "claimed_until",
  string
> & {
  next: string | null;
  body: string | null;
  tries: number;
  ended: Due["ended"];
  slow: boolean;
};

/**
 * Claims addresses that have a due message, and one message of each. Nobody else sends there for `leaseMs`, or until
 * the try is recorded. Resellers take turns. A failing address gets its newest message, because that is the one that
 * somebody asks for by hand.
 * @returns also in how many ms the next message is due; undefined when none waits.
 */
export async function claimDue(
  ctx: Ctx,
  room: Room,
  leaseMs: number,
): Promise<{ due: Due[]; nextIn: number | undefined }> {
  requireSystem(ctx);
  const oldest = sql`select id from webhook_deliveries where endpoint_id = e.id and state = 'waiting'
    and (next_at <= now() or r.ended is not null) and e.failing_since is null order by next_at, id limit 1`;
  const newest = sql`select id from webhook_deliveries where endpoint_id = e.id and state = 'waiting'
    and (next_at <= now() or r.ended is not null) and e.failing_since is not null order by next_at desc, id desc limit 1`;
  const rows = await ctx.db.execute<Row>(sql`
    with recursive waiting (endpoint_id) as (
      -- One look into the index for each address that has a message waiting, however many it has.
      (select endpoint_id from webhook_deliveries where state = 'waiting' order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from webhook_deliveries d
        where d.state = 'waiting' and d.endpoint_id > waiting.endpoint_id order by d.endpoint_id limit 1)
      from waiting where waiting.endpoint_id is not null
    ),
    addresses as (
      select e.id, e.reseller_id, e.slow, e.claimed_until, e.rest_until,
        case when e.removed_at is not null then 'removed' when s.state = 'closed' then 'closed' end as ended
      from waiting join webhook_endpoints e on e.id = waiting.endpoint_id join resellers s on s.id = e.reseller_id
    ),
    ready as (
      select a.id, a.reseller_id, a.slow, a.ended,
        greatest(a.claimed_until, case when a.ended is null then greatest(a.rest_until, first.next_at) else now() end) as at
      from addresses a cross join lateral (
        select next_at from webhook_deliveries where endpoint_id = a.id and state = 'waiting' order by next_at limit 1
      ) first
    ),
    busy as (
      select reseller_id, slow, count(*) as count from webhook_endpoints where claimed_until > now() group by reseller_id, slow
    ),
    turns as (
      select r.id, r.slow, r.at, r.ended, coalesce(busy.count, 0)
        + row_number() over (partition by r.reseller_id, r.slow order by r.at, r.id) as turn
      from ready r left join busy using (reseller_id, slow) where r.at <= now()
    ),
    chosen as (
      select *, row_number() over (partition by slow order by turn, at, id) as place from turns
      where turn <= case when slow then ${MOST.slow} else ${MOST.prompt} end::int
    ),
    locked as (
      select e.id, e.reseller_id, e.url, e.sealed_secret, e.slow, r.ended, picked.id as delivery_id
      from (
        select * from webhook_endpoints where id in (
          select id from chosen where place <= case when slow then ${room.slow} else ${room.prompt} end::int
        ) and (claimed_until is null or claimed_until <= now()) for no key update skip locked
      ) e join ready r on r.id = e.id cross join lateral ((${oldest}) union all (${newest})) picked
    ),
    taken as (
      update webhook_deliveries d set tries = d.tries + 1, next_at = now() + make_interval(secs => ${leaseMs / 1000})
      from locked e where d.id = e.delivery_id and d.state = 'waiting' and (d.next_at <= now() or e.ended is not null)
      returning d.*, e.reseller_id, e.url, e.sealed_secret, e.slow, e.ended
    ),
    claimed as (
      update webhook_endpoints e set claimed_until = t.next_at from taken t where e.id = t.endpoint_id
    )
    select (select extract(epoch from min(at) - now()) * 1000 from ready where at > now()) as next,
      t.id, t.message_id, t.type, t.subject, t.body, t.tries, t.endpoint_id, t.reseller_id, t.url, t.sealed_secret, t.slow,
      t.ended, t.next_at::text as claimed_until, (extract(epoch from t.created_at) * 1000)::bigint as created_ms
    from (select) one left join taken t on true`);
  const next = rows[0]?.next;
  return {
    due: rows.filter(({ id }) => id !== null).map(toDue),
    nextIn: next == null ? undefined : Number(next),
  };
}

function toDue(row: Row): Due {
  return {
    id: Number(row.id),
    messageId: row.message_id,
    type: row.type,
    subject: row.subject,
    createdAt: new Date(Number(row.created_ms)),
    body: row.body,
    tries: row.tries,
    endpointId: Number(row.endpoint_id),
    resellerId: Number(row.reseller_id),
    url: row.url,
    sealedSecret: row.sealed_secret,
    ended: row.ended,
    slow: row.slow,
    claimedUntil: row.claimed_until,
  };
}
