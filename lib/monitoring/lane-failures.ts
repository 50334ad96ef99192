import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { buildWhere, type Page } from "#lib/core/list/page";
import type { Module } from "#lib/core/module";
import { SearchText } from "#lib/core/text/single-line-text";

/** Returns the labels of lanes, in the order of the modules. */
export const getLaneLabels = (modules: readonly Module[]): ReadonlyMap<string, string> =>
  new Map([
    ["scheduler", "Scheduled runs"],
    ...modules.flatMap(({ jobs = [] }) => jobs.map(({ name, label }) => [name, label] as const)),
  ]);

/** Failures in a row from which work counts as stuck. */
export const MIN_STUCK_FAILURES = 3;

interface LaneFailure {
  id: number;
  lane: string;
  label: string;
  /** "order 12"; empty where the lane itself failed. */
  item: string;
  error: string;
  failures: number;
  since: Date;
  failedAt: Date;
  dueAt: Date;
}

type Row = Record<"id" | "lane" | "key" | "error" | "since_ms" | "failed_ms" | "next_ms", string> & {
  failures: number;
};

/** Creates the list of failures in background work, newest first. Admins only. */
export const createFailureList = (modules: readonly Module[]) => {
  const labels = getLaneLabels(modules);
  return defineList({
    allow: requireAdmin,
    filter: {
      lane: SearchText,
      q: SearchText,
    },
    pageSize: 25,
    read: async (ctx, { lane, q }, slice): Promise<Page<LaneFailure>> => {
      const ms = (column: string) => sql`(extract(epoch from ${sql.raw(`p.${column}`)}) * 1000)::bigint`;
      const conditions = [
        ...(lane ? [sql`p.lane = ${lane}`] : []),
        ...(q ? [sql`(position(lower(${q}) in lower(p.error)) > 0 or p.key = ${q})`] : []),
        ...slice.conditions,
      ];
      const rows = await ctx.db.execute<Row>(sql`
      select
        p.id, p.lane, p.key, p.error, p.failures,
        ${ms("since")} as since_ms, ${ms("failed_at")} as failed_ms, ${ms("due_at")} as next_ms
      from lane_failures p
      ${buildWhere(conditions)}
      order by ${slice.orderBy}
      limit ${slice.limit}`);
      return slice.page(rows, (row) => ({
        id: Number(row.id),
        lane: row.lane,
        label: labels.get(row.lane) ?? row.lane,
        item: row.key,
        error: row.error,
        failures: row.failures,
        since: new Date(Number(row.since_ms)),
        failedAt: new Date(Number(row.failed_ms)),
        dueAt: new Date(Number(row.next_ms)),
      }));
    },
    file: {
      name: "failing-background-work",
      columns: {
        number: ({ id }) => id,
        lane: ({ label }) => label,
        item: ({ item }) => item,
        failures: ({ failures }) => failures,
        since: ({ since }) => since,
        failed: ({ failedAt }) => failedAt,
        "next attempt": ({ dueAt }) => dueAt,
        error: ({ error }) => error,
      },
    },
  });
};
export type FailureView = RowOf<ReturnType<typeof createFailureList>>;

/** Counts the failures of each lane. Admins only. */
export async function listFailingLanes(
  ctx: Ctx,
  modules: readonly Module[],
): Promise<{ lane: string; label: string; count: number }[]> {
  requireAdmin(ctx);
  const labels = getLaneLabels(modules);
  const rows = await ctx.db.execute<{ lane: string; count: number }>(
    sql`select lane, count(*)::int as count from lane_failures group by lane order by lane`,
  );
  return rows.map(({ lane, count }) => ({ lane, label: labels.get(lane) ?? lane, count }));
}
