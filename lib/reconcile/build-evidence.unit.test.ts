import { expect, test } from "vitest";
import { buildEvidence } from "./build-evidence.ts";
import type { AttemptResponse } from "./read-responses.ts";

const MINUTE = 60_000;
const bounds = { lateSeconds: 600, refundSeconds: 21_600, timeoutMs: 190_000 };
const LATE = 2_000 + 10 * MINUTE;
const REFUND = 2_000 + 360 * MINUTE;

const successful: AttemptResponse = {
  attemptId: 1,
  purchaseId: 1,
  ident: "DT1",
  state: "successful",
  cost: 500n,
  claimedAt: 1_000,
  answeredAt: 2_000,
  result: "successful",
  httpStatus: 200,
  amount: 500n,
  before: 9_000n,
  after: 8_500n,
  discrepancy: null,
};
const lost: AttemptResponse = {
  ...successful,
  state: "unconfirmed",
  result: "unconfirmed",
  httpStatus: null,
  amount: null,
  before: null,
  after: null,
};

function weighed(change: Partial<AttemptResponse>, from: AttemptResponse = successful) {
  const { since, ...parts } = buildEvidence([{ ...from, ...change }], [], {
    since: 0,
    asOf: 10 * MINUTE,
    bounds,
  });
  return Object.fromEntries(Object.entries(parts).filter(([, list]) => list.length > 0));
}

const span = { from: 1_000, to: 2_000 };
const link = { id: 1, ...span, before: 9_000n, after: 8_500n };

test("makes a link of a response with both balances", () => {
  expect(weighed({})).toEqual({ links: [link] });
});

test("a failure that cost nothing is a link; one that cost money may have it back", () => {
  const failed = { result: "failed", httpStatus: 422 };
  expect(weighed({ ...failed, after: 9_000n })).toEqual({ links: [{ ...link, after: 9_000n }] });
  const back = { from: 1_000, to: REFUND, amount: 500n, after: 1 };
  expect(weighed(failed)).toEqual({ links: [link], returns: [back] });
});

test("ignores balances that contradict the amount: anything may have happened then", () => {
  expect(weighed({ after: 8_000n })).toEqual({ fogs: [span] });
  expect(weighed({ amount: null, before: null, after: null })).toEqual({ fogs: [span] });
});

test("reads a charge reported without balances as a move without a place", () => {
  expect(weighed({ before: null, after: null })).toEqual({ known: [{ ...span, amount: -500n }] });
});

test("lets attempts without a response, or with a recent one, move anything since their claim", () => {
  const fogs = [{ from: 1_000, to: Number.POSITIVE_INFINITY }];
  expect(weighed({ result: null, answeredAt: null }, lost)).toEqual({ fogs });
  expect(weighed({ answeredAt: 11 * MINUTE })).toEqual({ fogs });
  expect(weighed({ claimedAt: 11 * MINUTE, answeredAt: 12 * MINUTE })).toEqual({
    fogs: [{ from: 11 * MINUTE, to: Number.POSITIVE_INFINITY }],
  });
});

test("gives every unclear response the same bounds for charge and refund", () => {
  const send = { id: 1, cost: 500n, from: 1_000, to: LATE, refundTo: REFUND };
  for (const httpStatus of [null, 422, 500, 502, 307, 200])
    expect(weighed({ httpStatus }, lost)).toEqual({ sends: [send] });
});

test("counts the bounds from the end of the attempt, or from its timeout when the sender died", () => {
  const gaveUp = weighed({ answeredAt: 191_000 }, lost);
  expect(gaveUp).toMatchObject({ sends: [{ from: 1_000, to: 191_000 + 10 * MINUTE }] });
  expect(weighed({ answeredAt: null }, lost)).toEqual(gaveUp);
});

test("a pending one that was charged is a link, and waits for its refund; one that was not may be charged later", () => {
  const pending = { amount: 500n, before: 9_000n, after: 8_500n, httpStatus: 200 };
  expect(weighed(pending, lost)).toEqual({
    links: [link],
    sends: [{ id: 1, cost: 500n, ...span, refundTo: REFUND, charged: 1 }],
  });
  expect(weighed({ ...pending, after: 9_000n }, lost)).toEqual({
    links: [{ ...link, after: 9_000n }],
    sends: [{ id: 1, cost: 500n, from: 1_000, to: REFUND, refundTo: REFUND }],
  });
});

test("ignores a response that doesn't match its purchase", () => {
  const fogs = [{ from: 1_000, to: LATE }];
  expect(weighed({ discrepancy: "another network" }, lost)).toEqual({ fogs });
});
