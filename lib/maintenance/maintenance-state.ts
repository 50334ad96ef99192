import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { instant, joined, readRows, textOf } from "#lib/core/read-rows";

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

const StateRow = z.object({
  kind: textOf<MaintenanceState["kind"]>(),
  /** The last run. */
  last: joined({ ok: z.boolean(), summary: z.string().nullable(), endedAt: instant }),
  isOverdue: z.boolean(),
  succeededAt: instant.nullable(),
});

/** Reads how backups, restore tests and ledger checks stand. Admins only. */
export async function readMaintenanceStates(ctx: Ctx): Promise<MaintenanceState[]> {
  requireAdmin(ctx);
  const rows = await readRows(ctx.db, StateRow)`
    select
      kinds.kind, last.ok as "last.ok", last.summary as "last.summary", last.ended_at as "last.ended_at",
      well.ended_at as succeeded_at,
      coalesce(well.ended_at, (select min(created_at) from accounts), now())
        < now() - make_interval(hours => kinds.hours) as is_overdue
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
    ) well on true`;
  return rows.map(({ last, ...state }) => ({
    ...state,
    failure: last?.ok === false ? { at: last.endedAt, summary: last.summary ?? "" } : undefined,
  }));
}
