import { z } from "zod";
import { maintenanceRuns as table } from "#db/schema/maintenance";
import { type Ctx, requireAdmin, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { instant, int, readRows, textOf } from "#lib/core/read-rows";
import { checkPurchases } from "#lib/sales/check-purchases";

/** In the summary of a backup that was made without `BACKUP_KEY`. */
export const UNENCRYPTED_NOTE = "not encrypted";

export type MaintenanceKind = "check" | "backup" | "restore_test";

/** The last run of a kind of maintenance, and its last success. */
export type MaintenanceView = z.output<typeof MaintenanceView>;

const MaintenanceView = z.object({
  kind: textOf<MaintenanceKind>(),
  endedAt: instant,
  ok: z.boolean(),
  summary: z.string(),
  /** Number of failed checks; null where nothing was checked. */
  findings: int.nullable(),
  wentWellAt: instant.nullable(),
});

/** Lists the last check of the ledger, backup and restore test, if any. Admins only. */
export async function listMaintenanceRuns(ctx: Ctx): Promise<MaintenanceView[]> {
  requireAdmin(ctx);
  return readRows(ctx.db, MaintenanceView)`
    select
      kinds.kind, last.ok, last.summary, last.findings, last.ended_at, well.ended_at as went_well_at
    from unnest(array['check', 'backup', 'restore_test']) with ordinality as kinds (kind, n)
    cross join lateral (
      select * from maintenance_runs u where u.kind = kinds.kind order by u.id desc limit 1
    ) last
    left join lateral (
      select ended_at from maintenance_runs u where u.kind = kinds.kind and u.ok order by u.id desc limit 1
    ) well on true
    order by kinds.n`;
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
