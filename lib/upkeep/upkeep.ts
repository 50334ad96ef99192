import { sql } from "drizzle-orm";
import { upkeep as table } from "#db/schema/upkeep";
import { type Ctx, requireAdmin, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { check } from "#lib/purchase/check";

export type UpkeepKind = "check" | "backup" | "rehearsal";

/** What was done last to keep the books safe, and when it last went well. */
export interface UpkeepView {
  kind: UpkeepKind;
  endedAt: Date;
  ok: boolean;
  said: string;
  /** How many promises the check found broken; null where nothing was checked. */
  findings: number | null;
  wentWellAt: Date | null;
}

type Row = { kind: UpkeepKind; ok: boolean; said: string; findings: number | null } & Record<
  "ended_ms" | "well_ms",
  string | null
>;

/** The last check of the books, backup and rehearsed restore, each where there was one. Admins only. */
export async function upkeep(ctx: Ctx): Promise<UpkeepView[]> {
  requireAdmin(ctx);
  const ms = (at: string) => sql`(extract(epoch from ${sql.raw(at)}) * 1000)::bigint`;
  const rows = await ctx.db.execute<Row>(sql`
    select kinds.kind, last.ok, last.said, last.findings, ${ms("last.ended_at")} as ended_ms, ${ms("well.ended_at")} as well_ms
    from unnest(array['check', 'backup', 'rehearsal']) with ordinality as kinds (kind, n)
    cross join lateral (select * from upkeep u where u.kind = kinds.kind order by u.id desc limit 1) last
    left join lateral (select ended_at from upkeep u where u.kind = kinds.kind and u.ok order by u.id desc limit 1) well on true
    order by kinds.n`);
  return rows.map(({ kind, ok, said, findings, ended_ms, well_ms }) => ({
    ...{ kind, ok, said, findings, endedAt: new Date(Number(ended_ms)) },
    wentWellAt: well_ms === null ? null : new Date(Number(well_ms)),
  }));
}

/** Notes what was done, for pages and metrics. */
export async function recordUpkeep(
  ctx: Ctx,
  done: { kind: UpkeepKind; beganAt: Date; ok: boolean; said: string; findings?: number },
): Promise<void> {
  requireSystem(ctx);
  await ctx.db.insert(table).values(done);
}

/** Checks the books, and notes what came of it. @returns a line for each promise that is broken. */
export async function checkBooks(ctx: Ctx): Promise<string[]> {
  requireSystem(ctx);
  const beganAt = new Date();
  const { ok, findings } = await check(ctx);
  if (!ok) log.error("books.not_in_order", { findings });
  const said = ok ? "All in order" : findings.join("; ").slice(0, 2_000);
  await recordUpkeep(ctx, { kind: "check", beganAt, ok, said, findings: findings.length });
  return findings;
}
