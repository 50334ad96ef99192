import type { Evidence, Findings, Rupture, Send, Span, Verdict, Why, WhyNot } from "./evidence.ts";
import { type Mark, type Position, position, takeUp } from "./mark.ts";
import { type Open, type Stretch, stretchOf } from "./moves.ts";
import { CHARGED, EARLY, NOT_CHARGED } from "./state.ts";
import { start, USUAL, type Walked, walk } from "./walk.ts";

/**
 * The balance chain: what became of purchases that nobody answered for, from the balances in the answers to
 * others.
 *
 * Each definite answer is a link: the balance before and after it. Links whose times do not overlap follow one
 * another; concurrent ones may come in any order that their balances allow. Between two neighbours the balance
 * may differ by what no answer shows: unconfirmed purchases (each within the time in which it can have been
 * executed), their money coming back (within its time), recorded top-ups. `walk` keeps every way in which all
 * of it fits, link by link; ways with the same future are one, so that a quiet chain costs one state, and
 * purchases whose time is over are written down and forgotten. A purchase is decided when every way agrees
 * on it. A purchase that can still happen after the last link, or can have happened before the first, is not.
 * Where the balance may have moved by anything (a send in flight, an answer that contradicts itself) the chain
 * is cut, and what reaches over the cut is unknown. Where no way leads on, the balance moved by something
 * unknown: that is a rupture, and while there is one, verdicts are proposals and nothing is settled.
 */
export function chain(evidence: Evidence, limits = USUAL): Findings {
  const walking = advance(evidence, undefined, limits);
  for (;;) {
    const { done, value } = walking.next();
    if (done) return value.findings;
  }
}

/** Before the first link. */
const ALL = { from: 0, id: 0 };

/** What was found, and how far, so that the next one needs only what came since. */
export interface Advanced {
  findings: Findings;
  mark: Mark;
}

/**
 * Walks on from a mark, or from the start of the evidence. With a mark, the evidence needs no link before its
 * `base` and no purchase that was done with; what is found is the same as if all of it were walked at once. Yields
 * after every few ms of work.
 */
export function* advance(evidence: Evidence, mark?: Mark, limits = USUAL): Generator<void, Advanced> {
  const known = new Map(mark?.verdicts.map((one) => [one.verdict.send, one]));
  const current = new Map<number, Verdict>();
  const ruptures: Rupture[] = [...(mark?.ruptures ?? [])];
  const began = mark?.start ?? evidence.since;
  let here: Position = mark ?? { from: began, headTo: undefined, base: ALL, states: [] };
  for (const clear of clearSpans(mark?.from ?? evidence.since, evidence.fogs)) {
    let left = mark?.from === clear.from && mark.states.length > 0 ? mark : undefined;
    for (let from: number | undefined = clear.from; from !== undefined; left = undefined) {
      const stretch = stretchOf(evidence, { from, to: clear.to }, left);
      const walked: Walked = yield* walk(stretch, left ? takeUp(left, stretch) : [start(stretch)], limits);
      if (walked.end?.rupture) ruptures.push(walked.end.rupture);
      const next = walked.end ? (walked.end.resumeAt ?? fresh(stretch).from) : clear.next;
      for (const { verdict, from } of verdictsOf(stretch, walked, stretch.from === began)) {
        const { send } = verdict;
        if (known.has(send)) continue;
        if (better(verdict, current.get(send))) current.set(send, verdict);
        // What began before the next stretch is not looked at there; the rest is, unless its time is over here.
        const seen = next === undefined ? walked.final.has(send) : from < next;
        if (seen) known.set(send, { verdict, from });
      }
      here = walked.end
        ? fresh(stretch)
        : position(stretch, walked.frontier, walked.final, left?.base ?? ALL);
      from = walked.end?.resumeAt;
    }
  }
  for (const { verdict } of known.values())
    if (better(verdict, current.get(verdict.send))) current.set(verdict.send, verdict);
  for (const { id } of evidence.sends)
    if (!current.has(id)) current.set(id, { send: id, says: "unknown", why: "broken" });
  const findings = { verdicts: [...current.values()], ruptures };
  return { findings, mark: { ...here, start: began, verdicts: [...known.values()], ruptures } };
}

/** To begin anew behind a stretch that nothing leads out of. */
function fresh({ links, to }: Stretch) {
  const last = links.reduce((latest, link) => Math.max(latest, link.to), 0);
  const from = Number.isFinite(to) ? to : last + 1;
  return { from, headTo: undefined, base: ALL, states: [] };
}

/** A time in which only known things moved the balance, and where the next one begins, if that is known. */
interface Clear extends Span {
  next: number | undefined;
}

function clearSpans(since: number, fogs: readonly Span[]): Clear[] {
  const spans: Clear[] = [];
  let from = since;
  for (const fog of [...fogs].sort((a, b) => a.from - b.from)) {
    if (fog.from > from)
      spans.push({ from, to: fog.from, next: Number.isFinite(fog.to) ? fog.to : undefined });
    from = Math.max(from, fog.to);
  }
  return Number.isFinite(from) ? [...spans, { from, to: Number.POSITIVE_INFINITY, next: undefined }] : spans;
}

function verdictsOf(stretch: Stretch, walked: Walked, first: boolean) {
  const verdictOf = ({ send, charge, refund, unseen }: Open): Verdict => {
    const bits = walked.possible.get(send.id);
    const where = (at: number | undefined) =>
      at === undefined ? undefined : walked.places.get(stretch.loose[at]?.key ?? "");
    const unknown = (why: WhyNot): Verdict => ({
      send: send.id,
      says: "unknown",
      why,
      between: where(charge),
    });
    if (unseen) return unknown(first ? "no_start" : "broken");
    if (bits === undefined) return unknown("too_many");
    if (bits & EARLY) return unknown(walked.end || cut(stretch, send) ? "broken" : "early");
    const decided = (says: "charged" | "not_charged", why: Why, loose: number | undefined): Verdict => ({
      send: send.id,
      says,
      why,
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

const cut = ({ to }: Stretch, send: Send) => send.refundTo >= to;

/** Whether it says more than the known verdict. */
function better(verdict: Verdict, known: Verdict | undefined): boolean {
  const rank = ["broken", "no_start", "early", "too_many", "ambiguous"];
  if (!known) return true;
  if (known.says !== "unknown") return false;
  return verdict.says !== "unknown" || rank.indexOf(verdict.why) > rank.indexOf(known.why);
}
