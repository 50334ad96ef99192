import type { Minor } from "#lib/core/money/money";
import type { BalanceGap, BalanceLink } from "./evidence.ts";
import { hasMove, type WalkState } from "./state.ts";
import { listCandidateLinks } from "./step.ts";
import type { Stretch } from "./stretch.ts";

/** The reason why a walk ended before the last link, and where to continue. */
export interface WalkEnd {
  rupture?: BalanceGap;
  resumeAt: number | undefined;
}

/** Finds the smallest gap that no explanation bridges, before a link that must follow. */
export function findGap(state: WalkState, stretch: Stretch): WalkEnd {
  const { from, to, links } = stretch;
  const gap = (link: BalanceLink) =>
    link.before > state.balance ? link.before - state.balance : state.balance - link.before;
  const next = listCandidateLinks(state, stretch)
    .candidates.flatMap((index) => links[index] ?? [])
    .filter((link) => link.from >= from && link.to < to)
    .sort((a, b) => Number(gap(a) - gap(b)) || a.from - b.from);
  const { last } = state;
  const [link] = next;
  if (!link || !last) return { resumeAt: getRestartInstant(state, stretch) };
  return {
    rupture: {
      after: last.id,
      before: link.id,
      amount: link.before - state.balance - sumRecordedMoves(state, stretch, link),
      span: { from: last.from, to: link.to },
    },
    resumeAt: Math.max(link.from, from + 1),
  };
}

/** Sums the recorded moves within the gap before a link, without filling it. */
function sumRecordedMoves(state: WalkState, { loose }: Stretch, link: BalanceLink): Minor {
  const within = loose.filter(
    ({ known, from, to }, at) =>
      known && !hasMove(state, at) && from <= link.to && to >= state.time && to <= link.to + 1,
  );
  return within.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Of the links that must still come, the one that must come first. */
function findDueLink(state: WalkState, { links, from, to }: Stretch): BalanceLink | undefined {
  const left = links.filter(
    (link, index) => index >= state.next && !state.ahead.includes(index) && link.from >= from && link.to < to,
  );
  return left.reduce<BalanceLink | undefined>(
    (first, link) => (first && first.to <= link.to ? first : link),
    undefined,
  );
}

/** Finds the instant to start again from, without the link that was due. */
export function getRestartInstant(state: WalkState, stretch: Stretch): number | undefined {
  const link = findDueLink(state, stretch);
  return link && Math.max(state.time, link.to) + 1;
}
