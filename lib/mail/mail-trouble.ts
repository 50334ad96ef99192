import { and, desc, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { deliveries } from "#db/schema/delivery";
import { type Ctx, requireAdmin, requireSystem, requireUser } from "#lib/core/context";
import { instant, int, readRow } from "#lib/core/read-rows";

/** Email that is not being sent, or failed. */
export type MailTrouble = z.output<typeof TroubleRow> & { problem: string };

const TroubleRow = z.object({
  /** The age of the oldest email that waits after failed attempts; null when none does. */
  waitingSince: instant.nullable(),
  /** The number of emails that failed in the last day. */
  givenUp: int,
  /** The last response of the mail server. */
  problem: z.string().nullable(),
});

/** Returns why email is not sent; undefined when it is. Admins only. */
export async function getMailTrouble(ctx: Ctx): Promise<MailTrouble | undefined> {
  requireAdmin(ctx);
  const { problem, ...trouble } = await readRow(ctx.db, TroubleRow)`
    select min(created_at) filter (where state = 'waiting') as waiting_since,
      (count(*) filter (where state = 'failed'))::int as given_up,
      (array_agg(problem order by id desc))[1] as problem
    from deliveries where channel = 'mail' and problem is not null
      and (state = 'waiting' and attempts > 2 or state = 'failed' and done_at > now() - interval '1 day')`;
  return problem === null ? undefined : { ...trouble, problem };
}

/** Returns why the last email to the actor failed; undefined when it was delivered, or none was sent. */
export async function getAccountMailTrouble(
  ctx: Ctx,
): Promise<{ recipient: string; problem: string } | undefined> {
  const { id } = requireUser(ctx);
  const [last] = await ctx.db
    .select({ recipient: deliveries.target, problem: deliveries.problem })
    .from(deliveries)
    .where(
      and(sql`${deliveries.channel} = 'mail'`, eq(deliveries.accountId, id), ne(deliveries.state, "waiting")),
    )
    .orderBy(desc(deliveries.id))
    .limit(1);
  return last?.problem ? { recipient: last.recipient, problem: last.problem } : undefined;
}

export async function failExpiredMails(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  await ctx.db.execute(sql`
    update deliveries
    set
      state = 'failed', done_at = now(), sealed = null,
      problem = coalesce(problem, 'no mail server is set')
    where channel = 'mail' and state = 'waiting' and expires_at < now()
      and (claimed_until is null or claimed_until < now())`);
}
