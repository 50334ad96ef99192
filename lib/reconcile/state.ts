import type { Minor } from "#lib/core/money";
import type { Open, Stretch } from "./moves.ts";

/** What is possible of a purchase, as bits. */
export const CHARGED = 1;
export const NOT_CHARGED = 2;
/** It may still happen, or have happened, after the last link. */
export const EARLY = 4;

/** Where a loose move was put: between which links, by index. A list that grows at its head. */
export interface Trail {
  loose: number;
  after: number;
  before: number;
  rest: Trail | undefined;
}

/** One way in which everything up to here can have happened. States with the same key have the same future. */
export interface State {
  /** Links below are placed or passed; `ahead` are those placed beyond. */
  next: number;
  ahead: readonly number[];
  last: number | undefined;
  balance: Minor;
  /** The earliest instant at which all that was placed can have happened. */
  time: number;
  /** The loose moves that were placed and whose time is not over, as bits. */
  used: bigint;
  /** What was possible of the purchases whose time is over. */
  closed: ReadonlyMap<number, number>;
  trail: Trail | undefined;
}

export const bit = (loose: number): bigint => 1n << BigInt(loose);
export const has = (state: State, loose: number | undefined): boolean =>
  loose !== undefined && (state.used & bit(loose)) !== 0n;

export function isPlaced(state: State, link: number): boolean {
  return link < state.next || state.ahead.includes(link);
}

export function keyOf({ next, ahead, balance, time, used }: State): string {
  return `${next} ${ahead.join()} ${balance} ${time} ${used.toString(36)}`;
}

/** What is possible of an open purchase, when the evidence ends with this state. */
export function possible(
  state: State,
  stretch: Stretch,
  { send, charge, refund, link, unseen }: Open,
): number {
  if (unseen) return CHARGED | NOT_CHARGED;
  const charged = link === undefined ? has(state, charge) : isPlaced(state, link);
  if (!charged) {
    const open =
      send.to >= state.time || (link !== undefined && (stretch.links[link]?.to ?? 0) >= stretch.to);
    return open ? NOT_CHARGED | CHARGED | EARLY : NOT_CHARGED;
  }
  if (has(state, refund)) return NOT_CHARGED;
  return send.refundTo >= state.time ? CHARGED | NOT_CHARGED | EARLY : CHARGED;
}

/**
 * Moves on from the instant `before`: purchases and loose moves whose time is over are closed.
 * @returns undefined when something that surely happened found no place.
 */
export function closeUntil(state: State, stretch: Stretch, before: number): State | undefined {
  const { time } = state;
  let { used } = state;
  const closed = new Map<number, number>();
  for (const [index, open] of stretch.opens.entries()) {
    const { from, to, refundTo } = open.send;
    const over = refundTo < before && to < before;
    if (over || from > time || open.unseen || state.closed.has(index)) continue;
    const verdict = possible(state, stretch, open);
    if (verdict & EARLY || (has(state, open.refund) && refundTo >= time)) continue;
    closed.set(index, verdict);
    if (open.charge !== undefined) used &= ~bit(open.charge);
    used &= ~bit(open.refund);
  }
  for (const [index, { from, to, must }] of stretch.loose.entries()) {
    if (to >= time || to < before || from > time) continue;
    if (must && !has(state, index)) return undefined;
    if (!isOpens(stretch, index)) used &= ~bit(index);
  }
  return { ...state, used, closed: closed.size > 0 ? new Map([...state.closed, ...closed]) : state.closed };
}

function isOpens({ opens }: Stretch, loose: number): boolean {
  const [first] = opens;
  return first !== undefined && loose >= (first.charge ?? first.refund);
}
