import {
  canHaveMove,
  closeEndedPurchases,
  hasMove,
  isLinkPlaced,
  toBit,
  type WalkState,
  type WalkTrail,
} from "./state.ts";
import type { LooseMove, Stretch } from "./stretch.ts";
import { getSubsetMembership, listSubsets } from "./subset-sum.ts";

/** How many more steps may be spent on listing sets; after that, ways are pooled. */
export interface StepBudget {
  steps: number;
}

export interface NextStates {
  next: WalkState[];
  complete: boolean;
}

export function listNextStates(state: WalkState, stretch: Stretch, budget: StepBudget): NextStates {
  const { candidates, limit } = listCandidateLinks(state, stretch);
  if (limit < state.time) return { next: [], complete: false };
  const complete = limit === Number.POSITIVE_INFINITY;
  const next: WalkState[] = [];
  for (const link of candidates) {
    for (const filled of placeLink(state, stretch, link, budget)) {
      const closed = closeEndedPurchases(filled, stretch, state.time);
      if (closed) next.push({ ...skipPlacedLinks(closed, stretch), beyond: state.beyond || complete });
    }
  }
  return { next, complete };
}

/** The links that may come next, and the instant by which one of those that must come has come. */
export function listCandidateLinks(state: WalkState, { links, from, to }: Stretch) {
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

/** Ways for a link to follow: one for each set of loose moves that fills the gap before it, or pooled. */
function placeLink(state: WalkState, stretch: Stretch, index: number, budget: StepBudget): WalkState[] {
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
  const eligible = stretch.loose.flatMap((move, at) => (canPlaceMove(state, move, at, link.to) ? [at] : []));
  const amounts = eligible.map((at) => stretch.loose[at]?.amount ?? 0n);
  const gap = link.before - state.balance;
  const sets = state.maybe === 0n ? listSubsets(amounts, gap, budget) : undefined;
  if (sets)
    return sets.flatMap((set) => {
      const chosen = set.map((at) => eligible[at] ?? 0);
      const moment = getLatestStart(stretch, chosen, time);
      return moment > link.to
        ? []
        : [{ ...placed, time: moment, ...placeMoves(state, stretch, chosen, between) }];
    });
  const membership = getSubsetMembership(amounts, gap);
  if (!membership) return [];
  const surely = eligible.filter((_, at) => !membership.notAll[at]);
  const perhaps = eligible.filter((_, at) => membership.some[at] && membership.notAll[at]);
  const moment = getLatestStart(stretch, surely, time);
  if (moment > link.to) return [];
  const { used, trail } = placeMoves(state, stretch, surely, between);
  const maybe = perhaps.reduce((bits, at) => bits | toBit(at), state.maybe) & ~used;
  return [{ ...placed, time: moment, used, maybe, trail }];
}

const getLatestStart = ({ loose }: Stretch, chosen: readonly number[], time: number) =>
  chosen.reduce((late, at) => Math.max(late, loose[at]?.from ?? 0), time);

function canPlaceMove(state: WalkState, { from, to, needs }: LooseMove, at: number, until: number): boolean {
  if (from > until || to < state.time || hasMove(state, at)) return false;
  if (!needs) return true;
  return "loose" in needs ? canHaveMove(state, needs.loose) : isLinkPlaced(state, needs.link);
}

/** Places these moves, and the charge of each return among them. */
function placeMoves(
  state: WalkState,
  { loose }: Stretch,
  chosen: readonly number[],
  between: { after: number; before: number },
): { used: bigint; trail: WalkTrail | undefined } {
  let { used, trail } = state;
  for (const at of chosen) {
    const { key = "", needs } = loose[at] ?? {};
    used |= toBit(at);
    if (needs && "loose" in needs) used |= toBit(needs.loose);
    trail = { loose: key, ...between, rest: trail };
  }
  return { used, trail };
}

/** Moves `next` past links that are done: placed ones, and early ones whose time is over. */
export function skipPlacedLinks(state: WalkState, { links, from }: Stretch): WalkState {
  let { next } = state;
  for (let link = links[next]; link; link = links[++next]) {
    const over = link.from < from && link.to < state.time;
    if (!state.ahead.includes(next) && !over) break;
  }
  return { ...state, next, ahead: state.ahead.filter((index) => index >= next) };
}
