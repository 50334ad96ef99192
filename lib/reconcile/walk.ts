import type { Minor } from "#lib/core/money";
import type { Between, Link, Rupture } from "./evidence.ts";
import { fill } from "./fill.ts";
import type { Loose, Stretch } from "./moves.ts";
import { bit, closeUntil, has, isPlaced, keyOf, possible, type State, type Trail } from "./state.ts";

/** More ways than this at once, and the chain gives up: a person would not follow them either. */
const MOST_STATES = 1_000;
/** More steps than this between two links at which only one way is left: some 20 ms. */
const MOST_STEPS = 300_000;

interface Budget {
  steps: number;
}

export interface Walked {
  /** What is possible of each open purchase of the stretch, by index, as bits. */
  possible: Map<number, number>;
  /** For each loose move, where the first explanation puts it. */
  places: Map<number, Between>;
  /** Why it ended before the last link, and where to go on. */
  end?: { rupture?: Rupture; resumeAt: number | undefined } | undefined;
}

/** Follows the links of a stretch in every order and with every set of loose moves that fits their balances. */
export function walk(stretch: Stretch): Walked {
  const settled = new Map<number, number>();
  const finished: State[] = [];
  let dead: State[] = [];
  const queue = new Map<number, Map<string, State>>();
  let waiting = 0;
  const push = (state: State) => {
    const count = state.next + state.ahead.length;
    const bucket = queue.get(count) ?? new Map<string, State>();
    queue.set(count, bucket);
    const key = keyOf(state);
    const twin = bucket.get(key);
    if (twin) merge(twin, state);
    else {
      bucket.set(key, state);
      waiting += 1;
    }
  };
  const budget = { steps: MOST_STEPS };
  push(start(stretch));
  for (let count = 0; count <= stretch.links.length; count++) {
    const bucket = queue.get(count);
    if (!bucket) continue;
    queue.delete(count);
    if (waiting === 1 && finished.length === 0) {
      settle(bucket, settled);
      budget.steps = MOST_STEPS;
    }
    for (const state of bucket.values()) {
      waiting -= 1;
      const following = follow(state, stretch, budget);
      if (!following || waiting > MOST_STATES) {
        return conclude(stretch, settled, [], { resumeAt: skip(state, stretch) }, true);
      }
      following.next.forEach(push);
      if (following.complete) finished.push(state);
      else if (following.next.length === 0) {
        if ((dead[0] ? reach(dead[0]) : -1) < reach(state)) dead = [];
        if (!dead[0] || reach(dead[0]) === reach(state)) dead.push(state);
      }
    }
  }
  if (finished.length > 0 || !dead[0]) return conclude(stretch, settled, finished, undefined, false);
  return conclude(stretch, settled, dead, ruptureOf(dead[0], stretch), false);
}

const reach = ({ next, ahead }: State) => next + ahead.length;

function start({ from }: Stretch): State {
  return {
    next: 0,
    ahead: [],
    last: undefined,
    balance: 0n,
    time: from,
    used: 0n,
    closed: new Map(),
    trail: undefined,
  };
}

/** The only way that is left: what is closed in it is settled. */
function settle(bucket: Map<string, State>, settled: Map<number, number>) {
  const [state] = bucket.values();
  if (!state) return;
  for (const [index, verdict] of state.closed) settled.set(index, verdict);
  state.closed = new Map();
}

function merge(into: State, other: State) {
  const closed = new Map(into.closed);
  for (const [index, verdict] of other.closed) closed.set(index, (closed.get(index) ?? 0) | verdict);
  into.closed = closed;
}

/** The states that can follow; undefined when there are too many to look at. */
function follow(
  state: State,
  stretch: Stretch,
  budget: Budget,
): { next: State[]; complete: boolean } | undefined {
  const { candidates, limit } = choices(state, stretch);
  if (limit < state.time) return { next: [], complete: false };
  const next: State[] = [];
  for (const link of candidates) {
    const fillings = place(state, stretch, link, budget);
    if (!fillings) return undefined;
    for (const filled of fillings) {
      const closed = closeUntil(filled, stretch, state.time);
      if (closed) next.push(passed(closed, stretch));
    }
  }
  return { next, complete: limit === Number.POSITIVE_INFINITY };
}

/** The links that may come next, and by when the first of those that must come has come. */
function choices(state: State, { links, from, to }: Stretch) {
  const candidates: number[] = [];
  let limit = Number.POSITIVE_INFINITY;
  for (let index = state.next; index < links.length; index++) {
    const link = links[index];
    if (!link || state.ahead.includes(index)) continue;
    if (link.from > limit) break;
    if (Math.max(state.time, link.from) <= link.to) candidates.push(index);
    if (link.from >= from && link.to < to) limit = Math.min(limit, link.to);
  }
  return { candidates: candidates.filter((index) => (links[index]?.from ?? 0) <= limit), limit };
}

/** The ways in which a link can follow: each set of loose moves that fills the gap before it. */
function place(state: State, stretch: Stretch, index: number, budget: Budget): State[] | undefined {
  const link = stretch.links[index];
  if (!link) return [];
  const time = Math.max(state.time, link.from);
  const placed = {
    ...state,
    ahead: [...state.ahead, index].sort((a, b) => a - b),
    last: index,
    balance: link.after,
  };
  if (state.last === undefined) return [{ ...placed, time }];
  const eligible = stretch.loose.flatMap((move, at) => (mayPlace(state, move, at, link.to) ? [at] : []));
  const amounts = eligible.map((at) => stretch.loose[at]?.amount ?? 0n);
  const sets = fill(amounts, link.before - state.balance, budget);
  return sets?.flatMap((set) => {
    const chosen = set.map((at) => eligible[at] ?? 0);
    const moment = chosen.reduce((late, at) => Math.max(late, stretch.loose[at]?.from ?? 0), time);
    if (moment > link.to) return [];
    return [{ ...placed, time: moment, ...taken(state, chosen, state.last ?? 0, index) }];
  });
}

function mayPlace(state: State, { from, to, needs }: Loose, at: number, until: number): boolean {
  if (from > until || to < state.time || has(state, at)) return false;
  if (!needs) return true;
  return "loose" in needs ? has(state, needs.loose) : isPlaced(state, needs.link);
}

function taken(
  state: State,
  chosen: number[],
  after: number,
  before: number,
): { used: bigint; trail: Trail | undefined } {
  let { used, trail } = state;
  for (const loose of chosen) {
    used |= bit(loose);
    trail = { loose, after, before, rest: trail };
  }
  return { used, trail };
}

/** Takes note of links that need no more looking at: placed ones, and early ones whose time is over. */
function passed(state: State, { links, from }: Stretch): State {
  let { next } = state;
  for (let link = links[next]; link; link = links[++next]) {
    const over = link.from < from && link.to < state.time;
    if (!state.ahead.includes(next) && !over) break;
  }
  return { ...state, next, ahead: state.ahead.filter((index) => index >= next) };
}

function conclude(
  stretch: Stretch,
  settled: Map<number, number>,
  states: State[],
  end: Walked["end"],
  gaveUp: boolean,
): Walked {
  const all = new Map<number, number>();
  for (const [index, open] of stretch.opens.entries()) {
    const known = settled.get(index);
    if (known !== undefined) all.set(index, known);
    else if (!gaveUp)
      all.set(
        index,
        states.reduce((bits, state) => bits | (state.closed.get(index) ?? possible(state, stretch, open)), 0),
      );
  }
  const places = new Map<number, Between>();
  for (let trail = states[0]?.trail; trail; trail = trail.rest) {
    places.set(trail.loose, { after: idOf(stretch, trail.after), before: idOf(stretch, trail.before) });
  }
  return { possible: all, places, end };
}

const idOf = ({ links }: Stretch, index: number) => links[index]?.id ?? 0;

/** Where no way led on: the smallest gap before a link that had to come. */
function ruptureOf(state: State, stretch: Stretch): NonNullable<Walked["end"]> {
  const { from, to, links } = stretch;
  const gap = (link: Link) =>
    link.before > state.balance ? link.before - state.balance : state.balance - link.before;
  const next = choices(state, stretch)
    .candidates.flatMap((index) => links[index] ?? [])
    .filter((link) => link.from >= from && link.to < to)
    .sort((a, b) => Number(gap(a) - gap(b)) || a.from - b.from);
  const last = state.last === undefined ? undefined : links[state.last];
  const [link] = next;
  if (!link || !last) return { resumeAt: skip(state, stretch) };
  return {
    rupture: {
      after: last.id,
      before: link.id,
      amount: link.before - state.balance - recorded(state, stretch, link),
      span: { from: last.from, to: link.to },
    },
    resumeAt: Math.max(link.from, from + 1),
  };
}

/** What is recorded for the gap before a link, and does not fill it. */
function recorded(state: State, { loose }: Stretch, link: Link): Minor {
  const within = loose.filter(
    ({ known, from, to }, at) =>
      known && !has(state, at) && from <= link.to && to >= state.time && to <= link.to + 1,
  );
  return within.reduce((sum, { amount }) => sum + amount, 0n);
}

/** The link that must come first of all that must still come. */
function due(state: State, { links, from, to }: Stretch): Link | undefined {
  const left = links.filter(
    (link, index) => index >= state.next && !state.ahead.includes(index) && link.from >= from && link.to < to,
  );
  return left.reduce<Link | undefined>(
    (first, link) => (first && first.to <= link.to ? first : link),
    undefined,
  );
}

/** An instant from which to begin anew, without the link that was due. */
function skip(state: State, stretch: Stretch): number | undefined {
  const link = due(state, stretch);
  return link && Math.max(state.time, link.to) + 1;
}
