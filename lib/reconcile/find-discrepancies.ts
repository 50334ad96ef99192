import type { discrepancies } from "#db/schema/reconcile";
import { formatMoney } from "#lib/core/money/money";
import type { BalanceGap, Findings } from "./chain/evidence.ts";
import { describeVerdict } from "./describe-verdict.ts";
import type { AttemptResponse } from "./read-responses.ts";

export type NewDiscrepancy = typeof discrepancies.$inferInsert;
type Observed = Omit<NewDiscrepancy, "supplierId">;

/** The findings of the chain, and the responses they are from. */
export interface Observation {
  supplierId: number;
  /** Names the supplier in each discrepancy; undefined for the main one. */
  supplierName: string | undefined;
  findings: Findings;
  responses: readonly AttemptResponse[];
  since: number;
  until: number;
}

/** Finds unexplained moves of the balance, contradictory responses and wrong decisions. */
export function findDiscrepancies({ findings, responses }: Observation): Observed[] {
  return [
    ...findings.ruptures.map(toGapDiscrepancy),
    ...responses.flatMap(findAnomalies),
    ...findWrongDecisions(findings, responses),
  ];
}

export function toGapDiscrepancy({ after, before, amount, span }: BalanceGap): Observed {
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

function findAnomalies(response: AttemptResponse): Observed[] {
  const { attemptId, amount, cost, discrepancy, result, before, after } = response;
  const anomalies: Observed[] = [];
  if (discrepancy !== null) {
    const kind = /belongs to/.test(discrepancy) ? "ident" : "answer";
    anomalies.push({
      key: `answer ${attemptId}`,
      kind,
      attemptId,
      amount,
      detail: `The response doesn’t match: ${discrepancy}.`,
    });
  } else if (result === "successful" && amount !== null && amount !== cost)
    anomalies.push({
      key: `answer ${attemptId}`,
      kind: "answer",
      attemptId,
      amount,
      detail: `The supplier charged ${formatMoney(amount)}; its price list says ${formatMoney(cost)}.`,
    });
  if (result === "failed" && before !== null && after !== null && before > after)
    anomalies.push({
      key: `failed ${attemptId}`,
      kind: "failed_charged",
      attemptId,
      amount: before - after,
      detail: `It failed, but the supplier charged ${formatMoney(before - after)}.`,
    });
  return anomalies;
}

/** Purchases settled as delivered without a response, though the balances now show no charge. */
function findWrongDecisions(
  { verdicts, ruptures }: Findings,
  responses: readonly AttemptResponse[],
): Observed[] {
  if (ruptures.length > 0) return [];
  const byAttempt = new Map(responses.map((response) => [response.attemptId, response]));
  return verdicts.flatMap((verdict) => {
    const response = byAttempt.get(verdict.send);
    if (response?.state !== "successful" || verdict.says !== "not_charged") return [];
    const detail = `Marked delivered without a response. ${describeVerdict(verdict, byAttempt, response)}`;
    return [
      { key: `decision ${response.attemptId}`, kind: "decision", attemptId: response.attemptId, detail },
    ];
  });
}
