import { sql } from "drizzle-orm";
import { z } from "zod";
import type { OutageEvidence } from "#db/schema/outage";
import { nameActors } from "#lib/audit/actor-names";
import type { Plan } from "#lib/catalogue/catalogue";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getLevelQuote } from "#lib/catalogue/price/price";
import { isSupplierOn } from "#lib/catalogue/sale-conditions";
import { type Ctx, LEVELS, requireAdmin } from "#lib/core/context";
import { instant, int, readRows, textOf } from "#lib/core/read-rows";
import { isObject } from "#lib/core/text/foreign-text";
import { formatLineName, LINE, type Line, toLineKey } from "./line.ts";

/** A pause of a line, or the order to keep it open, as admins see it. */
export interface OutageView extends Omit<z.output<typeof OutageRow>, "network" | "type" | "by"> {
  /** "MTN SME". */
  name: string;
  /** The admin's name; null where it was paused automatically. */
  by: string | null;
  /**
   * Whether its plans are sold meanwhile: by other suppliers at every price, only some of them or to some
   * levels, or none.
   */
  sold: "all" | "some" | "none";
}

const OutageRow = z.object({
  ...LINE,
  id: int,
  network: z.string(),
  type: z.string(),
  supplier: z.string(),
  state: textOf<"paused" | "kept_open">(),
  since: instant,
  by: z.string(),
  reason: z.string(),
  until: instant.nullable(),
  /** When one purchase may try it; null where none does. */
  probeAt: instant.nullable(),
  evidence: z.custom<OutageEvidence>(isObject).nullable(),
});

const OUTAGE_COLUMNS = sql`
  o.id, o.supplier_id, o.network_id, o.type_id, n.name as network, t.name as type, s.name as supplier,
  o.state, o.began_at as since, o.began_by as by, o.reason, o.until, o.probe_at, o.evidence`;

const OUTAGE_SOURCE = sql`
  outages o join suppliers s on s.id = o.supplier_id join networks n on n.id = o.network_id
    join plan_types t on t.network_id = o.network_id and t.id = o.type_id`;

/** Lists the pauses and orders in force, the oldest first. Admins only. */
export async function listOutages(ctx: Ctx): Promise<OutageView[]> {
  requireAdmin(ctx);
  const rows = await readRows(ctx.db, OutageRow)`
    select ${OUTAGE_COLUMNS} from ${OUTAGE_SOURCE}
    where o.ended_at is null and (o.until is null or o.until > now()) order by o.began_at`;
  const { plans } = await getCatalogue(ctx);
  const named = await nameActors(ctx, rows, "by");
  return named.map(({ network, type, by, ...row }) => ({
    ...row,
    name: formatLineName(network, type),
    sold: describeSales([...plans.values()].filter((plan) => isOfType(plan, row))),
    by: row.probeAt === null ? by : null,
  }));
}

const isOfType = (plan: Plan, { networkId, typeId }: Line) =>
  plan.networkId === networkId && plan.typeId === typeId;

/** Describes which of the plans are sold, of those that only a pause may stop. */
function describeSales(plans: readonly Plan[]): OutageView["sold"] {
  const reasons = plans.flatMap((plan) => LEVELS.map((level) => getLevelQuote(plan, level).reason));
  const paused = reasons.filter((reason) => reason === "paused").length;
  if (paused === 0) return "all";
  return reasons.includes(null) ? "some" : "none";
}

/** A line that a supplier delivers, with its outage if there is one. */
export interface LineView extends Omit<z.output<typeof LineRow>, "type"> {
  name: string;
  outage: OutageView | null;
}

const LineRow = z.object({
  ...LINE,
  network: z.string(),
  type: z.string(),
  supplier: z.string(),
  plans: int,
});

/**
 * Lists the lines of all suppliers that are on, by network and type, and further ones with an outage.
 * Admins only.
 */
export async function listLines(ctx: Ctx): Promise<LineView[]> {
  requireAdmin(ctx);
  const [rows, outages] = await Promise.all([
    readRows(ctx.db, LineRow)`
      select
        d.supplier_id, line.network_id, line.type_id,
        n.name as network, t.name as type, s.name as supplier, count(*)::integer as plans
      from deliverable_plans d
      join suppliers s on s.id = d.supplier_id and ${isSupplierOn(sql`s`)}
      join plans line on line.id = d.plan_id
      join networks n on n.id = line.network_id
      join plan_types t on t.network_id = line.network_id and t.id = line.type_id
      group by 1, 2, 3, 4, 5, 6 order by 2, 3, 1`,
    listOutages(ctx),
  ]);
  const outageOf = new Map(outages.map((outage) => [toLineKey(outage), outage]));
  return rows.map(({ network, type, ...line }) => ({
    ...line,
    network,
    name: formatLineName(network, type),
    outage: outageOf.get(toLineKey(line)) ?? null,
  }));
}
