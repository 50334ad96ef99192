import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { env } from "#lib/core/env";
import type { Minor } from "#lib/core/money/money";
import { selectProceeds } from "#lib/core/purchase-state";
import { int, minor, readRows } from "#lib/core/read-rows";
import { readFromReplica } from "#lib/core/reading";

const HOURS = 24;

/** Returns the sales of each hour of today and of yesterday, in minor units. Admins only. */
export async function readHourlySales(
  ctx: Ctx,
): Promise<{ today: Minor[]; yesterday: Minor[]; hour: number }> {
  requireAdmin(ctx);
  const zone = env().TIME_ZONE;
  const { value: rows } = await readFromReplica(
    ctx,
    (ctx) =>
      readRows(ctx.db, z.object({ ago: int, hour: int, sales: minor }))`
      with moment as (select now() at time zone ${zone} as at)
      select (moment.at::date - (p.placed_at at time zone ${zone})::date) as ago,
        extract(hour from p.placed_at at time zone ${zone})::integer as hour, sum(${selectProceeds(sql`p`)})::text as sales
      from moment, purchases p
      where p.placed_at >= (moment.at::date - 1)::timestamp at time zone ${zone} and p.ending = 'delivered'
      group by 1, 2`,
  );
  const sumOf = (ago: number, hour: number) =>
    BigInt(rows.find((row) => row.ago === ago && row.hour === hour)?.sales ?? 0);
  const listHours = (ago: number) => Array.from({ length: HOURS }, (_, hour) => sumOf(ago, hour));
  const now = Temporal.Now.zonedDateTimeISO(zone).hour;
  return { today: listHours(0), yesterday: listHours(1), hour: now };
}
