import type { Minor } from "#lib/core/money/money";

/** The time within which something happened at the upstream, in ms of the database's clock. */
export interface Span {
  from: number;
  to: number;
}

/** A response with both balances is a link of the chain. It was executed between claim and response. */
export interface BalanceLink extends Span {
  id: number;
  before: Minor;
  after: Minor;
}

/**
 * A purchase whose outcome is unknown. `from` is when it was claimed,
 * `to` the last instant at which it may have been executed.
 */
export interface Send extends Span {
  id: number;
  cost: Minor;
  /** The last instant at which money that was taken for it may have come back. */
  refundTo: number;
  /** The link that shows that it was charged, where the upstream answered `pending`. */
  charged?: number | undefined;
}

/** A certain move that no link shows: a recorded deposit, a charge reported without balances. */
export interface KnownMove extends Span {
  amount: Minor;
}

/** Money of a charged, failed purchase; it may have come back. `after` is the link that charged it. */
export interface ReturnMove extends Span {
  amount: Minor;
  after: number;
}

/** All that is known of the upstream's balance from `since` on. */
export interface Evidence {
  since: number;
  links: readonly BalanceLink[];
  sends: readonly Send[];
  known: readonly KnownMove[];
  returns: readonly ReturnMove[];
  /** When the balance may have moved by any amount: sends in flight, answers that contradict themselves. */
  fogs: readonly Span[];
}

/**
 * The chain's conclusion about one unconfirmed purchase, and the reason.
 * Checkpoints store it, so its keys never change.
 */
export type Verdict =
  | { send: number; says: "charged" | "not_charged"; reason: VerdictReason; between?: LinkPair | undefined }
  | { send: number; says: "unknown"; reason: UnknownReason; between?: LinkPair | undefined };

export type VerdictReason =
  /** The balance fell, and nothing without this purchase explains it. */
  | "gap"
  /** It was charged and no money came back in time. */
  | "kept"
  | "returned"
  /** Every move is explained without it. */
  | "no_gap";

export type UnknownReason =
  /** No response is later than the time in which it may be executed or refunded. */
  | "early"
  /** No balance is known from before it was sent. */
  | "no_start"
  | "ambiguous"
  /** The balance moved, or may have moved, in a way that nothing known explains. */
  | "broken"
  /** There are too many explanations to try. */
  | "too_many";

export interface LinkPair {
  after: number;
  before: number;
}

/** A move of the balance that nothing known explains: below zero it fell, above zero it rose. */
export interface BalanceGap extends LinkPair {
  amount: Minor;
  span: Span;
}

export interface Findings {
  verdicts: Verdict[];
  ruptures: BalanceGap[];
}
