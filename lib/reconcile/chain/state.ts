import type { Minor } from "#lib/core/money/money";
import type { OpenPurchase, Stretch } from "./stretch.ts";

/** The possible outcomes of a purchase, as bits. */
export const CHARGED = 1;
export const NOT_CHARGED = 2;
/** It may have happened after the last link, or may still happen. */
export const EARLY = 4;

/** Where a loose move was placed: its key and the ids of the links around it, as a linked list. */
export interface WalkTrail {
  loose: string;
  after: number;
  before: number;
  rest: WalkTrail | undefined;
}

/**
 * One way in which everything so far can have happened, or several ways pooled.
 * States with the same key have the same future.
 */
export interface WalkState {
  /** All links before this index are placed or passed; `ahead` are later ones that are placed already. */
  next: number;
  ahead: readonly number[];
  /** The link that was placed last. */
  last: { id: number; from: number } | undefined;
  balance: Minor;
  /** The earliest instant at which all that was placed can have happened. */
  time: number;
  /** The placed loose moves whose time is not over, as bits. */
  used: bigint;
  /** The loose moves that may have been placed; none unless several ways were pooled. */
  maybe: bigint;
  /** The possible outcomes of purchases whose time is over, by id. */
  closed: ReadonlyMap<number, number>;
  trail: WalkTrail | undefined;
  /** It follows a state in which everything that surely happened is placed. */
  beyond: boolean;
}

export const toBit = (loose: number): bigint => 1n << BigInt(loose);
export const hasMove = ({ used }: WalkState, loose: number | undefined): boolean =>
  loose !== undefined && (used & toBit(loose)) !== 0n;
export const canHaveMove = ({ used, maybe }: WalkState, loose: number | undefined): boolean =>
  loose !== undefined && ((used | maybe) & toBit(loose)) !== 0n;

export function isLinkPlaced(state: WalkState, link: number): boolean {
  return link < state.next || state.ahead.includes(link);
}

/** Which links were placed, and what the balance was then. */
export const getPlaceKey = ({ next, ahead, balance }: WalkState): string =>
  `${next} ${ahead.join()} ${balance}`;
export const getStateKey = (state: WalkState): string =>
  `${getPlaceKey(state)} ${state.time} ${state.used.toString(36)} ${state.maybe.toString(36)}`;

/** Gets the possible outcomes of an open purchase if the evidence ends with this state, as bits. */
export function getPossibleOutcomes(state: WalkState, stretch: Stretch, open: OpenPurchase): number {
  const { send, charge, refund, link, unseen } = open;
  if (unseen) return CHARGED | NOT_CHARGED;
  let bits = 0;
  if (link === undefined ? !hasMove(state, charge) : !isLinkPlaced(state, link)) {
    const late = link !== undefined && (stretch.links[link]?.to ?? 0) >= stretch.to;
    bits |= send.to >= state.time || late ? NOT_CHARGED | CHARGED | EARLY : NOT_CHARGED;
  }
  if (link === undefined ? canHaveMove(state, charge) : isLinkPlaced(state, link)) {
    if (canHaveMove(state, refund)) bits |= NOT_CHARGED;
    if (!hasMove(state, refund))
      bits |= send.refundTo >= state.time ? CHARGED | NOT_CHARGED | EARLY : CHARGED;
  }
  return bits;
}

/**
 * Closes the purchases and loose moves whose time ended since the instant `before`.
 * @returns undefined when something that surely happened was not placed.
 */
export function closeEndedPurchases(
  state: WalkState,
  stretch: Stretch,
  before: number,
): WalkState | undefined {
  const { time } = state;
  let forget = 0n;
  const closed = new Map<number, number>();
  for (const open of stretch.opens) {
    const { id, from, to, refundTo } = open.send;
    if (from > time || (refundTo < before && to < before)) continue;
    const over = refundTo < time && to < time;
    if (!over && (open.unseen || state.closed.has(id))) continue;
    if (!open.unseen && !state.closed.has(id)) {
      const verdict = getPossibleOutcomes(state, stretch, open);
      if (verdict & EARLY || (hasMove(state, open.refund) && refundTo >= time)) continue;
      closed.set(id, verdict);
    }
    if (open.charge !== undefined) forget |= toBit(open.charge);
    forget |= toBit(open.refund);
  }
  for (const [index, { from, to, must, ofOpen }] of stretch.loose.entries()) {
    if (ofOpen || to >= time || to < before || from > time) continue;
    if (must && !canHaveMove(state, index)) return undefined;
    forget |= toBit(index);
  }
  return {
    ...state,
    used: state.used & ~forget,
    maybe: state.maybe & ~forget,
    closed: closed.size > 0 ? new Map([...state.closed, ...closed]) : state.closed,
  };
}

/**
 * Pools the states that stand at the same place into one, which allows whatever any of them allows, and more.
 * So nothing is decided that one of them contradicts, and what only their details decide stays open.
 */
export function poolStates(states: Iterable<WalkState>, stretch: Stretch): WalkState[] {
  const places = new Map<string, WalkState[]>();
  for (const state of states) {
    const place = getPlaceKey(state);
    const there = places.get(place);
    if (there) there.push(state);
    else places.set(place, [state]);
  }
  return [...places.values()].map((there) =>
    there.length === 1 && there[0] ? there[0] : mergeStates(there, stretch),
  );
}

function mergeStates(states: readonly WalkState[], stretch: Stretch): WalkState {
  const [first] = states;
  if (!first) throw new Error("nothing to pool");
  let [sure, some] = [first.used, 0n];
  let { time } = first;
  for (const { used, maybe, time: at } of states) {
    sure &= used;
    some |= used | maybe;
    time = Math.min(time, at);
  }
  const opens = new Map(stretch.opens.map((open) => [open.send.id, open]));
  const closed = new Map<number, number>();
  for (const id of new Set(states.flatMap((state) => [...state.closed.keys()]))) {
    const open = opens.get(id);
    let bits = 0;
    for (const state of states) {
      const possible = state.closed.get(id);
      bits |= possible ?? (open ? getPossibleOutcomes(state, stretch, open) : 0);
      // States in which it is closed have forgotten its moves, so here they may or may not have happened.
      if (possible === undefined && open) {
        const moves = (open.charge === undefined ? 0n : toBit(open.charge)) | toBit(open.refund);
        sure &= ~moves;
        some |= moves;
      }
    }
    closed.set(id, bits & 3);
  }
  return {
    ...first,
    time,
    used: sure,
    maybe: some & ~sure,
    closed,
    beyond: states.every(({ beyond }) => beyond),
  };
}
