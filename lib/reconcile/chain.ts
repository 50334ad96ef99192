import type { Evidence, Findings, Send, Span, Verdict, Why, WhyNot } from "./evidence.ts";
import { type Stretch, stretchOf } from "./moves.ts";
import { CHARGED, EARLY, NOT_CHARGED } from "./state.ts";
import { type Walked, walk } from "./walk.ts";

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
export function chain(evidence: Evidence): Findings {
  const verdicts = new Map<number, Verdict>();
  const findings: Findings = { verdicts: [], ruptures: [] };
  for (const clear of clearSpans(evidence)) {
    let from: number | undefined = clear.from;
    while (from !== undefined) {
      const stretch = stretchOf(evidence, { from, to: clear.to });
      const walked = walk(stretch);
      if (walked.end?.rupture) findings.ruptures.push(walked.end.rupture);
      for (const verdict of verdictsOf(stretch, walked, stretch.from === evidence.since)) {
        const known = verdicts.get(verdict.send);
        if (!known || (known.says === "unknown" && better(verdict, known)))
          verdicts.set(verdict.send, verdict);
      }
      from = walked.end?.resumeAt;
    }
  }
  findings.verdicts = evidence.sends.map(
    ({ id }) => verdicts.get(id) ?? { send: id, says: "unknown", why: "broken" },
  );
  return findings;
}

/** The times in which only known things moved the balance. */
function clearSpans({ since, fogs }: Evidence): Span[] {
  const spans: Span[] = [];
  let from = since;
  for (const fog of [...fogs].sort((a, b) => a.from - b.from)) {
    if (fog.from > from) spans.push({ from, to: fog.from });
    from = Math.max(from, fog.to);
  }
  return [...spans, { from, to: Number.POSITIVE_INFINITY }];
}

function verdictsOf(stretch: Stretch, walked: Walked, first: boolean): Verdict[] {
  return stretch.opens.map(({ send, charge, refund, unseen }, index): Verdict => {
    const bits = walked.possible.get(index);
    const where = (loose: number | undefined) => (loose === undefined ? undefined : walked.places.get(loose));
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
  });
}

const cut = ({ to }: Stretch, send: Send) => send.refundTo >= to;

/** Of two reasons not to know, the one that says more. */
function better(verdict: Verdict, known: Verdict): boolean {
  const rank = ["broken", "no_start", "early", "too_many", "ambiguous"];
  return verdict.says !== "unknown" || rank.indexOf(verdict.why) > rank.indexOf(known.why);
}
