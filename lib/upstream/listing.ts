import type { Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money";

/** A plan as a list tells it (sections 2.2, 2.5). Null is "not told", never "none". Money in minor units. */
export interface ListedPlan {
  id: number;
  size: string | null;
  volume: string;
  validity: string;
  validityNormalized: string | null;
  amount: Minor;
  amounts: Record<Level, Minor | null>;
  active: boolean | null;
}

export interface ListedType {
  id: number | null;
  name: string;
  code: string | null;
  active: boolean | null;
  plans: ListedPlan[];
}

export interface ListedNetwork {
  id: number | null;
  name: string;
  code: string | null;
  active: boolean | null;
  types: ListedType[];
}

/** One whole list of plans, without the items that could not be understood. */
export interface PlanList {
  source: "filtered" | "plain";
  networks: ListedNetwork[];
}

/** A list, or in a few words why it is none that can be relied on. */
export type Read = { networks: ListedNetwork[] } | { why: string };
