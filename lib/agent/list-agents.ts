import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { instant, int, minor, readRow, readRows, textOf } from "#lib/core/read-rows";
import { dayOf, startOfDay } from "#lib/core/time/time";

/** The earnings of a parent, in minor units: reversed commissions are taken out of the day they were earned on. */
export interface AgentEarnings {
  today: Minor;
  month: Minor;
}

/** An agent, or an invitation, as the parent sees it: never customers' numbers nor selling prices. */
export type AgentView = z.output<typeof AgentRow>;

const AgentRow = z.object({
  /** The pair's. */
  id: int,
  /** The account's name; before there is one, as invited. */
  name: z.string(),
  /** Of an invitation only. */
  phone: z.string().nullable(),
  state: textOf<"invited" | "applied" | "active" | "ended">(),
  invitedAt: instant,
  expiresAt: instant,
  startedAt: instant.nullable(),
  /** When the parent's price ends, where that is planned. */
  endsAt: instant.nullable(),
  endedAt: instant.nullable(),
  reason: z.string().nullable(),
  /** Of active ones: the last request or purchase. */
  seenAt: instant.nullable(),
  /** Delivered purchases of this month as an agent of this parent: their count and what the agent paid. */
  month: z.object({ count: int, amount: minor, commission: minor }),
  today: z.object({ count: int, amount: minor, commission: minor }),
});

const MAX_LISTED = 1_200;

/** Lists the acting reseller's agents and invitations, active ones first, the newest first. */
export async function listAgents(ctx: Ctx): Promise<AgentView[]> {
  const { id } = requireReseller(ctx);
  const { today, month } = getSpans();
  return readRows(ctx.db, AgentRow)`
    select
      g.id, coalesce(a.name, g.name) as name, case when g.agent_id is null then g.phone end as phone,
      g.state, g.invited_at, g.expires_at, g.started_at, g.ends_at, g.ended_at, g.reason,
      case when g.state = 'active' then greatest(
        (select max(seen_at) from sessions where account_id = g.agent_id),
        (select max(used_at) from tokens where reseller_id = g.agent_id)) end as seen_at,
      ${selectSales(month)} as month, ${selectSales(today)} as today
    from agents g
    left join accounts a on a.id = g.agent_id
    where g.parent_id = ${id}
    order by array_position(array['active', 'applied', 'invited', 'ended'], g.state), g.id desc
    limit ${MAX_LISTED}`;
}

/** Selects what an agent of the pair `g` bought since a time, while the pair lasted. */
const selectSales = (since: Date): SQL => sql`(
  select jsonb_build_object('count', count(*), 'amount', coalesce(sum(p.price), 0)::text,
    'commission', coalesce(sum(p.commission), 0)::text)
  from purchases p
  where p.parent_id = g.parent_id and p.reseller_id = g.agent_id
    and p.placed_at >= greatest(g.started_at, ${since.toISOString()}::timestamptz)
    and (g.ended_at is null or p.placed_at < g.ended_at)
    and p.ending = 'delivered' and coalesce(p.advance, 'repaid') = 'repaid')`;

/** Returns what the acting reseller earned by agents today and this month. */
export async function getAgentEarnings(ctx: Ctx): Promise<AgentEarnings> {
  const { id } = requireReseller(ctx);
  const { today, month } = getSpans();
  const since = (from: Date) => sql`(
    select coalesce(sum(p.commission), 0)
    from purchases p
    where p.parent_id = ${id} and p.placed_at >= ${from.toISOString()}::timestamptz
      and p.ending = 'delivered' and coalesce(p.advance, 'repaid') = 'repaid')`;
  return readRow(ctx.db, z.object({ today: minor, month: minor }))`
    select ${since(today)} as today, ${since(month)} as month`;
}

function getSpans() {
  const today = dayOf(new Date());
  const first = Temporal.PlainDate.from(today).with({ day: 1 }).toString();
  return { today: startOfDay(today), month: startOfDay(first) };
}

const ParentRow = z.object({
  pairId: int,
  name: z.string(),
  since: instant,
  /** When the parent's price ends, where that is planned. */
  endsAt: instant.nullable(),
  /** Whether the parent's price is what the agent pays now; else their own level's. */
  inForce: z.boolean(),
});

/** Returns whose agent the acting reseller is; null for one who isn't. */
export async function getOwnParent(ctx: Ctx): Promise<z.output<typeof ParentRow> | null> {
  const { id } = requireReseller(ctx);
  const [row] = await readRows(ctx.db, ParentRow)`
    select g.id as pair_id, a.name, g.started_at as since, g.ends_at,
      agent_terms_version(g.parent_id) is not null as in_force
    from agents g
    join accounts a on a.id = g.parent_id
    where g.agent_id = ${id} and g.state = 'active'`;
  return row ?? null;
}
