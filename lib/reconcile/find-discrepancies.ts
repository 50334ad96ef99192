import type { discrepancies } from "#db/schema/reconcile";
import { formatMoney } from "#lib/core/money";
import type { Findings, Rupture } from "./chain/evidence.ts";
import { describeVerdict } from "./describe-verdict.ts";
import type { Answer } from "./read-answers.ts";

export type Discrepancy = typeof discrepancies.$inferInsert;

/** What the chain found, and the answers that it looked at. */
export interface Observation {
  findings: Findings;
  answers: readonly Answer[];
  /** The time that was looked at, in ms. */
  since: number;
  until: number;
}

/** Everything that does not fit: unexplained moves of the balance, odd answers, decisions that turned out wrong. */
export function findDiscrepancies({ findings, answers }: Observation): Discrepancy[] {
  return [
    ...findings.ruptures.map(discrepancyOf),
    ...answers.flatMap(anomaliesOf),
    ...wrongDecisions(findings, answers),
  ];
}

export function discrepancyOf({ after, before, amount, span }: Rupture): Discrepancy {
  const rose = amount > 0n;
  return {
    key: `gap ${after} ${before} ${amount}`,
    kind: rose ? "rise" : "fall",
    attemptId: before,
    afterAttemptId: after,
    amount,
    earliest: new Date(span.from),
    latest: new Date(Math.ceil(span.to)),
    detail: rose
      ? `The balance rose by ${formatMoney(amount)}, and nothing that is recorded explains it.`
      : `The balance fell by ${formatMoney(-amount)} without a purchase.`,
  };
}

function anomaliesOf(answer: Answer): Discrepancy[] {
  const { attemptId, amount, cost, discrepancy, meaning, before, after } = answer;
  const found: Discrepancy[] = [];
  if (discrepancy !== null) {
    const kind = /belongs to/.test(discrepancy) ? "ident" : "answer";
    found.push({
      key: `answer ${attemptId}`,
      kind,
      attemptId,
      amount,
      detail: `The answer does not fit: ${discrepancy}.`,
    });
  } else if (meaning === "successful" && amount !== null && amount !== cost)
    found.push({
      key: `answer ${attemptId}`,
      kind: "answer",
      attemptId,
      amount,
      detail: `It took ${formatMoney(amount)}, and ${formatMoney(cost)} was listed.`,
    });
  if (meaning === "failed" && before !== null && after !== null && before > after)
    found.push({
      key: `failed ${attemptId}`,
      kind: "failed_charged",
      attemptId,
      amount: before - after,
      detail: `It failed, and ${formatMoney(before - after)} was taken for it.`,
    });
  return found;
}

/** Purchases that were settled as delivered without an answer, while the balances now show that nothing was charged. */
function wrongDecisions({ verdicts, ruptures }: Findings, answers: readonly Answer[]): Discrepancy[] {
  if (ruptures.length > 0) return [];
  const byAttempt = new Map(answers.map((answer) => [answer.attemptId, answer]));
  return verdicts.flatMap((verdict) => {
    const own = byAttempt.get(verdict.send);
    if (own?.state !== "successful" || verdict.says !== "not_charged") return [];
    const detail = `It was taken for delivered without an answer. ${describeVerdict(verdict, byAttempt, own)}`;
    return [{ key: `decision ${own.attemptId}`, kind: "decision", attemptId: own.attemptId, detail }];
  });
}
