import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { laneLabel } from "#lib/core/lane-names";
import { defineList, type RowOf } from "#lib/core/list";
import { type Page, where } from "#lib/core/page";
import { SearchText } from "#lib/core/words";

/** So many failures in a row are more than a hiccup. */
export const MANY_FAILURES = 3;

interface LaneFailure {
  id: number;
  lane: string;
  /** What operators read of the lane. */
  label: string;
  /** "order 12"; empty where the lane itself failed. */
  item: string;
  error: string;
  failures: number;
  since: Date;
  failedAt: Date;
  nextLookAt: Date;
}

type Row = Record<"id" | "lane" | "key" | "error" | "since_ms" | "failed_ms" | "next_ms", string> & {
  failures: number;
};

/** What fails in background work, newest first. Admins only. */
export const failureList = defineList({
  allow: requireAdmin,
  filter: {
    lane: SearchText,
    /** A part of the error, or the item. */
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
      select p.id, p.lane, p.key, p.error, p.failures, ${ms("since")} as since_ms, ${ms("failed_at")} as failed_ms,
        ${ms("next_look_at")} as next_ms
      from lane_failures p ${where(conditions)} order by ${slice.orderBy} limit ${slice.limit}`);
    return slice.page(rows, (row) => ({
      ...{ id: Number(row.id), lane: row.lane, label: laneLabel(row.lane), item: row.key },
      ...{ error: row.error, failures: row.failures },
      since: new Date(Number(row.since_ms)),
      failedAt: new Date(Number(row.failed_ms)),
      nextLookAt: new Date(Number(row.next_ms)),
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
      "next attempt": ({ nextLookAt }) => nextLookAt,
      error: ({ error }) => error,
    },
  },
});
export type FailureView = RowOf<typeof failureList>;

/** How much fails in each lane. Admins only. */
export async function failingLanes(ctx: Ctx): Promise<{ lane: string; label: string; count: number }[]> {
  requireAdmin(ctx);
  const rows = await ctx.db.execute<{ lane: string; count: number }>(
    sql`select lane, count(*)::int as count from lane_failures group by lane order by lane`,
  );
  return rows.map(({ lane, count }) => ({ lane, label: laneLabel(lane), count }));
}
