import type { Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import type { CatalogueSettings, PlanPause, PriceRule } from "./catalogue-settings.ts";

export interface Network {
  readonly id: number;
  readonly name: string;
  readonly code: string;
  readonly active: boolean;
}

export interface PlanType {
  readonly networkId: number;
  readonly id: number;
  readonly name: string;
  readonly code: string;
  readonly active: boolean;
}

/** A plan that a supplier lists or once listed, with its price for each level. */
export interface ListedPlan {
  readonly id: number;
  readonly networkId: number;
  readonly networkName: string;
  readonly networkActive: boolean;
  readonly typeId: number;
  readonly typeName: string;
  readonly typeActive: boolean;
  readonly size: string;
  readonly volume: string;
  readonly validity: string;
  readonly validityNormalized: string;
  readonly amount: Minor;
  /** The upstream's price for each level; null where it does not say. */
  readonly amounts: Readonly<Record<Level, Minor | null>>;
  readonly active: boolean;
  /** When the upstream stopped listing it; null while it lists it. */
  readonly delistedAt: Date | null;
  /** Its own supplier, whose list names it. */
  readonly listedBy: number;
  /** The cost at its own supplier, and whether that delivers it. */
  readonly ownCost: Minor | null;
  readonly ownOpen: boolean;
  /** The dearest cost at which another supplier delivers it; null where none does. */
  readonly otherCost: Minor | null;
  /**
   * The change that an admin has to confirm before its own supplier delivers it again,
   * and the cost that counts as normal meanwhile.
   */
  readonly doubt: "cost" | "missing" | "new" | "charged" | null;
  readonly confirmedCost: Minor | null;
}

/** The fields by which people recognise a plan. */
export type PlanIdentity = Pick<
  ListedPlan,
  "networkId" | "networkName" | "typeName" | "size" | "volume" | "validity"
>;

export interface Plan extends ListedPlan {
  /** Whether any supplier delivers it. */
  readonly delivered: boolean;
  /** The cost by which prices are set; null when it is unknown. */
  readonly cost: Minor | null;
  /** The name shown instead of its type's name; null when the plan has none. */
  readonly name: string | null;
  readonly hidden: boolean;
  /** The message that buyers see while it is turned off; null while it is on. */
  readonly off: string | null;
  /** The pause that stops its sale for now, as its purchases fail; null without one. */
  readonly pause: PlanPause | null;
  /** The rule that sets each level's price; null where the upstream's price applies. */
  readonly rules: Readonly<Record<Level, PriceRule | null>>;
}

export interface UpstreamListing {
  readonly version: number;
  /** When `version` last changed. */
  readonly changedAt: Date;
  readonly networks: readonly Network[];
  readonly types: readonly PlanType[];
  readonly plans: ReadonlyMap<number, ListedPlan>;
}

/** One version of the catalogue: shared between readers, never changed. */
export interface CatalogueSnapshot extends UpstreamListing {
  readonly plans: ReadonlyMap<number, Plan>;
  readonly settings: CatalogueSettings;
}

export interface Catalogue extends CatalogueSnapshot {
  /** When the current list was requested; null before the first one. */
  readonly syncedAt: Date | null;
  readonly source: "filtered" | "plain" | null;
  /**
   * Whether a supplier's list is at most five minutes old by the database's clock;
   * nothing is sold by an older one.
   */
  readonly fresh: boolean;
  /** When the current list was requested, once too old; null while fresh and before the first. */
  readonly staleSince: Date | null;
  /** The reason, for admins, why the last sync failed; null when it succeeded. */
  readonly failure: string | null;
}
