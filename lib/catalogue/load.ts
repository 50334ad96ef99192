import { eq, sql } from "drizzle-orm";
import { catalogue, networks, plans, planTypes } from "#db/schema/catalogue";
import type { Db } from "#lib/core/context";
import { amountsOf } from "./amounts.ts";
import { applyTerms } from "./apply-terms.ts";
import type { ListedPlan, Listing, Network, PlanType, Snapshot } from "./catalogue.ts";
import { readTerms } from "./terms.ts";

/** Everything in force. Listing and terms are of one version: read again when a change came in between. */
export async function load(db: Db): Promise<Snapshot> {
  for (;;) {
    const listing = await readListing(db);
    const { version, ...terms } = await readTerms(db);
    if (version === listing.version) return applyTerms(listing, terms);
  }
}

/** What is listed, in one statement so that no sync can come in between. */
async function readListing(db: Db): Promise<Listing> {
  const rows = await db
    .select({ state: catalogue, network: networks, type: planTypes, plan: plans })
    .from(catalogue)
    .leftJoin(networks, sql`true`)
    .leftJoin(planTypes, eq(planTypes.networkId, networks.id))
    .leftJoin(plans, sql`${plans.networkId} = ${networks.id} and ${plans.typeId} = ${planTypes.id}`)
    .orderBy(networks.id, planTypes.id, plans.id);
  const state = rows[0]?.state;
  if (!state) throw new Error("the catalogue's row is missing");

  const byNetwork = new Map<number, Network>();
  const byType = new Map<string, PlanType>();
  const byPlan = new Map<number, ListedPlan>();
  for (const row of rows) {
    if (!row.network) continue;
    const network = shared(byNetwork, row.network.id, row.network);
    if (!row.type) continue;
    const type = shared(byType, `${row.type.networkId} ${row.type.id}`, row.type);
    if (row.plan) byPlan.set(row.plan.id, planOf(row.plan, network, type));
  }
  return {
    version: state.version,
    changedAt: state.changedAt,
    networks: [...byNetwork.values()],
    types: [...byType.values()],
    plans: byPlan,
  };
}

function planOf(row: typeof plans.$inferSelect, network: Network, type: PlanType): ListedPlan {
  const { id, size, volume, validity, validityNormalized, amount, active, vanishedAt } = row;
  return {
    id,
    networkId: network.id,
    networkName: network.name,
    networkActive: network.active,
    typeId: type.id,
    typeName: type.name,
    typeActive: type.active,
    size,
    volume,
    validity,
    validityNormalized,
    amount,
    amounts: amountsOf(row),
    active,
    vanishedAt,
  };
}

function shared<K, V>(known: Map<K, V>, key: K, value: V): V {
  const before = known.get(key);
  if (before !== undefined) return before;
  known.set(key, value);
  return value;
}
