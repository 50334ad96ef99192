import type { resellers } from "#db/schema/account";
import { explainDenyingLimit, type SpendingLimits } from "#lib/account/token/spending-limits";
import { getTrialValue } from "#lib/core/bounds";
import type { Level } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { type HelperPermission, permitsAccess } from "#lib/core/helper-permission";
import type { Minor } from "#lib/core/money/money";
import type { PlanOutage } from "#lib/outage/find-plan-outage";
import { MAX_QUEUE_WAIT_S } from "#lib/purchase/queue/queue";
import type { Namespace } from "#lib/purchase/read/purchase-view";
import type { Offer, Placing } from "./offer.ts";
import { createPurchaseRejection, type ObstacleCode } from "./rejection.ts";

/** The facts that the rules of a purchase depend on. Money in minor units, times in seconds. */
export interface PlacementFacts {
  closed: boolean;
  state: (typeof resellers.$inferSelect)["state"];
  level: Level;
  /** The version of an agent's terms; null where the level sets the prices. */
  agentVersion: string | null;
  wallet: Minor;
  dailyLimit: Minor | null;
  /** The sum that the reseller spent today. */
  spent: Minor;
  /** The token or helper that buys; null for the reseller. */
  spender: Spender | null;
  /** The queued purchases that count for `getMaxQueued`. */
  waiting: number;
  /** The expected wait of a new purchase. */
  wait: number;
  plans: ReadonlyMap<number, PlanFacts>;
  /** The latest purchase that a ref would repeat, by that ref. */
  duplicates: ReadonlyMap<string, string>;
}

export interface Spender extends SpendingLimits {
  kind: "token" | "helper";
  /** Whether the token is valid, or the helper's account open. */
  valid: boolean;
  permissions: readonly HelperPermission[];
  /** The sum that it spent today. */
  ownSpent: Minor;
}

export interface PlanFacts {
  /** Whether a supplier delivers it, or waits for one purchase to be tried with. */
  accepted: boolean;
  /** Whether a supplier delivers it. */
  delivered: boolean;
  outage: PlanOutage | undefined;
}

export type PlacementRejection = PortalError<
  ObstacleCode | "invalid" | "not_found" | "unauthenticated" | "unavailable"
>;

/** The purchases that are placed before, together with this one. */
interface Before {
  count: number;
  total: Minor;
}

type Rule = (
  facts: PlacementFacts,
  offer: Offer,
  placing: Placing,
  before: Before,
) => PlacementRejection | false | undefined;

/** The most batch rows that one reseller may have in the queue. */
export const MAX_QUEUED_BATCH_ROWS = 5_000;

/** The most queued purchases of a reseller: rows of batches have room of their own. */
export const getMaxQueued = (namespace: Namespace): number =>
  namespace === "batch" ? MAX_QUEUED_BATCH_ROWS : Number(getTrialValue("WAITING_PER_RESELLER") ?? 1_000);

/** The rules of a purchase, each named by what it demands. Of several reasons the buyer reads the first. */
const RULES = {
  openAccount({ closed, spender }, _offer, { namespace }) {
    const access = namespace === "batch" ? "batches" : "sell";
    const mayHelp =
      spender?.kind !== "helper" || (spender.valid && permitsAccess(spender.permissions, access));
    return (closed || !mayHelp) && notFoundError("account");
  },
  validToken: ({ spender }) =>
    spender?.kind === "token" &&
    !spender.valid &&
    new PortalError("unauthenticated", "This token was revoked."),
  activeReseller: ({ state }) => state !== "active" && createPurchaseRejection("restricted", {}),
  spendingLimits({ spender }, { price, plan: { networkId }, phone }) {
    if (!spender) return undefined;
    const holder = spender.kind === "token" ? "This token" : "You";
    return explainDenyingLimit(spender, { price, networkId, phone }, holder);
  },
  positiveWallet: ({ wallet }, { price }) =>
    wallet < 0n && createPurchaseRejection("negative_wallet", { missing: price - wallet }),
  /** Only the first purchase can be the one that a supplier is tried with. */
  delivery({ plans }, { plan }, _placing, { count }) {
    const { accepted, delivered, outage } = plans.get(plan.id) ?? UNKNOWN_PLAN;
    if (accepted && (delivered || count === 0)) return undefined;
    return outage
      ? createPurchaseRejection("outage", outage)
      : createPurchaseRejection("service_unavailable", {});
  },
  queueRoom({ waiting, wait }, _offer, { namespace }, { count }) {
    const all = waiting + count;
    const facts = { waiting: all, retryAfter: Math.max(1, Math.ceil(wait / all)) };
    return all >= getMaxQueued(namespace) && createPurchaseRejection("too_many_waiting", facts);
  },
  /** The API says that the service is unavailable, and when to try again; the form shows the wait. */
  deadline({ wait }, _offer, { channel }) {
    const late = wait - MAX_QUEUE_WAIT_S[channel];
    return late > 0 && createPurchaseRejection("queue_too_long", { wait, retryAfter: Math.ceil(late) });
  },
  funds({ wallet }, { price }, _placing, { total }) {
    const missing = price + total - wallet;
    return missing > 0n && createPurchaseRejection("insufficient_funds", { missing });
  },
  dailyLimit: ({ dailyLimit, spent }, { price }, _placing, { total }) =>
    rejectAboveLimit(dailyLimit, spent + total, price),
  ownDailyLimit: ({ spender }, { price }, _placing, { total }) =>
    spender !== null && rejectAboveLimit(spender.dailyLimit, spender.ownSpent + total, price),
  confirmation({ duplicates }, { ref, asks }) {
    const ident = duplicates.get(ref);
    return asks && ident !== undefined && createPurchaseRejection("duplicate", { ident });
  },
  /** The price depends on the level, and an agent's on the parent's terms. */
  sameTerms: ({ level, agentVersion }, _offer, { buyer }) =>
    (level !== buyer.level || agentVersion !== (buyer.agent?.version ?? null)) && createChangedError(),
} satisfies Record<string, Rule>;

const UNKNOWN_PLAN: PlanFacts = { accepted: false, delivered: false, outage: undefined };

const rejectAboveLimit = (limit: Minor | null, spent: Minor, price: Minor) =>
  limit !== null && spent + price > limit && createPurchaseRejection("daily_limit", { limit, spent });

/** Returns why a purchase isn't placed now; undefined if it may be. */
export function findRejection(
  facts: PlacementFacts,
  offer: Offer,
  placing: Placing,
  before: Before = { count: 0, total: 0n },
): PlacementRejection | undefined {
  for (const rule of Object.values<Rule>(RULES)) {
    const rejection = rule(facts, offer, placing, before);
    if (rejection) return rejection;
  }
  return undefined;
}

export interface Decision {
  accepted: Offer[];
  /** Batch rows that need a confirmation, whatever else stops them. */
  duplicates: Offer[];
  /** The reason why the first of the others isn't placed. */
  rejection: PlacementRejection | undefined;
}

/**
 * Decides about purchases in their order. One that no supplier delivers leaves the way to those behind it;
 * any other rejection ends the placement, so that none overtakes another.
 */
export function decidePurchases(facts: PlacementFacts, offers: readonly Offer[], placing: Placing): Decision {
  const decision: Decision = { accepted: [], duplicates: [], rejection: undefined };
  const before = { count: 0, total: 0n };
  let isOver = false;
  for (const offer of offers) {
    if (placing.namespace === "batch" && RULES.confirmation(facts, offer)) {
      decision.duplicates.push(offer);
      continue;
    }
    if (isOver) continue;
    const rejection = findRejection(facts, offer, placing, before);
    decision.rejection ??= rejection;
    if (!rejection) {
      decision.accepted.push(offer);
      before.count += 1;
      before.total += offer.price;
    } else if (!LEAVES_OTHERS.has(rejection.code)) isOver = true;
  }
  return decision;
}
const LEAVES_OTHERS: ReadonlySet<string> = new Set(["outage", "service_unavailable"]);

export const createChangedError = () =>
  new PortalError(
    "unavailable",
    "Prices or your account changed during the purchase. Nothing was charged. Try again.",
    { facts: { retryAfter: 1 } },
  );
