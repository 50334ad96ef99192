import { agentSettings } from "#lib/account/reseller/agent-settings";
import { type Ctx, type Db, LEVELS } from "#lib/core/context";
import { advanceSettings } from "#lib/purchase/advance/advance-settings";
import type { OfferedPlan, Scene } from "#lib/testing/scene";
import { storeSettings } from "#lib/testing/store-settings";
import { makeAgent } from "./make-agent.ts";

const START = 50_000_000n;
const PARENTS = 2;
export const AGENTS = 6;

export interface Bought {
  id: number;
  ident: string;
  agent: number;
  price: bigint;
  /** By the price that the page showed. */
  commission: bigint;
  parentId: number | undefined;
  state: "open" | "advanced" | "awaiting" | "delivered" | "repaid" | "kept" | "failed" | "reversed";
}

/** Two parents and six agents, and the money of each by the prices shown and the actions taken. */
export interface World {
  at: Scene;
  admin: Ctx;
  plans: readonly OfferedPlan[];
  parents: { id: number; ctx: Ctx }[];
  agents: { id: number; ctx: Ctx }[];
  bought: Bought[];
  /** Those of earlier histories. */
  past: Bought[];
  /** Requests for money that wait for their agent. */
  asked: { id: number; agent: number; parentId: number; amount: bigint }[];
  /** The prices on each agent's page, until it is read again. */
  shown: Map<number, { ctx: Ctx; prices: (bigint | undefined)[]; commissions: bigint[] }>;
  wallets: Map<number, bigint>;
  sales: bigint;
  /** The connections and the ref of the current action; whether an earlier try of it was cut. */
  line: Db;
  ref: string;
  again: boolean;
}

export async function createWorld(at: Scene, admin: Ctx): Promise<World> {
  const parents: World["parents"] = [];
  const agents: World["agents"] = [];
  for (let n = 0; n < PARENTS; n++) parents.push(await at.reseller("top_user", START));
  for (let n = 0; n < AGENTS; n++) agents.push(await at.reseller(LEVELS[n % 3], START));
  const { db } = at.system;
  await storeSettings(db, agentSettings, { enabled: true, from: "smart_earner", margin: 2_000 });
  await storeSettings(db, advanceSettings, { enabled: true });
  for (const [n, { id }] of agents.entries()) await makeAgent(at, parents[n % PARENTS]?.id ?? 0, id);
  return {
    ...{ at, admin, parents, agents, bought: [], past: [], asked: [], sales: 0n },
    plans: [0, 1].map((n) => at.offered(n, "smart_earner")),
    shown: new Map(),
    wallets: new Map([...parents, ...agents].map(({ id }) => [id, START])),
    ...{ line: db, ref: "", again: false },
  };
}

export const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length];

export const move = ({ wallets }: World, id: number, amount: bigint) =>
  wallets.set(id, (wallets.get(id) ?? 0n) + amount);

/** Pays the commission of a purchase out of sales, or takes it back. */
export function pay(world: World, { commission, parentId }: Bought, sign: 1n | -1n): void {
  world.sales -= sign * commission;
  if (parentId !== undefined) move(world, parentId, sign * commission);
}

/** Returns the context on the connections of the current action. */
export const via = <C extends Ctx>({ line }: World, ctx: C): C => ({ ...ctx, db: line });
