import { formatMoney } from "#lib/core/money";
import { sayTime } from "#lib/core/time";
import type { Verdict } from "./chain/evidence.ts";
import type { Answer } from "./read-answers.ts";
import type { Suggestion } from "./view.ts";

/** What a verdict suggests to do with a purchase, and why. */
export function suggest(verdict: Verdict, answers: ReadonlyMap<number, Answer>, own: Answer): Suggestion {
  const outcome =
    verdict.says === "charged" ? "successful" : verdict.says === "not_charged" ? "failed" : null;
  return { outcome, words: describeVerdict(verdict, answers, own) };
}

/** Describes a verdict and its reason in a sentence or two, for admins. */
export function describeVerdict(verdict: Verdict, answers: ReadonlyMap<number, Answer>, own: Answer): string {
  const place = placeOf(verdict, answers);
  if (verdict.says !== "unknown" || !place) return because(verdict, place, own);
  return `${because(verdict, place, own)} One way to read it: it was charged${place}.`;
}

function because(verdict: Verdict, place: string, own: Answer): string {
  const cost = formatMoney(own.cost);
  switch (verdict.why) {
    case "gap":
      return `Charged: the upstream's balance fell by more than its answers say${place}, and only this purchase (${cost}) explains it.`;
    case "kept":
      return `Charged: the upstream took ${cost} when it called it pending, and nothing came back since.`;
    case "returned":
      return `Not charged in the end: ${cost} came back${place}.`;
    case "no_gap":
      return `Not charged: every move of the upstream's balance since is explained without it.`;
    case "early":
      return "Too early to say: it may still be executed, or its money may still come back.";
    case "no_start":
      return "Unknown: no answer from before it tells the upstream's balance.";
    case "ambiguous":
      return "Unknown: the balances fit with it and without it. Another purchase of the same cost may be the charged one.";
    case "broken":
      return "Unknown: around it the upstream's balance moved, or may have moved, in a way that nothing explains.";
    case "too_many":
      return "Unknown: too many purchases are open at once to tell them apart.";
  }
}

function placeOf({ between }: Verdict, answers: ReadonlyMap<number, Answer>): string {
  const after = between && answers.get(between.after);
  const before = between && answers.get(between.before);
  if (!after || !before) return "";
  const times = [after.answeredAt ?? after.claimedAt, before.claimedAt].sort((a, b) => a - b);
  const [from, to] = times.map((ms) => sayTime(new Date(ms)));
  const when = from === to ? from : `${from} and ${to}`;
  return from === to
    ? ` (${when}, before ${before.ident})`
    : ` between ${when} (${after.ident} and ${before.ident})`;
}
