import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Level } from "#lib/core/level";
import type { Minor } from "#lib/core/money/money";
import { textOf } from "#lib/core/read-rows";
import type { AgentTerms, PriceTerms } from "./price-terms.ts";
import { getSellingPrice, type PricedPlan } from "./selling-price.ts";
import { NO_PRICE_LIST, StoredPriceList } from "./stored-price-list.ts";

/** Parses the JSON of the database's function `agent_terms`; null where the reseller's own level sets the prices. */
export const StoredAgentTerms = z
  .object({
    parentId: z.int(),
    level: textOf<Level>(),
    list: StoredPriceList.nullable(),
    most: z.int(),
    version: z.string(),
  })
  .transform(({ list, ...terms }): AgentTerms => ({ ...terms, policy: (list ?? NO_PRICE_LIST).policy }));

/** Returns an agent's price of a plan at its parent's own price: never below that, nor above the operator's bound. */
export function getAgentPrice(
  plan: PricedPlan,
  { policy, most }: Pick<AgentTerms, "policy" | "most">,
): Minor {
  const [lowest, price] = [plan.price, getSellingPrice(plan, policy)];
  const highest = getHighestAgentPrice(lowest, most);
  if (price > highest) return highest;
  if (price < lowest) return lowest;
  return price;
}

/** Returns the highest price for agents at a parent's own price, in minor units, rounded down. */
export const getHighestAgentPrice = (price: Minor, most: number): Minor =>
  price + (price * BigInt(most)) / 10_000n;

/** Returns by what the prices of a buyer, or a seller of theirs, are set. */
export const getPriceTerms = ({
  level,
  agent,
}: {
  level: Level;
  agent?: AgentTerms | null | undefined;
}): PriceTerms => ({ level, agent: agent ?? undefined });

/** Selects by what the prices of a row of `resellers` are set, beside its level, for `StoredAgentTerms`. */
export const selectAgentTerms = (reseller: SQL): SQL =>
  sql`case when ${reseller}.parent_id is not null then agent_terms(${reseller}.parent_id) end`;

/** The columns of `level` and `selectAgentTerms`. */
export const PRICE_TERMS_COLUMNS = { level: textOf<Level>(), agent: StoredAgentTerms.nullable() };

/** A text that is the same for the same prices of one catalogue. */
export const formatTermsKey = ({ level, agent }: PriceTerms): string =>
  agent ? `agent ${agent.version}` : level;
