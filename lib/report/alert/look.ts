import { type SQL, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { type Ctx, requireSystem } from "#lib/core/context";
import { needs } from "../home.ts";
import { needWords, plainNote } from "../need-words.ts";

/** A need that does not last so long, in seconds, is told to nobody, and forgotten. */
const LASTS = 45;

/** So long, in seconds, a need must be gone to be over: this, doubled each time that it came back within a day. */
const GONE = { least: 120, most: 7_200 };

/**
 * Looks at what needs a hand, and writes for each receiver what it has to be told: that something began, once it lasts, and
 * that it is over, once it is gone for good. To be called every minute; several processes may, and one of them does it.
 */
export async function lookForAlerts(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  const seen = (await needs(ctx)).map((need) => {
    const words = needWords(need);
    return { kind: need.kind, title: words.title, note: plainNote(words), path: words.path };
  });
  await inTransaction(ctx, async (tx) => {
    const [free] = await tx.db.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('alerts', 0)) as mine`,
    );
    if (!free?.mine) return;
    await tx.db.execute(sql`
      insert into alerts (kind, title, note, path)
      select * from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as seen (kind text, title text, note text, path text)
      on conflict (kind) where over_at is null
      do update set title = excluded.title, note = excluded.note, path = excluded.path, seen_at = now()`);
    await tx.db.execute(sql`
      delete from alerts where over_at is null and seen_at < now() - make_interval(secs => ${GONE.least})
        and seen_at < began_at + make_interval(secs => ${LASTS})`);
    const ended = await tx.db.execute<{ id: string }>(sql`
      update alerts a set over_at = now() where over_at is null and seen_at < now() - least(
        make_interval(secs => ${GONE.most}),
        make_interval(secs => ${GONE.least}) * power(2, (select least(count(*), 10) from alerts b
          where b.kind = a.kind and b.over_at > now() - interval '1 day'))) returning id`);
    if (ended.length > 0) await tellOver(tx, sql`${`{${ended.map(({ id }) => id).join()}}`}::bigint[]`);
    await tx.db.execute(sql`
      insert into alert_posts (alert_id, receiver_id, over)
      select a.id, r.id, false from alerts a join alert_receivers r on ${IS_TOLD}
      where a.over_at is null and a.seen_at = now() and a.began_at <= now() - make_interval(secs => ${LASTS})
      on conflict do nothing`);
  });
}

/** What a receiver is told of: what it wants, but not by a way that this very need has closed. */
const IS_TOLD = sql`r.removed_at is null and not a.kind = any (r.without) and not (a.kind = 'mail' and r.way = 'mail')
  and not (a.kind = 'alerts' and r.failing_since is not null)`;

/** Whoever was told that it began is told that it is over; whoever was yet to be told, in the morning perhaps, hears nothing. */
async function tellOver(tx: Ctx, ended: SQL): Promise<void> {
  await tx.db.execute(
    sql`delete from alert_posts where alert_id = any (${ended}) and state = 'waiting' and tries = 0`,
  );
  await tx.db.execute(sql`
    insert into alert_posts (alert_id, receiver_id, over)
    select p.alert_id, p.receiver_id, true from alert_posts p join alert_receivers r on r.id = p.receiver_id and r.removed_at is null
    where p.alert_id = any (${ended}) and not p.over and p.state <> 'failed' on conflict do nothing`);
}
