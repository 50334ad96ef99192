import { sql } from "drizzle-orm";
import { z } from "zod";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { createPlanMatcher } from "#lib/catalogue/plan-matcher";
import type { Ctx } from "#lib/core/context";
import { int, readRows } from "#lib/core/read-rows";
import { formatNetworkName } from "#lib/core/text/display-name";
import { buildLikelyNetwork } from "./likely-network.ts";

/**
 * Writes the plan into rows of a draft whose text is clear once the number's network is known: "1GB" for a
 * number of a network that sells one. Later checks then match the same plan, whatever happens to the number.
 * Where the network has none, it is added to the text, so that no other network's plan is bought.
 */
export async function resolvePlansByNetwork(ctx: Ctx, batchId: number): Promise<void> {
  const [matchPlan, { networks }] = await Promise.all([createPlanMatcher(ctx), getCatalogue(ctx)]);
  const texts = await readRows(ctx.db, z.object({ plan: z.string() }))`
    select distinct plan from batch_rows where batch_id = ${batchId} and phone is not null`;
  const open = texts.flatMap(({ plan }) => {
    const match = matchPlan(plan);
    return "problem" in match && match.problem !== "which" ? [] : [plan];
  });
  if (open.length === 0) return;
  const likelyNetwork = (await buildLikelyNetwork(ctx))(sql`r.phone`);
  const pairs = await readRows(ctx.db, z.object({ plan: z.string(), network: int.nullable() }))`
    select distinct r.plan, ${likelyNetwork} as network
    from batch_rows r
    where r.batch_id = ${batchId} and r.phone is not null and r.plan in ${open}`;
  const resolved = pairs.flatMap(({ plan, network }) => {
    if (network === null) return [];
    const [match, general] = [matchPlan(plan, network), matchPlan(plan)];
    if ("plan" in match) return "plan" in general ? [] : [{ plan, network, to: String(match.plan.id) }];
    const { name } = networks.find(({ id }) => id === network) ?? {};
    return match.problem === "plan" && name
      ? [{ plan, network, to: `${plan.slice(0, 80)} ${formatNetworkName(name)}` }]
      : [];
  });
  if (resolved.length === 0) return;
  await ctx.db.execute(sql`
    update batch_rows r
    set plan = v."to"
    from jsonb_to_recordset(${JSON.stringify(resolved)}::text::jsonb)
      as v (plan text, network integer, "to" text)
    where r.batch_id = ${batchId} and r.phone is not null and r.plan = v.plan
      and ${likelyNetwork} = v.network`);
}
