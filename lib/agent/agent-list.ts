import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { requireAdmin } from "#lib/core/context";
import { Id } from "#lib/core/id";
import { defineList, type RowOf } from "#lib/core/list/list";
import { buildWhere } from "#lib/core/list/page";
import { formatDecimal } from "#lib/core/money/money";
import { instant, int, joined, minor, readRows, textOf } from "#lib/core/read-rows";
import { containsText } from "#lib/core/text/search-text";
import { SearchText } from "#lib/core/text/single-line-text";

/** Pairs of parents and agents with what these earned them, newest first. Money in minor units. */
const Row = z.object({
  id: int,
  parent: z.object({ id: int, name: z.string() }),
  /** Null before the operator approved an account. */
  agent: joined({ id: int, name: z.string() }),
  name: z.string(),
  state: textOf<"invited" | "applied" | "active" | "ended">(),
  /** Both signed up with one number, signed in on one device, or top up from one account. */
  shared: z.array(textOf<"phone" | "device" | "account">()),
  /** Whether the parent's price is what the agent pays now. */
  inForce: z.boolean(),
  invitedAt: instant,
  startedAt: instant.nullable(),
  endsAt: instant.nullable(),
  endedAt: instant.nullable(),
  reason: z.string().nullable(),
  bought: int,
  amount: minor,
  commission: minor,
});

/** Lists all pairs, for admins only. */
export const agentList = defineList({
  allow: requireAdmin,
  filter: {
    state: z.enum(["invited", "applied", "active", "ended"]),
    /** Part of either name. */
    q: SearchText,
    /** Either of the pair. */
    reseller: Id,
  },
  pageSize: 50,
  read: async (ctx, { state, q, reseller }, slice) => {
    const conditions = [
      ...(state ? [sql`p.state = ${state}`] : []),
      ...(q ? [containsText(sql`concat_ws(' ', parent.name, agent.name, p.name)`, q)] : []),
      ...(reseller ? [sql`${reseller} in (p.parent_id, p.agent_id)`] : []),
      ...slice.conditions,
    ];
    const rows = await readRows(ctx.db, Row)`
      select
        p.id, parent.id as "parent.id", parent.name as "parent.name", agent.id as "agent.id",
        agent.name as "agent.name", p.name, p.state, ${selectShared(sql`p`)} as shared,
        p.state = 'active' and agent_terms_version(p.parent_id) is not null as in_force,
        p.invited_at, p.started_at, p.ends_at, p.ended_at, p.reason,
        coalesce(sold.bought, 0) as bought, coalesce(sold.amount, 0) as amount,
        coalesce(sold.commission, 0) as commission
      from agents p
      join accounts parent on parent.id = p.parent_id
      left join accounts agent on agent.id = p.agent_id
      left join lateral (${selectSold(sql`p`)}) sold on p.agent_id is not null
      ${buildWhere(conditions)}
      order by ${slice.orderBy}
      limit ${slice.limit}`;
    return slice.page(rows, (row) => row);
  },
  file: {
    name: "agents",
    columns: {
      number: ({ id }) => id,
      "parent id": ({ parent }) => parent.id,
      parent: ({ parent }) => parent.name,
      "agent id": ({ agent }) => agent?.id ?? null,
      agent: ({ agent, name }) => agent?.name ?? name,
      state: ({ state }) => state,
      invited: ({ invitedAt }) => invitedAt,
      started: ({ startedAt }) => startedAt,
      ended: ({ endedAt }) => endedAt,
      reason: ({ reason }) => reason,
      purchases: ({ bought }) => bought,
      paid: ({ amount }) => formatDecimal(amount),
      commission: ({ commission }) => formatDecimal(commission),
      shared: ({ shared }) => shared.join(" "),
    },
  },
});
export type AgentRow = RowOf<typeof agentList>;

/** Selects what the agent of a pair `g` bought while it lasted: delivered purchases that were paid. */
const selectSold = (g: SQL): SQL => sql`
  select count(*) as bought, sum(b.price) as amount, sum(b.commission) as commission
  from purchases b
  where b.parent_id = ${g}.parent_id and b.reseller_id = ${g}.agent_id and b.placed_at >= ${g}.started_at
    and (${g}.ended_at is null or b.placed_at < ${g}.ended_at)
    and b.ending = 'delivered' and coalesce(b.advance, 'repaid') = 'repaid'`;

/** Selects what both of a pair `g` have in common, for who looks whether they are one person. */
export const selectShared = (g: SQL): SQL => sql`to_jsonb(array_remove(array[
  case when exists (
    select from sign_ups a, sign_ups b
    where a.reseller_id = ${g}.parent_id and b.phone = a.phone
      and (b.reseller_id = ${g}.agent_id or b.id = ${g}.sign_up_id)) then 'phone' end,
  case when exists (
    select from sessions a join sessions b on b.device_hash = a.device_hash
    where a.account_id = ${g}.parent_id and b.account_id = ${g}.agent_id) then 'device' end], null))`;
