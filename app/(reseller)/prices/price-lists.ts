import type { Audience } from "#lib/core/price-list/stored-price-list";

/** The pages of a reseller's price lists, and who pays their prices. */
export const PRICE_LISTS = {
  customers: { path: "/prices", payers: "Customers" },
  agents: { path: "/earn/agents/prices", payers: "Agents" },
} as const satisfies Record<Audience, { path: string; payers: string }>;
