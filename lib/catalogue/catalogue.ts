import type { Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import type { Rule, Terms } from "./terms.ts";

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

/** A plan that the upstream lists, or once listed, with what each level pays upstream. */
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
  /** The upstream's standard price. */
  readonly amount: Minor;
  /** The upstream's price for each level; null where it does not say. */
  readonly amounts: Readonly<Record<Level, Minor | null>>;
  readonly active: boolean;
  /** Since when the upstream no longer lists it; null while it does. */
  readonly vanishedAt: Date | null;
}

/** A plan with the operator's terms applied. */
export interface Plan extends ListedPlan {
  /** What it is called here in place of its type's name; null is as listed. */
  readonly name: string | null;
  readonly hidden: boolean;
  /** What buyers read while it is switched off; null while it is on. */
  readonly off: string | null;
  /** The rule that sets each level's price; null where the upstream's own price holds. */
  readonly rules: Readonly<Record<Level, Rule | null>>;
}

/** What the upstream lists. */
export interface Listing {
  readonly version: number;
  /** When `version` last changed. */
  readonly changedAt: Date;
  readonly networks: readonly Network[];
  readonly types: readonly PlanType[];
  /** Every plan ever listed, by its id. */
  readonly plans: ReadonlyMap<number, ListedPlan>;
}

/** The catalogue of one version: shared between readers, never changed. */
export interface Snapshot extends Listing {
  readonly plans: ReadonlyMap<number, Plan>;
  readonly terms: Terms;
}

export interface Catalogue extends Snapshot {
  /** When the list in force was asked for; null when there never was one. */
  readonly syncedAt: Date | null;
  readonly source: "filtered" | "plain" | null;
  /** Whether it is at most `CATALOGUE_MAX_AGE_S` old by the database's clock; nothing is sold from an older one. */
  readonly fresh: boolean;
  /** When the list in force was asked for, once it is too old; null while it is fresh or when there never was one. */
  readonly staleSince: Date | null;
  /** Why the last try to renew it failed, in words for admins; null when it did not. */
  readonly failure: string | null;
}

/** A plan in one line: "MTN 1 GB SME, 30 Days". */
export function planLabel({ networkName, size, volume, typeName, name, validity }: Plan): string {
  return `${networkName} ${size} ${volume} ${name ?? typeName}, ${validity}`;
}
