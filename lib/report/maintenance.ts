import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";

/** What keeps the portal safe and has failed, stopped or never begun. `at` is when it last ended; null when it never did. */
export type MaintenanceNeed =
  | { kind: "worker" }
  | { kind: "backup" | "restore_test"; failed: true; at: Date; said: string }
  | { kind: "backup" | "restore_test" | "check"; failed: false; at: Date | null }
  | { kind: "chain"; at: Date };

/** How old the last one that went well may be, in hours: as in ops/alerts.yml. */
const KINDS = [
  { kind: "backup", upkeep: "backup", hours: 26 },
  { kind: "restore_test", upkeep: "rehearsal", hours: 840 },
  { kind: "check", upkeep: "check", hours: 50 },
] as const;

/** How long the balance chain has not advanced, in seconds, beyond what its grace and an open doubt explain; null before it began. */
export const CHAIN_BEHIND = sql`(select extract(epoch from now() - max(m.at)) - min(r.grace_seconds + r.late_seconds)
  from chain_marks m cross join reconciling r)`;

const CHAIN_MAX_S = 7_200;

type Row = Record<"said" | "ended_ms" | "well_ms", string | null> & {
  kind: string;
  ok: boolean | null;
  overdue: boolean;
};

/** Every need of maintenance, the most pressing first. A portal that was set up just now is given its time. Admins only. */
export async function maintenanceNeeds(ctx: Ctx): Promise<MaintenanceNeed[]> {
  requireAdmin(ctx);
  const [rows, workerAway, [chain]] = await Promise.all([
    ctx.db.execute<Row>(sql`
      select kinds.kind, last.ok, last.said, (extract(epoch from last.ended_at) * 1000)::bigint as ended_ms,
        (extract(epoch from well.ended_at) * 1000)::bigint as well_ms,
        coalesce(well.ended_at, (select min(created_at) from accounts), now()) < now() - make_interval(hours => kinds.hours) as overdue
      from jsonb_to_recordset(${JSON.stringify(KINDS)}::jsonb) as kinds (kind text, upkeep text, hours int)
      left join lateral (select * from upkeep u where u.kind = kinds.upkeep order by u.id desc limit 1) last on true
      left join lateral (
        select ended_at from upkeep u where u.kind = kinds.upkeep and (u.ok or u.kind = 'check') order by u.id desc limit 1
      ) well on true`),
    isWorkerAway(ctx),
    ctx.db.execute<{ at_ms: string }>(sql`
      select (extract(epoch from max(at)) * 1000)::bigint as at_ms from chain_marks having ${CHAIN_BEHIND} > ${CHAIN_MAX_S}`),
  ]);
  const found: MaintenanceNeed[] = workerAway ? [{ kind: "worker" }] : [];
  for (const { kind } of KINDS) {
    const row = rows.find((one) => one.kind === kind);
    if (row?.ok === false && kind !== "check")
      found.push({ kind, failed: true, at: new Date(Number(row.ended_ms)), said: row.said ?? "" });
    else if (row?.overdue)
      found.push({ kind, failed: false, at: row.well_ms === null ? null : new Date(Number(row.well_ms)) });
  }
  if (chain) found.push({ kind: "chain", at: new Date(Number(chain.at_ms)) });
  return found;
}

/** Whether processes of the portal are alive and none of them is a worker. Admins only. */
export async function isWorkerAway(ctx: Ctx): Promise<boolean> {
  requireAdmin(ctx);
  const [row] = await ctx.db.execute<{ away: boolean }>(sql`
    select coalesce(bool_and(roles !~ 'worker'), false) as away from processes where seen_at > now() - interval '30 seconds'`);
  return row?.away ?? false;
}

/** A step of the first day. */
export interface SetupStep {
  kind: "backup" | "restore_test" | "recipients" | "second_owner";
  done: boolean;
}

/** The steps of the first day; none once all are done. Admins only. */
export async function setupSteps(ctx: Ctx): Promise<SetupStep[]> {
  requireAdmin(ctx);
  const [done] = await ctx.db.execute<Record<SetupStep["kind"], boolean>>(sql`
    select exists (select from upkeep where kind = 'backup' and ok) as backup,
      exists (select from upkeep where kind = 'rehearsal' and ok) as restore_test,
      exists (select from alert_receivers where removed_at is null) as recipients,
      (select count(*) from accounts a join staff s on s.id = a.id join staff_roles r on r.id = s.role_id
        where r.built_in = 'owner' and a.closed_at is null) > 1 as second_owner`);
  if (!done) throw new Error("The steps of the first day were not read.");
  const steps = (["backup", "restore_test", "recipients", "second_owner"] as const).map((kind) => ({
    kind,
    done: done[kind],
  }));
  return steps.every((step) => step.done) ? [] : steps;
}
