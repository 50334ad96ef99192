import { type Checkpoint, type CheckpointPosition, createPosition, restoreStates } from "./checkpoint.ts";
import type {
  BalanceGap,
  Evidence,
  Findings,
  Send,
  Span,
  UnknownReason,
  Verdict,
  VerdictReason,
} from "./evidence.ts";
import { CHARGED, EARLY, NOT_CHARGED } from "./state.ts";
import { createStretch, type OpenPurchase, type Stretch } from "./stretch.ts";
import { createStartState, DEFAULT_LIMITS, type WalkResult, walkStretch } from "./walk.ts";

const CHAIN_START = { from: 0, id: 0 };

export interface ChainProgress {
  findings: Findings;
  mark: Checkpoint;
}

/**
 * Walks the balance chain: finds the results of purchases without a response from the balances in
 * the responses to others.
 *
 * Each definite response is a link: the balance before and after it. Links whose times do not overlap
 * follow one another; concurrent ones may come in any order that their balances allow. Between two
 * neighbours the balance may differ by what no response shows: unconfirmed purchases (each within the time
 * in which it can have been executed), their refunds (within their time), recorded upstream deposits.
 * `walk` keeps every way in which all of it fits, link by link; ways with the same future are one, so that
 * a quiet chain costs one state, and purchases whose time is over are recorded and dropped. A purchase is
 * decided when every way agrees on it. A purchase that can still happen after the last link, or can have
 * happened before the first, is not. Where the balance may have moved by anything (a request in flight, a
 * response that contradicts itself) the chain is cut, and what reaches over the cut is unknown. Where no
 * way leads on, the balance moved for an unknown reason: that is a gap, and while there is one, verdicts
 * are suggestions and nothing is settled.
 *
 * Walks on from a checkpoint, or from the start of the evidence. With a checkpoint, the evidence needs no
 * link before its `base` and no decided purchase; the findings are the same as if all of it were walked at
 * once. Yields after every few ms of work.
 */
export function* advanceChain(
  evidence: Evidence,
  mark?: Checkpoint,
  limits = DEFAULT_LIMITS,
): Generator<void, ChainProgress> {
  const previous = new Map(mark?.verdicts.map((decided) => [decided.verdict.send, decided]));
  const current = new Map<number, Verdict>();
  const ruptures: BalanceGap[] = [...(mark?.ruptures ?? [])];
  const began = mark?.start ?? evidence.since;
  let position: CheckpointPosition = mark ?? {
    from: began,
    headTo: undefined,
    base: CHAIN_START,
    states: [],
  };
  for (const clear of findClearSpans(mark?.from ?? evidence.since, evidence.fogs)) {
    let left = mark?.from === clear.from && mark.states.length > 0 ? mark : undefined;
    for (let from: number | undefined = clear.from; from !== undefined; left = undefined) {
      const stretch = createStretch(evidence, { from, to: clear.to }, left);
      const walked: WalkResult = yield* walkStretch(
        stretch,
        left ? restoreStates(left, stretch) : [createStartState(stretch)],
        limits,
      );
      if (walked.end?.rupture) ruptures.push(walked.end.rupture);
      const next = walked.end ? (walked.end.resumeAt ?? createNextPosition(stretch).from) : clear.next;
      for (const { verdict, from } of toVerdicts(stretch, walked, stretch.from === began)) {
        const { send } = verdict;
        if (previous.has(send)) continue;
        if (isBetterVerdict(verdict, current.get(send))) current.set(send, verdict);
        // What began before the next stretch is not looked at there; the rest is,
        // unless its time is over here.
        const seen = next === undefined ? walked.final.has(send) : from < next;
        if (seen) previous.set(send, { verdict, from });
      }
      position = walked.end
        ? createNextPosition(stretch)
        : createPosition(stretch, walked.frontier, walked.final, left?.base ?? CHAIN_START);
      from = walked.end?.resumeAt;
    }
  }
  for (const { verdict } of previous.values())
    if (isBetterVerdict(verdict, current.get(verdict.send))) current.set(verdict.send, verdict);
  for (const { id } of evidence.sends)
    if (!current.has(id)) current.set(id, { send: id, says: "unknown", reason: "broken" });
  const findings = { verdicts: [...current.values()], ruptures };
  return { findings, mark: { ...position, start: began, verdicts: [...previous.values()], ruptures } };
}

/** Starts again after a stretch that no state leads out of. */
function createNextPosition({ links, to }: Stretch) {
  const last = links.reduce((latest, link) => Math.max(latest, link.to), 0);
  const from = Number.isFinite(to) ? to : last + 1;
  return { from, headTo: undefined, base: CHAIN_START, states: [] };
}

/** A time in which only known things moved the balance, and where the next one begins, if that is known. */
interface ClearSpan extends Span {
  next: number | undefined;
}

function findClearSpans(since: number, fogs: readonly Span[]): ClearSpan[] {
  const spans: ClearSpan[] = [];
  let from = since;
  for (const fog of [...fogs].sort((a, b) => a.from - b.from)) {
    if (fog.from > from)
      spans.push({ from, to: fog.from, next: Number.isFinite(fog.to) ? fog.to : undefined });
    from = Math.max(from, fog.to);
  }
  return Number.isFinite(from) ? [...spans, { from, to: Number.POSITIVE_INFINITY, next: undefined }] : spans;
}

function toVerdicts(stretch: Stretch, walked: WalkResult, first: boolean) {
  const verdictOf = ({ send, charge, refund, unseen }: OpenPurchase): Verdict => {
    const bits = walked.possible.get(send.id);
    const where = (at: number | undefined) =>
      at === undefined ? undefined : walked.places.get(stretch.loose[at]?.key ?? "");
    const unknown = (reason: UnknownReason): Verdict => ({
      send: send.id,
      says: "unknown",
      reason: reason,
      between: where(charge),
    });
    if (unseen) return unknown(first ? "no_start" : "broken");
    if (bits === undefined) return unknown("too_many");
    if (bits & EARLY) return unknown(walked.end || isCutOff(stretch, send) ? "broken" : "early");
    const decided = (
      says: "charged" | "not_charged",
      reason: VerdictReason,
      loose: number | undefined,
    ): Verdict => ({
      send: send.id,
      says,
      reason: reason,
      between: where(loose),
    });
    if (bits === CHARGED) return decided("charged", charge === undefined ? "kept" : "gap", charge);
    if (bits === NOT_CHARGED)
      return where(refund)
        ? decided("not_charged", "returned", refund)
        : decided("not_charged", "no_gap", charge);
    return unknown("ambiguous");
  };
  return stretch.opens.map((open) => ({ verdict: verdictOf(open), from: open.send.from }));
}

const isCutOff = ({ to }: Stretch, send: Send) => send.refundTo >= to;

function isBetterVerdict(verdict: Verdict, previous: Verdict | undefined): boolean {
  const rank = ["broken", "no_start", "early", "too_many", "ambiguous"];
  if (!previous) return true;
  if (previous.says !== "unknown") return false;
  return verdict.says !== "unknown" || rank.indexOf(verdict.reason) > rank.indexOf(previous.reason);
}
