import { fill } from "./fill.ts";
import type { Loose, Stretch } from "./moves.ts";
import { bit, closeUntil, has, isPlaced, type State, type Trail } from "./state.ts";

/** How many more steps may be taken. */
export interface Budget {
  steps: number;
}

/** The states that can follow; undefined when there are too many to look at. */
export function follow(
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
export function choices(state: State, { links, from, to }: Stretch) {
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
