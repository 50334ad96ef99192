import { PLAN_LISTING } from "./plan-listing.ts";

export const TIERS = ["standard", "smart_earner", "affiliate", "top_user", "api"] as const;
export type Tier = (typeof TIERS)[number];

export interface SandboxNetwork {
  id: number;
  name: string;
  code: string;
  active: boolean;
}

export interface SandboxPlanType {
  id: number;
  networkId: number;
  name: string;
  code: string;
  active: boolean;
}

/** A plan of the service; prices in minor units. */
export interface SandboxPlan {
  id: number;
  networkId: number;
  typeId: number;
  size: string;
  volume: string;
  validity: string;
  validityNormalized: string;
  prices: Record<Tier, bigint>;
  active: boolean;
}

export interface SandboxCatalogue {
  networks: Map<number, SandboxNetwork>;
  types: Map<number, SandboxPlanType>;
  plans: Map<number, SandboxPlan>;
}

/** Creates a catalogue from the built-in listing: ids are the same at every start. */
export function createSandboxCatalogue(): SandboxCatalogue {
  const catalogue: SandboxCatalogue = { networks: new Map(), types: new Map(), plans: new Map() };
  for (const [index, { types, ...network }] of PLAN_LISTING.entries()) {
    const networkId = index + 1;
    catalogue.networks.set(networkId, { id: networkId, active: true, ...network });
    for (const { plans, ...type } of types) {
      const typeId = catalogue.types.size + 1;
      catalogue.types.set(typeId, { id: typeId, networkId, ...type });
      for (const line of plans) addListedPlan(catalogue, networkId, typeId, line);
    }
  }
  return catalogue;
}

/** Whether a purchase of this plan is possible now: plan, type and network are all active. */
export function isSandboxPlanOnSale(catalogue: SandboxCatalogue, plan: SandboxPlan): boolean {
  const type = catalogue.types.get(plan.typeId);
  return plan.active && type?.active === true && catalogue.networks.get(plan.networkId)?.active === true;
}

const PERIODS: Record<string, [validity: string, normalized: string]> = {
  "1d": ["1 Day", "Daily"],
  "2d": ["2 Days", "2 Days"],
  "7d": ["7 Days", "Weekly"],
  "14d": ["14 Days", "Bi-Weekly"],
  "30d": ["30 Days", "Monthly"],
  "60d": ["60 Days", "2 Months"],
  "90d": ["90 Days", "Quarterly"],
  "365d": ["365 Days", "Yearly"],
};

function addListedPlan(catalogue: SandboxCatalogue, networkId: number, typeId: number, line: string) {
  const match = /^(!?)([\d.]+)(MB|GB|TB) (\w+) (\d+)$/.exec(line);
  const period = PERIODS[match?.[4] ?? ""];
  if (!match || !period) throw new Error(`listing: cannot read "${line}"`);
  const [, inactive, size = "", volume = "", , naira = ""] = match;
  const id = catalogue.plans.size + 1;
  const [validity, validityNormalized] = period;
  const prices = derivePrices(BigInt(naira) * 100n);
  catalogue.plans.set(id, {
    id,
    networkId,
    typeId,
    size,
    volume,
    validity,
    validityNormalized,
    prices,
    active: !inactive,
  });
}

/** Derives five prices from the standard one, each level a little cheaper, in steps of 50 kobo. */
function derivePrices(standard: bigint): SandboxPlan["prices"] {
  const at = (perMille: bigint) => ((standard * perMille) / 1000n / 50n) * 50n;
  return { standard, smart_earner: at(990n), affiliate: at(982n), top_user: at(972n), api: at(955n) };
}
