import type { Between } from "./evidence.ts";
import type { Stretch } from "./moves.ts";
import { type End, ruptureOf, skip } from "./rupture.ts";
import { keyOf, possible, type State } from "./state.ts";
import { type Budget, follow } from "./step.ts";

/** More ways than this at once, and the chain gives up: a person would not follow them either. */
const MOST_STATES = 1_000;
/** More steps than this between two links at which only one way is left: some 20 ms. */
const MOST_STEPS = 300_000;

export interface Walked {
  /** What is possible of each open purchase of the stretch, by index, as bits. */
  possible: Map<number, number>;
  /** For each loose move, where the first explanation puts it. */
  places: Map<number, Between>;
  end?: End | undefined;
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
  const budget: Budget = { steps: MOST_STEPS };
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

function conclude(
  stretch: Stretch,
  settled: Map<number, number>,
  states: State[],
  end: End | undefined,
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
