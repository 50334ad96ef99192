import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";

/** Maximum age of the last successful run, in hours: as in ops/alerts.yml. */
const MAINTENANCE_RULES = [
  { kind: "backup", hours: 26 },
  { kind: "restore_test", hours: 840 },
  { kind: "check", hours: 50 },
] as const;

export interface MaintenanceState {
  kind: (typeof MAINTENANCE_RULES)[number]["kind"];
  failure: { at: Date; summary: string } | undefined;
  /** Whether none succeeded for too long. A new portal gets the same time. */
  isOverdue: boolean;
  /** When the last successful one ended; of checks, the last. Null without one. */
  succeededAt: Date | null;
}

type Row = Record<"summary" | "ended_ms" | "well_ms", string | null> & {
  kind: MaintenanceState["kind"];
  ok: boolean | null;
  overdue: boolean;
};

/** Reads how backups, restore tests and ledger checks stand. Admins only. */
export async function readMaintenanceStates(ctx: Ctx): Promise<MaintenanceState[]> {
  requireAdmin(ctx);
  const rows = await ctx.db.execute<Row>(sql`
    select
      kinds.kind, last.ok, last.summary,
      (extract(epoch from last.ended_at) * 1000)::bigint as ended_ms,
      (extract(epoch from well.ended_at) * 1000)::bigint as well_ms,
      coalesce(well.ended_at, (select min(created_at) from accounts), now())
        < now() - make_interval(hours => kinds.hours) as overdue
    from jsonb_to_recordset(${JSON.stringify(MAINTENANCE_RULES)}::jsonb) as kinds (kind text, hours int)
    left join lateral (
      select * from maintenance_runs u where u.kind = kinds.kind order by u.id desc limit 1
    ) last on true
    left join lateral (
      select ended_at
      from maintenance_runs u
      where u.kind = kinds.kind and (u.ok or u.kind = 'check')
      order by u.id desc
      limit 1
    ) well on true`);
  return rows.map(({ kind, ok, summary, overdue, ...ms }) => ({
    kind,
    failure: ok === false ? { at: new Date(Number(ms.ended_ms)), summary: summary ?? "" } : undefined,
    isOverdue: overdue,
    succeededAt: ms.well_ms === null ? null : new Date(Number(ms.well_ms)),
  }));
}
