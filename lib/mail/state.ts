import { and, desc, eq, sql } from "drizzle-orm";
import { mails } from "#db/schema/mail";
import { type Ctx, requireAdmin, requirePerson, requireSystem } from "#lib/core/context";

/** Mail that does not go out, or was given up. */
export interface MailTrouble {
  /** Since when mail waits that has been tried in vain; null when none does. */
  waitingSince: Date | null;
  /** How many mails were given up in the last day. */
  givenUp: number;
  /** What the mail server said last. */
  problem: string;
}

/** Whether mail goes out; undefined when it does. Admins only. */
export async function mailTrouble(ctx: Ctx): Promise<MailTrouble | undefined> {
  requireAdmin(ctx);
  const [row] = await ctx.db.execute<{ since: string | null; given_up: number; problem: string | null }>(sql`
    select extract(epoch from min(created_at) filter (where state = 'waiting'))::text as since,
      (count(*) filter (where state = 'failed'))::int as given_up,
      (array_agg(problem order by id desc))[1] as problem
    from mails where problem is not null
      and (state = 'waiting' and tries > 2 or state = 'failed' and done_at > now() - interval '1 day')`);
  if (!row?.problem) return undefined;
  return {
    waitingSince: row.since === null ? null : new Date(Number(row.since) * 1000),
    givenUp: row.given_up,
    problem: row.problem,
  };
}

/** Why the last mail to the acting person did not arrive; undefined when it did, or none was sent. */
export async function ownMailTrouble(ctx: Ctx): Promise<{ recipient: string; problem: string } | undefined> {
  const { id } = requirePerson(ctx);
  const [last] = await ctx.db
    .select({ recipient: mails.recipient, problem: mails.problem })
    .from(mails)
    .where(and(eq(mails.accountId, id), sql`${mails.state} <> 'waiting'`))
    .orderBy(desc(mails.id))
    .limit(1);
  return last?.problem ? { recipient: last.recipient, problem: last.problem } : undefined;
}

/** Gives up what waited too long. */
export async function giveUpMails(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  await ctx.db.execute(sql`
    update mails set state = 'failed', done_at = now(), sealed = null, problem = coalesce(problem, 'no mail server is set')
    where state = 'waiting' and give_up_at < now() and (claimed_until is null or claimed_until < now())`);
}
