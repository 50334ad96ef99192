import { sql } from "drizzle-orm";
import { z } from "zod";
import { selectSetting } from "#lib/audit/settings/read-settings";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { instant, readRows } from "#lib/core/read-rows";
import { reconcileSettings } from "./reconcile-settings.ts";

/**
 * How long the chain of some supplier has not advanced, in seconds,
 * beyond what its grace and an open doubt explain; null before it began.
 */
export const CHAIN_DELAY_S = sql`(
  select extract(epoch from now() - min(m.at)) - ${selectSetting(reconcileSettings, "graceSeconds")}
    - ${selectSetting(reconcileSettings, "lateSeconds")}
  from (${lastOfEach()}) m)`;

function lastOfEach() {
  return sql`select max(at) as at from chain_checkpoints group by supplier_id`;
}

const MAX_CHAIN_DELAY_S = 7_200;

/** Returns where the balance chain stopped; undefined while it advances. Admins only. */
export async function getChainStop(ctx: Ctx): Promise<Date | undefined> {
  requireAdmin(ctx);
  const [chain] = await readRows(ctx.db, z.object({ at: instant }))`
    select min(at) as at
    from (${lastOfEach()}) m
    having ${CHAIN_DELAY_S} > ${MAX_CHAIN_DELAY_S}`;
  return chain?.at;
}
