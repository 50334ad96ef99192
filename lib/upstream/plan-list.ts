import type { Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";

/** A plan as a service lists it. Null marks a missing field. Money in minor units. */
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

/** A whole list of plans, without the items that could not be read. */
export interface PlanList {
  /** `filtered`: with each level's price; `plain`: with the standard price alone. */
  source: "filtered" | "plain";
  networks: ListedNetwork[];
}

/** The service doesn't know the token. */
export class TokenRejected extends Error {
  constructor() {
    super("the service rejects the token");
    this.name = "TokenRejected";
  }
}
