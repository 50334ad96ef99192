import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireAdmin, requireSystem } from "#lib/core/context";
import { int, readRow } from "#lib/core/read-rows";

/** Messages to customers that aren't being sent, or that providers rejected. */
export interface MessageTrouble {
  /** Those that wait after failed attempts. */
  waiting: number;
  /** Those of the last day that were rejected for good. */
  failed: number;
  /** The last reason. */
  problem: string;
}

/** Returns why messages to customers are not sent; undefined when they are. Admins only. */
export async function getMessageTrouble(ctx: Ctx): Promise<MessageTrouble | undefined> {
  requireAdmin(ctx);
  const { failed, problem, waiting } = await readRow(
    ctx.db,
    z.object({ waiting: int, failed: int, problem: z.string().nullable() }),
  )`
    select
      (count(*) filter (where d.state = 'waiting'))::int as waiting,
      (count(*) filter (where d.state = 'failed'))::int as failed,
      (array_agg(d.problem order by d.id desc))[1] as problem
    from deliveries d
    join customer_messages m on m.message_id = d.message_id
    where d.channel = 'messages'
      and d.problem is not null
      and m.skipped is null
      and (d.state = 'waiting' and d.attempts > 2
        or d.state = 'failed' and d.done_at > now() - interval '1 day')`;
  return problem ? { waiting, failed, problem } : undefined;
}

/** Fails messages that waited for a day. */
export async function failExpiredMessages(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  await ctx.db.execute(sql`
    with expired as (
      update deliveries
      set state = 'failed', done_at = now(), sealed = null, problem = coalesce(problem, 'it waited too long')
      where channel = 'messages'
        and state = 'waiting'
        and expires_at < now()
        and (claimed_until is null or claimed_until < now())
      returning message_id
    )
    update customer_messages m
    set skipped = 'expired'
    from expired
    where m.message_id = expired.message_id`);
}
