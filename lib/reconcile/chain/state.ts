import type { Minor } from "#lib/core/money";
import type { Open, Stretch } from "./moves.ts";

/** What is possible of a purchase, as bits. */
export const CHARGED = 1;
export const NOT_CHARGED = 2;
/** It may have happened after the last link, or may still happen. */
export const EARLY = 4;

/** Where a loose move was placed: its key and the ids of the links around it, as a linked list. */
export interface Trail {
  loose: string;
  after: number;
  before: number;
  rest: Trail | undefined;
}

/** One way in which everything so far can have happened, or several ways pooled. States with the same key have the same future. */
export interface State {
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
  /** What is possible of the purchases whose time is over, by id. */
  closed: ReadonlyMap<number, number>;
  trail: Trail | undefined;
  /** It follows a state in which everything that surely happened is placed. */
  beyond: boolean;
}

export const bit = (loose: number): bigint => 1n << BigInt(loose);
export const has = ({ used }: State, loose: number | undefined): boolean =>
  loose !== undefined && (used & bit(loose)) !== 0n;
export const mayHave = ({ used, maybe }: State, loose: number | undefined): boolean =>
  loose !== undefined && ((used | maybe) & bit(loose)) !== 0n;

export function isPlaced(state: State, link: number): boolean {
  return link < state.next || state.ahead.includes(link);
}

/** Which links were placed, and what the balance was then. */
export const placeOf = ({ next, ahead, balance }: State): string => `${next} ${ahead.join()} ${balance}`;
export const keyOf = (state: State): string =>
  `${placeOf(state)} ${state.time} ${state.used.toString(36)} ${state.maybe.toString(36)}`;

/** What is possible of an open purchase if the evidence ends with this state, as bits. */
export function possible(state: State, stretch: Stretch, open: Open): number {
  const { send, charge, refund, link, unseen } = open;
  if (unseen) return CHARGED | NOT_CHARGED;
  let bits = 0;
  if (link === undefined ? !has(state, charge) : !isPlaced(state, link)) {
    const late = link !== undefined && (stretch.links[link]?.to ?? 0) >= stretch.to;
    bits |= send.to >= state.time || late ? NOT_CHARGED | CHARGED | EARLY : NOT_CHARGED;
  }
  if (link === undefined ? mayHave(state, charge) : isPlaced(state, link)) {
    if (mayHave(state, refund)) bits |= NOT_CHARGED;
    if (!has(state, refund)) bits |= send.refundTo >= state.time ? CHARGED | NOT_CHARGED | EARLY : CHARGED;
  }
  return bits;
}

/**
 * Closes the purchases and loose moves whose time ended since the instant `before`.
 * @returns undefined when something that surely happened was not placed.
 */
export function closeUntil(state: State, stretch: Stretch, before: number): State | undefined {
  const { time } = state;
  let forget = 0n;
  const closed = new Map<number, number>();
  for (const open of stretch.opens) {
    const { id, from, to, refundTo } = open.send;
    if (from > time || (refundTo < before && to < before)) continue;
    const over = refundTo < time && to < time;
    if (!over && (open.unseen || state.closed.has(id))) continue;
    if (!open.unseen && !state.closed.has(id)) {
      const verdict = possible(state, stretch, open);
      if (verdict & EARLY || (has(state, open.refund) && refundTo >= time)) continue;
      closed.set(id, verdict);
    }
    if (open.charge !== undefined) forget |= bit(open.charge);
    forget |= bit(open.refund);
  }
  for (const [index, { from, to, must, ofOpen }] of stretch.loose.entries()) {
    if (ofOpen || to >= time || to < before || from > time) continue;
    if (must && !mayHave(state, index)) return undefined;
    forget |= bit(index);
  }
  return {
    ...state,
    used: state.used & ~forget,
    maybe: state.maybe & ~forget,
    closed: closed.size > 0 ? new Map([...state.closed, ...closed]) : state.closed,
  };
}

/**
 * Pools the states that stand at the same place into one, which allows whatever any of them allows, and more. So
 * nothing is decided that one of them contradicts, and what only their details decide stays open.
 */
export function pool(states: Iterable<State>, stretch: Stretch): State[] {
  const places = new Map<string, State[]>();
  for (const state of states) {
    const place = placeOf(state);
    const there = places.get(place);
    if (there) there.push(state);
    else places.set(place, [state]);
  }
  return [...places.values()].map((there) =>
    there.length === 1 && there[0] ? there[0] : pooled(there, stretch),
  );
}

function pooled(states: readonly State[], stretch: Stretch): State {
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
      const known = state.closed.get(id);
      bits |= known ?? (open ? possible(state, stretch, open) : 0);
      // States in which it is closed have forgotten its moves, so here they may or may not have happened.
      if (known === undefined && open) {
        const moves = (open.charge === undefined ? 0n : bit(open.charge)) | bit(open.refund);
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
