import type { Loose, Stretch } from "./moves.ts";
import { bit, closeUntil, has, isPlaced, mayHave, type State, type Trail } from "./state.ts";
import { subsetMembership, subsetSum } from "./subset-sum.ts";

/** How many more steps may be spent on listing sets; after that, ways are pooled. */
export interface Budget {
  steps: number;
}

export interface Following {
  next: State[];
  /** Whether everything that surely happened is placed. */
  complete: boolean;
}

/** The states that can follow. */
export function follow(state: State, stretch: Stretch, budget: Budget): Following {
  const { candidates, limit } = choices(state, stretch);
  if (limit < state.time) return { next: [], complete: false };
  const complete = limit === Number.POSITIVE_INFINITY;
  const next: State[] = [];
  for (const link of candidates) {
    for (const filled of place(state, stretch, link, budget)) {
      const closed = closeUntil(filled, stretch, state.time);
      if (closed) next.push({ ...passed(closed, stretch), beyond: state.beyond || complete });
    }
  }
  return { next, complete };
}

/** The links that may come next, and the instant by which one of those that must come has come. */
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

/** The ways in which a link can follow: one for each set of loose moves that fills the gap before it, or all pooled. */
function place(state: State, stretch: Stretch, index: number, budget: Budget): State[] {
  const link = stretch.links[index];
  if (!link) return [];
  const time = Math.max(state.time, link.from);
  const placed = {
    ...state,
    ahead: [...state.ahead, index].sort((a, b) => a - b),
    last: { id: link.id, from: link.from },
    balance: link.after,
    time,
  };
  if (!state.last) return [placed];
  const between = { after: state.last.id, before: link.id };
  const eligible = stretch.loose.flatMap((move, at) => (mayPlace(state, move, at, link.to) ? [at] : []));
  const amounts = eligible.map((at) => stretch.loose[at]?.amount ?? 0n);
  const gap = link.before - state.balance;
  const sets = state.maybe === 0n ? subsetSum(amounts, gap, budget) : undefined;
  if (sets)
    return sets.flatMap((set) => {
      const chosen = set.map((at) => eligible[at] ?? 0);
      const moment = latest(stretch, chosen, time);
      return moment > link.to ? [] : [{ ...placed, time: moment, ...taken(state, stretch, chosen, between) }];
    });
  const found = subsetMembership(amounts, gap);
  if (!found) return [];
  const surely = eligible.filter((_, at) => !found.notAll[at]);
  const perhaps = eligible.filter((_, at) => found.some[at] && found.notAll[at]);
  const moment = latest(stretch, surely, time);
  if (moment > link.to) return [];
  const { used, trail } = taken(state, stretch, surely, between);
  const maybe = perhaps.reduce((bits, at) => bits | bit(at), state.maybe) & ~used;
  return [{ ...placed, time: moment, used, maybe, trail }];
}

const latest = ({ loose }: Stretch, chosen: readonly number[], time: number) =>
  chosen.reduce((late, at) => Math.max(late, loose[at]?.from ?? 0), time);

function mayPlace(state: State, { from, to, needs }: Loose, at: number, until: number): boolean {
  if (from > until || to < state.time || has(state, at)) return false;
  if (!needs) return true;
  return "loose" in needs ? mayHave(state, needs.loose) : isPlaced(state, needs.link);
}

/** Places these moves, and the charge of each return among them. */
function taken(
  state: State,
  { loose }: Stretch,
  chosen: readonly number[],
  between: { after: number; before: number },
): { used: bigint; trail: Trail | undefined } {
  let { used, trail } = state;
  for (const at of chosen) {
    const { key = "", needs } = loose[at] ?? {};
    used |= bit(at);
    if (needs && "loose" in needs) used |= bit(needs.loose);
    trail = { loose: key, ...between, rest: trail };
  }
  return { used, trail };
}

/** Moves `next` past links that are done: placed ones, and early ones whose time is over. */
export function passed(state: State, { links, from }: Stretch): State {
  let { next } = state;
  for (let link = links[next]; link; link = links[++next]) {
    const over = link.from < from && link.to < state.time;
    if (!state.ahead.includes(next) && !over) break;
  }
  return { ...state, next, ahead: state.ahead.filter((index) => index >= next) };
}
