import type { LinkPair } from "./evidence.ts";
import { findGap, getRestartInstant, type WalkEnd } from "./gap.ts";
import { getPossibleOutcomes, getStateKey, poolStates, type WalkState } from "./state.ts";
import { listNextStates, type StepBudget } from "./step.ts";
import type { Stretch } from "./stretch.ts";

export interface WalkLimits {
  /** Above this many states at once, those at the same place are pooled. */
  states: number;
  /** Above this many places at once, the chain gives up. */
  places: number;
  /** Above this many steps for states with equally many links (a few ms), sets are no longer listed. */
  steps: number;
}

export const DEFAULT_LIMITS: WalkLimits = { states: 100, places: 100, steps: 10_000 };

export interface WalkResult {
  /** The possible outcomes of each purchase, by id, as bits; missing where the chain gave up. */
  possible: Map<number, number>;
  /** The purchases about which this stretch will tell nothing more. */
  final: Set<number>;
  /** By its key, where the first explanation places a loose move. */
  places: Map<string, LinkPair>;
  /** The states to continue from: in each, everything that surely happened is placed. */
  frontier: WalkState[];
  end?: WalkEnd | undefined;
}

/**
 * Follows the links of a stretch in every order and with every set of loose moves that fits their balances,
 * from where it was left or from its start. Yields after every few ms of work.
 */
export function* walkStretch(
  stretch: Stretch,
  left: readonly WalkState[],
  limits: WalkLimits,
): Generator<void, WalkResult> {
  const settled = new Map<number, number>();
  const finished: WalkState[] = [];
  const frontier: WalkState[] = [];
  let dead: WalkState[] = [];
  const queue = new Map<number, Map<string, WalkState>>();
  let waiting = 0;
  const push = (state: WalkState) => {
    const count = state.next + state.ahead.length;
    const bucket = queue.get(count) ?? new Map<string, WalkState>();
    queue.set(count, bucket);
    const key = getStateKey(state);
    const twin = bucket.get(key);
    if (twin) mergeState(twin, state);
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
    if (waiting === 1 && finished.length === 0) settleOnlyState(bucket, settled);
    waiting -= bucket.size;
    const states = limitStates(bucket, stretch, limits);
    const budget: StepBudget = { steps: limits.steps };
    for (const state of states) {
      if (states.length > Math.max(limits.states, limits.places))
        return createWalkResult(stretch, settled, [], [], { resumeAt: getRestartInstant(state, stretch) });
      const following = listNextStates(state, stretch, budget);
      following.next.forEach(push);
      if (following.complete) {
        finished.push(state);
        if (!state.beyond) frontier.push(state);
      } else if (following.next.length === 0) {
        if ((dead[0] ? getReach(dead[0]) : -1) < getReach(state)) dead = [];
        if (!dead[0] || getReach(dead[0]) === getReach(state)) dead.push(state);
      }
    }
    yield;
  }
  if (finished.length > 0 || !dead[0])
    return createWalkResult(stretch, settled, finished, frontier, undefined);
  return createWalkResult(stretch, settled, dead, [], findGap(dead[0], stretch));
}

const getReach = ({ next, ahead }: WalkState) => next + ahead.length;

/** The states as they are while they are few and exact; otherwise pooled to one for each place. */
function limitStates(
  bucket: ReadonlyMap<string, WalkState>,
  stretch: Stretch,
  limits: WalkLimits,
): WalkState[] {
  const states = [...bucket.values()];
  const exact = states.every(({ maybe }) => maybe === 0n);
  return exact && states.length <= limits.states ? states : poolStates(states, stretch);
}

export function createStartState({ from }: { from: number }): WalkState {
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
function settleOnlyState(bucket: Map<string, WalkState>, settled: Map<number, number>) {
  const [state] = bucket.values();
  if (!state) return;
  for (const [id, verdict] of state.closed) settled.set(id, verdict);
  state.closed = new Map();
}

function mergeState(into: WalkState, source: WalkState) {
  const closed = new Map(into.closed);
  for (const [id, verdict] of source.closed) closed.set(id, (closed.get(id) ?? 0) | verdict);
  into.closed = closed;
  into.beyond &&= source.beyond;
}

function createWalkResult(
  stretch: Stretch,
  settled: Map<number, number>,
  states: readonly WalkState[],
  frontier: WalkState[],
  end: WalkEnd | undefined,
): WalkResult {
  const all = new Map<number, number>();
  const final = new Set<number>();
  for (const open of stretch.opens) {
    const { id } = open.send;
    const settledBits = settled.get(id);
    const bits = states.map((state) => state.closed.get(id) ?? getPossibleOutcomes(state, stretch, open));
    if (settledBits !== undefined) all.set(id, settledBits);
    else if (states.length > 0)
      all.set(
        id,
        bits.reduce((some, bit) => some | bit),
      );
    const agreed = frontier.every(
      ({ closed }) => closed.has(id) && closed.get(id) === frontier[0]?.closed.get(id),
    );
    if (end || settledBits !== undefined || agreed) final.add(id);
  }
  const places = new Map<string, LinkPair>();
  for (let trail = states[0]?.trail; trail; trail = trail.rest) {
    places.set(trail.loose, { after: trail.after, before: trail.before });
  }
  return { possible: all, final, places, frontier, end };
}
