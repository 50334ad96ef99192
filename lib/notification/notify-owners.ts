import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { getActorNames } from "#lib/audit/actor-names";
import type { Action } from "#lib/core/action";
import { type Ctx, requireSystem } from "#lib/core/context";
import type { Module } from "#lib/core/module";
import { int, readRows } from "#lib/core/read-rows";
import { insertNotifications } from "./insert-notifications.ts";

/** Records of one action of an admin since the last run. */
interface AdminAction extends Record<string, unknown> {
  actor: string;
  action: string;
  ids: number[];
}

/** No transaction of an admin's action takes this long: an older record has no uncommitted one before it. */
const COMMIT_TIME = sql`interval '10 minutes'`;

/**
 * Notifies every owner, but not the actor, of what admins did since the last run by actions that redirect
 * money, goods or data. It reads audit records, so that no action can be written without it.
 */
export async function notifyOwners(ctx: Ctx, modules: readonly Module[]): Promise<void> {
  requireSystem(ctx);
  await inTransaction(ctx, async (tx) => {
    const actions = await readNewActions(tx, listRedirectingCodes(modules));
    const names = await getActorNames(
      tx,
      actions.map(({ actor }) => actor),
    );
    const labels: Record<string, string> = Object.assign({}, ...modules.map(({ audit }) => audit));
    for (const action of actions) {
      const { key, ...facts } = describeAction(action, names.get(action.actor) ?? action.actor, labels);
      const owners = await readRows(tx.db, z.object({ id: int }))`
        select o.id
        from accounts o join staff s on s.id = o.id join staff_roles r on r.id = s.role_id
        where r.built_in = 'owner' and o.closed_at is null and 'admin:' || o.id <> ${action.actor}`;
      const to = owners.map(({ id }) => id);
      await insertNotifications(tx, [{ to, event: "admin_action", key, facts }]);
    }
  });
}

/** Lists the codes of the audit records of actions that redirect something. */
export function listRedirectingCodes(modules: readonly Module[]): string[] {
  const actions = modules.flatMap<Action>(({ actions = {} }) => Object.values(actions));
  const codes = actions.flatMap(({ redirects, audit }) => (redirects === null ? [] : (audit ?? [])));
  return [...new Set(codes)].sort();
}

/** Reads them, and moves the checkpoint. */
async function readNewActions({ db }: Ctx, codes: readonly string[]): Promise<AdminAction[]> {
  await db.execute(sql`
    insert into notification_checkpoints (prices)
    select coalesce(max(id), 0) from plan_prices
    on conflict (id) do nothing`);
  await db.execute(sql`
    update notification_checkpoints
    set audit = (select coalesce(max(id), 0) from audit)
    where audit is null`);
  const rows = await readRows(db, z.object({ actor: z.string(), action: z.string(), ids: z.string() }))`
    with checkpoint as (
      select audit, handled_audit from notification_checkpoints for update
    ),
    latest as (
      select a.id, a.actor, a.action, a.at
      from audit a, checkpoint c
      where a.actor like 'admin:%' and a.id > c.audit
    ),
    -- Records may become visible after others with a higher id: the checkpoint stays before the recent ones.
    moved as (
      update notification_checkpoints t
      set
        audit = greatest(t.audit, (select max(id) from latest where at < now() - ${COMMIT_TIME})),
        handled_audit = array(select id from latest where at >= now() - ${COMMIT_TIME} order by id)
      from checkpoint
    )
    select
      latest.actor, latest.action, array_to_string(array_agg(latest.id order by latest.id), ' ') as ids
    from latest, checkpoint c
    where latest.id <> all (c.handled_audit) and latest.action = any (${`{${codes.join()}}`}::text[])
    group by latest.actor, latest.action
    order by min(latest.id)`;
  return rows.map(({ ids, ...row }) => ({ ...row, ids: ids.split(" ").map(Number) }));
}

function describeAction(
  { actor, action, ids }: AdminAction,
  name: string,
  labels: Readonly<Record<string, string>>,
) {
  const [id] = ids;
  const done = `${name} ${labels[action] ?? action}`;
  return {
    key: String(ids.at(-1)),
    title: ids.length === 1 ? done : `${done}: ${ids.length} times`,
    text: `If you didn’t expect this, ask ${name}, or sign them out in Settings → Staff.`,
    path:
      ids.length === 1
        ? `/admin/records/audit?record=${id}`
        : `/admin/records/audit?${new URLSearchParams({ actor, action })}`,
  };
}
