import type { Minor } from "#lib/core/money/money";
import type { BalanceGap, Verdict } from "./evidence.ts";
import { toBit, type WalkState, type WalkTrail } from "./state.ts";
import { skipPlacedLinks } from "./step.ts";
import type { Stretch } from "./stretch.ts";

/** The position of the walk in the chain, with the states to continue from. */
export interface Checkpoint {
  start: number;
  from: number;
  /** Its first balance is known by then at the latest; undefined while none is known. */
  headTo: number | undefined;
  /** Every link before this one is placed. */
  base: { from: number; id: number };
  states: readonly SavedState[];
  /** The final verdicts, with the times at which the purchases were claimed. */
  verdicts: readonly { verdict: Verdict; from: number }[];
  ruptures: readonly BalanceGap[];
}

/** A state that refers to links and moves by name, so that it can be restored with other evidence. */
interface SavedState {
  placed: readonly number[];
  last: WalkState["last"];
  balance: Minor;
  time: number;
  used: readonly string[];
  maybe: readonly string[];
  closed: readonly (readonly [number, number])[];
  trail: readonly { loose: string; after: number; before: number }[];
}

export type CheckpointPosition = Pick<Checkpoint, "from" | "headTo" | "base" | "states">;

/** Collects the states at the end of a stretch, without purchases that are `final`. */
export function createPosition(
  stretch: Stretch,
  frontier: readonly WalkState[],
  final: ReadonlySet<number>,
  before: Checkpoint["base"],
): CheckpointPosition {
  const { links, loose, from, to, headTo } = stretch;
  const first = frontier.reduce((least, { next }) => Math.min(least, next), links.length);
  const [left, last] = [links[first], links.at(-1)];
  const names = (bits: bigint) => loose.flatMap(({ key }, at) => (bits & toBit(at) ? [key] : []));
  const open = new Set(
    stretch.opens.flatMap(({ send: { id } }) => (final.has(id) ? [] : [`c${id}`, `r${id}`])),
  );
  return {
    from,
    headTo: headTo < to ? headTo : undefined,
    base: left ? { from: left.from, id: left.id } : last ? { from: last.from, id: last.id + 1 } : before,
    states: frontier.map((state) => ({
      placed: links.flatMap(({ id }, at) =>
        at >= first && (at < state.next || state.ahead.includes(at)) ? [id] : [],
      ),
      last: state.last,
      balance: state.balance,
      time: state.time,
      used: names(state.used),
      maybe: names(state.maybe),
      closed: [...state.closed].filter(([id]) => !final.has(id)),
      trail: [...listTrail(state.trail)].filter(({ loose }) => open.has(loose)),
    })),
  };
}

function* listTrail(trail: WalkTrail | undefined) {
  for (let at = trail; at; at = at.rest) yield { loose: at.loose, after: at.after, before: at.before };
}

/** Restores the states of a mark with the evidence that is known now. */
export function restoreStates({ states }: Checkpoint, stretch: Stretch): WalkState[] {
  const links = new Map(stretch.links.map(({ id }, index) => [id, index]));
  const moves = new Map(stretch.loose.map(({ key }, index) => [key, toBit(index)]));
  const bits = (names: readonly string[]) => names.reduce((all, name) => all | (moves.get(name) ?? 0n), 0n);
  return states.map((saved) =>
    skipPlacedLinks(
      {
        next: 0,
        ahead: saved.placed.flatMap((id) => links.get(id) ?? []),
        last: saved.last,
        balance: saved.balance,
        time: saved.time,
        used: bits(saved.used),
        maybe: bits(saved.maybe),
        closed: new Map(saved.closed),
        trail: saved.trail.reduceRight<WalkTrail | undefined>(
          (rest, entry) => ({ ...entry, rest }),
          undefined,
        ),
        beyond: false,
      },
      stretch,
    ),
  );
}

/** The purchases that a mark has not decided. */
export function listOpenPurchaseIds({ states }: Checkpoint): number[] {
  const names = states.flatMap(({ used, maybe, closed }) => [
    ...[...used, ...maybe].filter((name) => /^[cr]/.test(name)).map((name) => Number(name.slice(1))),
    ...closed.map(([id]) => id),
  ]);
  return [...new Set(names)];
}

/** The mark without findings from before `since`. */
export function pruneCheckpoint(mark: Checkpoint, since: number): Checkpoint {
  return {
    ...mark,
    start: Math.max(mark.start, Math.min(since, mark.from)),
    verdicts: mark.verdicts.filter(({ from }) => from >= since),
    ruptures: mark.ruptures.filter(({ span }) => span.from >= since),
  };
}

/** The mark as text; amounts are written "12n". */
export const formatCheckpoint = (mark: Checkpoint): string =>
  JSON.stringify(mark, (_, value) => (typeof value === "bigint" ? `${value}n` : value));

export const parseCheckpoint = (text: string): Checkpoint =>
  JSON.parse(text, (_, value) =>
    typeof value === "string" && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  );
