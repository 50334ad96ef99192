import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { agentPriceCheckpoints } from "#db/schema/notification";
import type { CatalogueSnapshot } from "#lib/catalogue/catalogue";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { getOfferedPrice } from "#lib/catalogue/price/price";
import { type Ctx, requireSystem } from "#lib/core/context";
import { handleEach } from "#lib/core/lane/handle-each";
import { StoredAgentTerms } from "#lib/core/price-list/agent-terms";
import type { AgentTerms } from "#lib/core/price-list/price-terms";
import { int, readRows } from "#lib/core/read-rows";
import { createNotification } from "./create-notification.ts";
import { formatPriceChanges, selectSold } from "./notify-price-changes.ts";

const ParentRow = z.object({
  id: int,
  agent: StoredAgentTerms.nullable(),
  prices: z.record(z.string(), z.string()).nullable(),
});
type ParentRow = z.output<typeof ParentRow>;

/**
 * Notifies agents of changed prices of plans that they sell, by whatever changed them: the operator, the parent's level
 * or list, the bound. Those of a parent whose price ends or begins to count are notified of that instead. A parent who
 * fails keeps no others from it.
 * @throws the first failure, at the end
 */
export async function notifyAgentPrices(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  const catalogue = await getCatalogue(ctx);
  const parents = await readRows(ctx.db, ParentRow)`
    select p.id, agent_terms(p.id) as agent, c.prices
    from (
      select parent_id as id from resellers where parent_id is not null
      union
      select parent_id from agent_price_checkpoints
    ) p
    left join agent_price_checkpoints c on c.parent_id = p.id
    where c.version is distinct from ${`${catalogue.version} `} || agent_terms_version(p.id)
      and (c.version is not null or agent_terms_version(p.id) is not null)
    order by p.id`;
  await handleEach(parents, "notification.agent_prices_failed", (parent) =>
    inTransaction(ctx, (tx) => notifyAgentsOf(tx, parent, catalogue)),
  );
}

async function notifyAgentsOf(
  tx: Ctx,
  { id, agent, prices: known }: ParentRow,
  catalogue: CatalogueSnapshot,
): Promise<void> {
  if (!agent) {
    await tx.db.execute(sql`delete from agent_price_checkpoints where parent_id = ${id}`);
    return;
  }
  const version = `${catalogue.version} ${agent.version}`;
  const prices = listAgentPrices(catalogue, agent);
  const changed = [...catalogue.plans.values()].flatMap((plan) => {
    const [was, now] = [known?.[plan.id], prices[plan.id]];
    if (was === undefined || was === now) return [];
    const amounts = { was: BigInt(was), now: now === undefined ? null : BigInt(now) };
    return [{ planId: plan.id, plan: formatPlanName(plan), ...amounts }];
  });
  if (changed.length > 0)
    for (const [reseller, planIds] of await readSellers(tx, id, changed))
      await createNotification(tx, {
        to: reseller,
        event: "prices",
        key: `agents ${version}`,
        path: "/prices",
        ...formatPriceChanges(changed.filter(({ planId }) => planIds.has(planId))),
      });
  await tx.db
    .insert(agentPriceCheckpoints)
    .values({ parentId: id, version, prices })
    .onConflictDoUpdate({ target: agentPriceCheckpoints.parentId, set: { version, prices } });
}

/** Lists the prices of all plans that a parent's agents can buy, also while a pause stops the sale. */
function listAgentPrices({ plans }: CatalogueSnapshot, agent: AgentTerms): Record<string, string> {
  return Object.fromEntries(
    [...plans.values()].flatMap((plan) => {
      const price = getOfferedPrice(plan, { level: agent.level, agent });
      return price === undefined ? [] : [[plan.id, price.toString()]];
    }),
  );
}

async function readSellers(tx: Ctx, parentId: number, changed: readonly { planId: number }[]) {
  const plans = sql`select unnest(${`{${changed.map(({ planId }) => planId).join()}}`}::integer[])`;
  const rows = await readRows(tx.db, z.object({ resellerId: int, planId: int }))`
    select sold.reseller_id, sold.plan_id
    from (${selectSold(plans)}) sold
    join resellers r on r.id = sold.reseller_id
    where r.parent_id = ${parentId} and r.state <> 'closed'
    order by sold.reseller_id`;
  const sellers = new Map<number, Set<number>>();
  for (const { resellerId, planId } of rows)
    sellers.set(resellerId, (sellers.get(resellerId) ?? new Set()).add(planId));
  return sellers;
}
