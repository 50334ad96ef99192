import type { Level } from "#lib/core/level";
import type { SellingPricePolicy } from "./selling-price.ts";

/** By what a buyer's prices are set: their level, or for an agent what the parent pays and adds. */
export interface PriceTerms {
  level: Level;
  agent: AgentTerms | undefined;
}

/** By what an agent's prices are set beside the catalogue. Only for the server: an agent never sees it. */
export interface AgentTerms {
  parentId: number;
  /** The parent's, whose price it is to which the parent adds. */
  level: Level;
  policy: SellingPricePolicy;
  /** The most that the operator lets parents add, in hundredths of a per cent of their own price. */
  most: number;
  /** Changes with each of these. */
  version: string;
}
