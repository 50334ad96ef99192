import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { buildWhere } from "#lib/core/list/page";
import type { Module } from "#lib/core/module";
import { instant, int, readRows } from "#lib/core/read-rows";
import { SearchText } from "#lib/core/text/single-line-text";

/** Returns the labels of lanes, in the order of the modules. */
export const getLaneLabels = (modules: readonly Module[]): ReadonlyMap<string, string> =>
  new Map([
    ["scheduler", "Scheduled runs"],
    ...modules.flatMap(({ jobs = [] }) => jobs.map(({ name, label }) => [name, label] as const)),
  ]);

/** Failures in a row from which work counts as stuck. */
export const MIN_STUCK_FAILURES = 3;

const LaneFailure = z.object({
  id: int,
  lane: z.string(),
  /** "order 12"; empty where the lane itself failed. */
  item: z.string(),
  error: z.string(),
  failures: int,
  since: instant,
  failedAt: instant,
  dueAt: instant,
});

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
    read: async (ctx, { lane, q }, slice) => {
      const conditions = [
        ...(lane ? [sql`p.lane = ${lane}`] : []),
        ...(q ? [sql`(position(lower(${q}) in lower(p.error)) > 0 or p.key = ${q})`] : []),
        ...slice.conditions,
      ];
      const rows = await readRows(ctx.db, LaneFailure)`
      select p.id, p.lane, p.key as item, p.error, p.failures, p.since, p.failed_at, p.due_at
      from lane_failures p
      ${buildWhere(conditions)}
      order by ${slice.orderBy}
      limit ${slice.limit}`;
      return slice.page(rows, (row) => ({ ...row, label: labels.get(row.lane) ?? row.lane }));
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
  const rows = await readRows(ctx.db, z.object({ lane: z.string(), count: int }))`
    select lane, count(*)::int as count from lane_failures group by lane order by lane`;
  return rows.map(({ lane, count }) => ({ lane, label: labels.get(lane) ?? lane, count }));
}
