import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { readRow } from "#lib/core/read-rows";
import { endOfDay, startOfDay } from "#lib/core/time/time";

/** The days of a filter in the portal's time zone, both included: "2026-11-20". */
interface FilterDays {
  from?: string | undefined;
  to?: string | undefined;
}

/** Selects the id that `nearest` finds: the conditions, order and limit that follow a `where`. */
type SelectId = (nearest: SQL, choose: SQL) => SQL;

export const buildDayConditions = (at: SQL, { from, to }: FilterDays): SQL[] => [
  ...(from ? [sql`${at} >= ${toInstant(startOfDay(from))}`] : []),
  ...(to ? [sql`${at} < ${toInstant(endOfDay(to))}`] : []),
];

/**
 * Builds the same for rows that are bounded by id too, hidden from the planner: it would take the days for a
 * second restriction, and sort the rows.
 */
export const buildDayChecks = (at: SQL, days: FilterDays): SQL[] =>
  buildDayConditions(at, days).map((condition) => sql`coalesce(${condition}, false)`);

/** Builds the bounds of ids from days, so that a list by id begins and ends near them. */
export function buildIdBounds(id: SQL, at: SQL, days: FilterDays, select: SelectId): SQL[] {
  const { lower, upper } = selectOuterIds(at, days, select);
  return [
    ...(lower ? [sql`${id} > coalesce(${lower}, 0)`] : []),
    ...(upper ? [sql`${id} < coalesce(${upper}, 9223372036854775807)`] : []),
  ];
}

const Bounds = z.object({ lower: z.string().nullable(), upper: z.string().nullable() });

/**
 * Reads the same bounds first: without their values, the planner would expect next to no rows between them,
 * and read and sort all.
 */
export async function readIdBounds(
  { db }: Pick<Ctx, "db">,
  at: SQL,
  days: FilterDays,
  select: SelectId,
): Promise<(id: SQL) => SQL[]> {
  const { lower, upper } = selectOuterIds(at, days, select);
  if (!lower && !upper) return () => [];
  const bounds = await readRow(db, Bounds)`
    select ${lower ?? sql`null`} as lower, ${upper ?? sql`null`} as upper`;
  return (id) => [
    ...(bounds.lower ? [sql`${id} > ${bounds.lower}::bigint`] : []),
    ...(bounds.upper ? [sql`${id} < ${bounds.upper}::bigint`] : []),
  ];
}

/**
 * Selects the ids nearest to the days on both sides. Ids follow time up to the length of a transaction, or
 * the delay of a record: far below the margin of an hour.
 */
function selectOuterIds(at: SQL, { from, to }: FilterDays, select: SelectId) {
  const before =
    from && sql`${at} < ${toInstant(startOfDay(from))} - interval '1 hour' order by ${at} desc limit 1`;
  const after = to && sql`${at} >= ${toInstant(endOfDay(to))} + interval '1 hour' order by ${at} limit 1`;
  return {
    lower: before && sql`(${select(before, sql`max`)})`,
    upper: after && sql`(${select(after, sql`min`)})`,
  };
}

const toInstant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;
