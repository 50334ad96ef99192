import { sql } from "drizzle-orm";
import { maintenanceRuns as table } from "#db/schema/maintenance";
import { type Ctx, requireAdmin, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { checkPurchases } from "#lib/sales/check-purchases";

/** In the summary of a backup that was made without `BACKUP_KEY`. */
export const UNENCRYPTED_NOTE = "not encrypted";

export type MaintenanceKind = "check" | "backup" | "restore_test";

/** The last run of a kind of maintenance, and its last success. */
export interface MaintenanceView {
  kind: MaintenanceKind;
  endedAt: Date;
  ok: boolean;
  summary: string;
  /** Number of failed checks; null where nothing was checked. */
  findings: number | null;
  wentWellAt: Date | null;
}

type MaintenanceRow = {
  kind: MaintenanceKind;
  ok: boolean;
  summary: string;
  findings: number | null;
} & Record<"ended_ms" | "well_ms", string | null>;

/** Lists the last check of the ledger, backup and restore test, if any. Admins only. */
export async function listMaintenanceRuns(ctx: Ctx): Promise<MaintenanceView[]> {
  requireAdmin(ctx);
  const ms = (at: string) => sql`(extract(epoch from ${sql.raw(at)}) * 1000)::bigint`;
  const rows = await ctx.db.execute<MaintenanceRow>(sql`
    select
      kinds.kind, last.ok, last.summary, last.findings,
      ${ms("last.ended_at")} as ended_ms, ${ms("well.ended_at")} as well_ms
    from unnest(array['check', 'backup', 'restore_test']) with ordinality as kinds (kind, n)
    cross join lateral (
      select * from maintenance_runs u where u.kind = kinds.kind order by u.id desc limit 1
    ) last
    left join lateral (
      select ended_at from maintenance_runs u where u.kind = kinds.kind and u.ok order by u.id desc limit 1
    ) well on true
    order by kinds.n`);
  return rows.map(({ kind, ok, summary, findings, ended_ms, well_ms }) => ({
    kind,
    ok,
    summary,
    findings,
    endedAt: new Date(Number(ended_ms)),
    wentWellAt: well_ms === null ? null : new Date(Number(well_ms)),
  }));
}

/** Records a run, for pages and metrics. */
export async function recordMaintenanceRun(
  ctx: Ctx,
  done: { kind: MaintenanceKind; beganAt: Date; ok: boolean; summary: string; findings?: number },
): Promise<void> {
  requireSystem(ctx);
  await ctx.db.insert(table).values(done);
}

/** Checks the ledger, and records the result. @returns a line for each failed check. */
export async function recordLedgerCheck(ctx: Ctx): Promise<string[]> {
  requireSystem(ctx);
  const beganAt = new Date();
  const { ok, findings } = await checkPurchases(ctx);
  if (!ok) log.error("ledger.check_failed", { findings });
  const summary = ok ? "All in order" : findings.join("; ").slice(0, 2_000);
  await recordMaintenanceRun(ctx, { kind: "check", beganAt, ok, summary, findings: findings.length });
  return findings;
}
