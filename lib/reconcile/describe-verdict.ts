import { formatMoney } from "#lib/core/money/money";
import { formatTime } from "#lib/core/time/time";
import type { Verdict } from "./chain/evidence.ts";
import type { AttemptResponse } from "./read-responses.ts";
import type { Suggestion } from "./unconfirmed-view.ts";

export function suggestOutcome(
  verdict: Verdict,
  responses: ReadonlyMap<number, AttemptResponse>,
  response: AttemptResponse,
): Suggestion {
  const outcome =
    verdict.says === "charged" ? "successful" : verdict.says === "not_charged" ? "failed" : null;
  return { outcome, words: describeVerdict(verdict, responses, response) };
}

/** Describes a verdict and its reason in a sentence or two, for admins. */
export function describeVerdict(
  verdict: Verdict,
  responses: ReadonlyMap<number, AttemptResponse>,
  response: AttemptResponse,
): string {
  const place = formatPlace(verdict, responses);
  if (verdict.says !== "unknown" || verdict.reason === "early" || !place)
    return explainVerdict(verdict, place, response);
  return `${explainVerdict(verdict, place, response)} Possible: it was charged${place}.`;
}

function explainVerdict(verdict: Verdict, place: string, response: AttemptResponse): string {
  const cost = formatMoney(response.cost);
  switch (verdict.reason) {
    case "gap":
      return `Charged: the supplier’s balance fell by more than its responses explain${place}, and only this purchase (${cost}) explains it.`;
    case "kept":
      return `Charged: the supplier took ${cost} when it reported it pending, and hasn’t returned it.`;
    case "returned":
      return `Not charged in the end: ${cost} was returned${place}.`;
    case "no_gap":
      return `Not charged: every change of the supplier’s balance since is explained without it.`;
    case "early":
      return "Too early to say: it may still be charged or returned.";
    case "no_start":
      return "Unknown: no earlier response shows the supplier’s balance.";
    case "ambiguous":
      return "Unknown: the balances match with and without it. Another purchase of the same cost may be the charged one.";
    case "broken":
      return "The balance doesn’t prove it.";
    case "too_many":
      return "Unknown: too many purchases are open to tell them apart.";
  }
}

function formatPlace({ between }: Verdict, responses: ReadonlyMap<number, AttemptResponse>): string {
  const after = between && responses.get(between.after);
  const before = between && responses.get(between.before);
  if (!after || !before) return "";
  const times = [after.answeredAt ?? after.claimedAt, before.claimedAt].sort((a, b) => a - b);
  const [from, to] = times.map((ms) => formatTime(new Date(ms)));
  const when = from === to ? from : `${from} and ${to}`;
  return from === to
    ? ` (${when}, before ${before.ident})`
    : ` between ${when} (${after.ident} and ${before.ident})`;
}
