import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { type Ctx, requireSystem } from "#lib/core/context";
import type { Module } from "#lib/core/module";
import { readRow, readRows } from "#lib/core/read-rows";
import { formatExactTime } from "#lib/core/time/time";
import { type ActionItem, listActionItems } from "#lib/monitoring/action-items";

/** An action item that lasts less than this, in seconds, is not sent, and deleted. */
const MIN_DURATION_S = 45;

/** Older alerts are not sent any more. */
const EXPIRES_AT = sql`now() + interval '24 hours'`;

/** Seconds that an action item must be gone to be resolved; doubled each time it came back within a day. */
const RESOLVE_DELAY_S = { least: 120, most: 7_200 };

/**
 * Compares action items with open alerts, and queues for each recipient that an alert opened, once it has
 * lasted, and that it is resolved, once it is gone for good. One that could not be checked neither opens nor
 * resolves. To be called every minute; of concurrent calls one does the work.
 * @returns the kinds of action items that could not be checked
 */
export async function detectAlerts(ctx: Ctx, modules: readonly Module[]): Promise<string[]> {
  requireSystem(ctx);
  const items = await listActionItems(ctx, modules);
  const unchecked = items.filter(({ isUnchecked }) => isUnchecked).map(({ kind }) => kind);
  const seen = items
    .filter(({ isUnchecked }) => !isUnchecked)
    .map((item) => ({ kind: item.kind, title: item.title, note: toPlainNote(item), path: item.path }));
  await inTransaction(ctx, async (tx) => {
    const { mine } = await readRow(tx.db, z.object({ mine: z.boolean() }))`
      select pg_try_advisory_xact_lock(hashtextextended('alerts', 0)) as mine`;
    if (!mine) return;
    await tx.db.execute(sql`
      insert into alerts (kind, title, note, path)
      select *
      from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb)
        as seen (kind text, title text, note text, path text)
      on conflict (kind) where resolved_at is null do update
      set title = excluded.title, note = excluded.note, path = excluded.path, seen_at = now()`);
    await tx.db.execute(sql`
      update alerts
      set seen_at = now()
      where resolved_at is null and kind = any (${`{${unchecked.join()}}`}::text[])`);
    await tx.db.execute(sql`
      delete from alerts
      where resolved_at is null and seen_at < now() - make_interval(secs => ${RESOLVE_DELAY_S.least})
        and seen_at < began_at + make_interval(secs => ${MIN_DURATION_S})`);
    const ended = await readRows(tx.db, z.object({ id: z.string() }))`
      update alerts a set resolved_at = now() where resolved_at is null and seen_at < now() - least(
        make_interval(secs => ${RESOLVE_DELAY_S.most}),
        make_interval(secs => ${RESOLVE_DELAY_S.least}) * power(2, (select least(count(*), 10) from alerts b
          where b.kind = a.kind and b.resolved_at > now() - interval '1 day'))) returning id`;
    if (ended.length > 0) await notifyResolved(tx, sql`${`{${ended.map(({ id }) => id).join()}}`}::text[]`);
    await tx.db.execute(sql`
      insert into deliveries (channel, target, type, subject, expires_at)
      select 'alerts', r.id, 'alert.began', a.id, ${EXPIRES_AT}
      from alerts a
      join alert_recipients r on ${IS_NOTIFIED}
      where a.resolved_at is null and a.seen_at = now()
        and a.began_at <= now() - make_interval(secs => ${MIN_DURATION_S})
      on conflict do nothing`);
  });
  return unchecked;
}

const toPlainNote = ({ note }: ActionItem): string =>
  note.map((part) => (part instanceof Date ? formatExactTime(part) : part)).join("");

/** Whether an alert is sent to a recipient: not if it is unwanted, nor about a failure of its own channel. */
const IS_NOTIFIED = sql`r.removed_at is null and not a.kind = any (r.without)
  and not (a.kind = 'mail' and r.channel = 'mail')
  and not (a.kind = 'alerts' and r.failing_since is not null)`;

/** Queues the end of alerts for recipients of their opening, and cancels openings not yet sent. */
async function notifyResolved(tx: Ctx, ended: SQL): Promise<void> {
  await tx.db.execute(
    sql`
      delete from deliveries
      where channel = 'alerts' and subject = any (${ended}) and state = 'waiting' and attempts = 0`,
  );
  await tx.db.execute(sql`
    insert into deliveries (channel, target, type, subject, expires_at)
    select p.channel, p.target, 'alert.over', p.subject, ${EXPIRES_AT}
    from deliveries p
    join alert_recipients r on r.id::text = p.target and r.removed_at is null
    where p.channel = 'alerts' and p.subject = any (${ended})
      and p.type = 'alert.began' and p.state <> 'failed'
    on conflict do nothing`);
}
