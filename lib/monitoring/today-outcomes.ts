import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { env } from "#lib/core/env";
import type { Minor } from "#lib/core/money/money";
import { readFromReplica } from "#lib/core/reading";
import { formatNetworkName } from "#lib/core/text/display-name";

/** Outcomes of the purchases of a quarter of an hour. */
export interface QuarterOutcomes {
  delivered: number;
  failed: number;
  /** Queued, sent or unconfirmed. */
  open: number;
}

export interface RecentOutcomes {
  /** The starts of the last quarters of an hour, newest first. */
  quarters: Date[];
  networks: { name: string; outcomes: QuarterOutcomes[] }[];
}

const QUARTERS = 6;
const QUARTER_MS = 15 * 60_000;

/** Counts the outcomes of the last 90 minutes by network and quarter of an hour. Admins only. */
export async function listRecentOutcomes(ctx: Ctx): Promise<RecentOutcomes> {
  requireAdmin(ctx);
  const last = Math.floor(Date.now() / QUARTER_MS);
  const quarters = Array.from({ length: QUARTERS }, (_, n) => last - n);
  const from = new Date((last - QUARTERS + 1) * QUARTER_MS).toISOString();
  const { value: rows } = await readFromReplica(ctx, (ctx) =>
    ctx.db.execute<{ network: string; quarter: number; delivered: number; failed: number; open: number }>(sql`
      select p.network_name as network, floor(extract(epoch from p.placed_at) / 900)::integer as quarter,
        count(*) filter (where p.ending in ('delivered', 'reversed'))::integer as delivered,
        count(*) filter (where p.ending = 'failed')::integer as failed,
        count(*) filter (where p.settled_at is null)::integer as open
      from purchases p where p.placed_at >= ${from}::timestamptz group by 1, 2 order by 1`),
  );
  const byNetwork = Map.groupBy(rows, ({ network }) => network);
  return {
    quarters: quarters.map((quarter) => new Date(quarter * QUARTER_MS)),
    networks: [...byNetwork].map(([network, ofNetwork]) => ({
      name: formatNetworkName(network),
      outcomes: quarters.map((quarter) => {
        const row = ofNetwork.find((candidate) => candidate.quarter === quarter);
        return { delivered: row?.delivered ?? 0, failed: row?.failed ?? 0, open: row?.open ?? 0 };
      }),
    })),
  };
}

const HOURS = 24;

/** Returns the sales of each hour of today and of yesterday, in minor units. Admins only. */
export async function readHourlySales(
  ctx: Ctx,
): Promise<{ today: Minor[]; yesterday: Minor[]; hour: number }> {
  requireAdmin(ctx);
  const zone = env().TIME_ZONE;
  const { value: rows } = await readFromReplica(ctx, (ctx) =>
    ctx.db.execute<{ ago: number; hour: number; sales: string }>(sql`
      with moment as (select now() at time zone ${zone} as at)
      select (moment.at::date - (p.placed_at at time zone ${zone})::date) as ago,
        extract(hour from p.placed_at at time zone ${zone})::integer as hour, sum(p.price)::text as sales
      from moment, purchases p
      where p.placed_at >= (moment.at::date - 1)::timestamp at time zone ${zone} and p.ending = 'delivered'
      group by 1, 2`),
  );
  const sumOf = (ago: number, hour: number) =>
    BigInt(rows.find((row) => row.ago === ago && row.hour === hour)?.sales ?? 0);
  const listHours = (ago: number) => Array.from({ length: HOURS }, (_, hour) => sumOf(ago, hour));
  const now = Temporal.Now.zonedDateTimeISO(zone).hour;
  return { today: listHours(0), yesterday: listHours(1), hour: now };
}
