import type { Between } from "./evidence.ts";
import type { Stretch } from "./moves.ts";
import { type End, ruptureOf, skip } from "./rupture.ts";
import { keyOf, pool, possible, type State } from "./state.ts";
import { type Budget, follow } from "./step.ts";

/** How much is tried; the rest is left to a person. */
export interface Limits {
  /** Above this many states at once, those at the same place are pooled. */
  states: number;
  /** Above this many places at once, the chain gives up. */
  places: number;
  /** Above this many steps for states with equally many links (a few ms), sets are no longer listed. */
  steps: number;
}

export const USUAL: Limits = { states: 100, places: 100, steps: 10_000 };

export interface Walked {
  /** What is possible of each purchase, by id, as bits; missing where the chain gave up. */
  possible: Map<number, number>;
  /** The purchases about which this stretch will tell nothing more. */
  final: Set<number>;
  /** By its key, where the first explanation places a loose move. */
  places: Map<string, Between>;
  /** The states from which to go on later: in each, everything that surely happened is placed. */
  frontier: State[];
  end?: End | undefined;
}

/**
 * Follows the links of a stretch in every order and with every set of loose moves that fits their balances, from
 * where it was left or from its start. Yields after every few ms of work.
 */
export function* walk(stretch: Stretch, left: readonly State[], limits: Limits): Generator<void, Walked> {
  const settled = new Map<number, number>();
  const finished: State[] = [];
  const frontier: State[] = [];
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
  left.forEach(push);
  for (let count = 0; count <= stretch.links.length; count++) {
    const bucket = queue.get(count);
    if (!bucket) continue;
    queue.delete(count);
    if (waiting === 1 && finished.length === 0) settle(bucket, settled);
    waiting -= bucket.size;
    const states = few(bucket, stretch, limits);
    const budget: Budget = { steps: limits.steps };
    for (const state of states) {
      if (states.length > Math.max(limits.states, limits.places))
        return conclude(stretch, settled, [], [], { resumeAt: skip(state, stretch) });
      const following = follow(state, stretch, budget);
      following.next.forEach(push);
      if (following.complete) {
        finished.push(state);
        if (!state.beyond) frontier.push(state);
      } else if (following.next.length === 0) {
        if ((dead[0] ? reach(dead[0]) : -1) < reach(state)) dead = [];
        if (!dead[0] || reach(dead[0]) === reach(state)) dead.push(state);
      }
    }
    yield;
  }
  if (finished.length > 0 || !dead[0]) return conclude(stretch, settled, finished, frontier, undefined);
  return conclude(stretch, settled, dead, [], ruptureOf(dead[0], stretch));
}

const reach = ({ next, ahead }: State) => next + ahead.length;

/** The states as they are while they are few and exact; otherwise pooled to one for each place. */
function few(bucket: ReadonlyMap<string, State>, stretch: Stretch, limits: Limits): State[] {
  const states = [...bucket.values()];
  const exact = states.every(({ maybe }) => maybe === 0n);
  return exact && states.length <= limits.states ? states : pool(states, stretch);
}

export function start({ from }: { from: number }): State {
  return {
    next: 0,
    ahead: [],
    last: undefined,
    balance: 0n,
    time: from,
    used: 0n,
    maybe: 0n,
    closed: new Map(),
    trail: undefined,
    beyond: false,
  };
}

/** Only one state is left, so what it has closed is settled. */
function settle(bucket: Map<string, State>, settled: Map<number, number>) {
  const [state] = bucket.values();
  if (!state) return;
  for (const [id, verdict] of state.closed) settled.set(id, verdict);
  state.closed = new Map();
}

function merge(into: State, other: State) {
  const closed = new Map(into.closed);
  for (const [id, verdict] of other.closed) closed.set(id, (closed.get(id) ?? 0) | verdict);
  into.closed = closed;
  into.beyond &&= other.beyond;
}

function conclude(
  stretch: Stretch,
  settled: Map<number, number>,
  states: readonly State[],
  frontier: State[],
  end: End | undefined,
): Walked {
  const all = new Map<number, number>();
  const final = new Set<number>();
  for (const open of stretch.opens) {
    const { id } = open.send;
    const known = settled.get(id);
    const bits = states.map((state) => state.closed.get(id) ?? possible(state, stretch, open));
    if (known !== undefined) all.set(id, known);
    else if (states.length > 0)
      all.set(
        id,
        bits.reduce((some, one) => some | one),
      );
    const agreed = frontier.every(
      ({ closed }) => closed.has(id) && closed.get(id) === frontier[0]?.closed.get(id),
    );
    if (end || known !== undefined || agreed) final.add(id);
  }
  const places = new Map<string, Between>();
  for (let trail = states[0]?.trail; trail; trail = trail.rest) {
    places.set(trail.loose, { after: trail.after, before: trail.before });
  }
  return { possible: all, final, places, frontier, end };
}
