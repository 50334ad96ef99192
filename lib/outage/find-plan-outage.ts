import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { instant, int, readRows } from "#lib/core/read-rows";
import { formatLineName } from "./line.ts";

/** An outage of a plan, for buyers. */
export interface PlanOutage {
  /** "MTN SME". */
  what: string;
  since: Date;
  /** Seconds until a purchase may try it; undefined where none may. */
  retryAfter?: number;
}

export const PlanOutageRow = z.object({
  network: z.string(),
  type: z.string(),
  since: instant,
  wait: int.nullable(),
});
export type PlanOutageRow = z.output<typeof PlanOutageRow>;

/** A try that is due may be under way, in seconds. */
const MIN_WAIT_S = 5;

/** Selects the pauses of a plan's lines as one JSON value, a `PlanOutageRow`; null without any. */
export const selectPlanOutage = (planId: SQL): SQL<PlanOutageRow | null> => sql`(
  select jsonb_build_object(
    'network', line_network.name, 'type', line_type.name, 'since', min(line_pause.began_at),
    'wait', case when min(line_pause.probe_at) is not null then greatest(
      ceil(extract(epoch from min(line_pause.probe_at) - now()))::integer, ${MIN_WAIT_S}::integer) end)
  from plans line_plan
    join networks line_network on line_network.id = line_plan.network_id
    join plan_types line_type
      on line_type.network_id = line_plan.network_id and line_type.id = line_plan.type_id
    join line_pauses line_pause on line_pause.plan_id = line_plan.id
  where line_plan.id = ${planId}
  group by line_network.name, line_type.name)`;

/** Finds the outage of a plan that no other supplier delivers. For everyone. */
export async function findPlanOutage({ db }: Ctx, planId: number): Promise<PlanOutage | undefined> {
  const [row] = await readRows(db, z.object({ outage: PlanOutageRow.nullable() }))`
    select ${selectPlanOutage(sql`${planId}::integer`)} as outage
    from paused_plans where plan_id = ${planId} and open_cost is null`;
  return row?.outage ? toPlanOutage(row.outage) : undefined;
}

export const toPlanOutage = ({ network, type, since, wait }: PlanOutageRow): PlanOutage => ({
  what: formatLineName(network, type),
  since,
  ...(wait !== null && { retryAfter: wait }),
});
