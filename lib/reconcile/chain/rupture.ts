import type { Minor } from "#lib/core/money";
import type { Link, Rupture } from "./evidence.ts";
import type { Stretch } from "./moves.ts";
import { has, type State } from "./state.ts";
import { choices } from "./step.ts";

/** Why a walk ended before the last link, and where to go on. */
export interface End {
  rupture?: Rupture;
  resumeAt: number | undefined;
}

/** Finds the rupture where no state leads on: the smallest gap before a link that had to come. */
export function ruptureOf(state: State, stretch: Stretch): End {
  const { from, to, links } = stretch;
  const gap = (link: Link) =>
    link.before > state.balance ? link.before - state.balance : state.balance - link.before;
  const next = choices(state, stretch)
    .candidates.flatMap((index) => links[index] ?? [])
    .filter((link) => link.from >= from && link.to < to)
    .sort((a, b) => Number(gap(a) - gap(b)) || a.from - b.from);
  const { last } = state;
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

/** What is recorded within the gap before a link, without filling it. */
function recorded(state: State, { loose }: Stretch, link: Link): Minor {
  const within = loose.filter(
    ({ known, from, to }, at) =>
      known && !has(state, at) && from <= link.to && to >= state.time && to <= link.to + 1,
  );
  return within.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Of the links that must still come, the one that must come first. */
function due(state: State, { links, from, to }: Stretch): Link | undefined {
  const left = links.filter(
    (link, index) => index >= state.next && !state.ahead.includes(index) && link.from >= from && link.to < to,
  );
  return left.reduce<Link | undefined>(
    (first, link) => (first && first.to <= link.to ? first : link),
    undefined,
  );
}

/** The instant from which to begin anew without the link that was due. */
export function skip(state: State, stretch: Stretch): number | undefined {
  const link = due(state, stretch);
  return link && Math.max(state.time, link.to) + 1;
}
