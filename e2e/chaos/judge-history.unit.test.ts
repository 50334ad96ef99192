import { expect, test } from "vitest";
import type { Call, WalletEntry } from "./history.ts";
import { judgeHistory } from "./judge-history.ts";

/** Two purchases of 10 one after the other, a third that needs more than is left, and a refund of the first. */
const ENTRIES: WalletEntry[] = [
  { ref: null, amount: 25n, balance: 25n },
  { ref: "a", amount: -10n, balance: 15n },
  { ref: "b", amount: -10n, balance: 5n },
  { ref: null, amount: 10n, balance: 15n },
  { ref: "d", amount: -10n, balance: 5n },
];
const CALLS: Call[] = [
  call("a", 0, 10, { told: "pending", before: 25n, after: 15n }),
  call("a", 20, 25, { told: "failed" }),
  call("b", 11, null),
  call("b", 16, 19, { told: "pending", before: 15n, after: 5n }),
  call("b", 30, 35, { told: "successful", before: 15n, after: 5n }),
  call("c", 20, 22, { told: "rejected", reason: "funds" }),
  call("d", 40, 45, { told: "successful", before: 15n, after: 5n }),
  call("b", 50, 55, { told: "rejected", altered: true }),
];

function call(ref: string, start: number, end: number | null, more: Partial<Call> = {}): Call {
  const ident = more.told && more.told !== "rejected" ? `DT${ref}` : undefined;
  return { reseller: 1, ref, channel: "api", planId: 7, networkId: 1, start, end, ident, ...more };
}

function judge(calls: readonly Call[], entries = ENTRIES): string[] {
  return judgeHistory(calls, new Map([[1, entries]]), () => 10n).flatMap(({ broken }) => broken);
}

test("accepts a history that the ledger's order explains", () => {
  expect(judge(CALLS)).toEqual([]);
  const checked = judgeHistory(CALLS, new Map([[1, ENTRIES]]), () => 10n).map((verdict) => verdict.checked);
  expect(checked).toEqual([6, 4, 1]);
});

test.each<[string, Call[], WalletEntry[], string]>([
  ["pending again", [...CALLS, call("b", 60, 65, { told: "pending" })], ENTRIES, "b reported successful DTb"],
  [
    "failed after it was successful",
    [...CALLS, call("d", 60, 65, { told: "failed" })],
    ENTRIES,
    "then 1 d reported failed",
  ],
  [
    "unknown after it was accepted",
    [...CALLS, call("d", 60, 65, { told: "rejected" })],
    ENTRIES,
    "then 1 d reported rejected",
  ],
  [
    "another purchase for one ref",
    [...CALLS, call("d", 60, 65, { told: "successful", ident: "DTx" })],
    ENTRIES,
    "then 1 d reported successful DTx",
  ],
  [
    "a balance of another moment",
    CALLS.map((each) => (each.ref === "d" ? { ...each, before: 5n, after: -5n } : each)),
    ENTRIES,
    "5 to -5, but 15 to 5",
  ],
  [
    "an order that time excludes",
    CALLS.map(({ before, after, ...each }) => each),
    [0, 4, 2, 3, 1].map((n) => ENTRIES[n] as WalletEntry),
    "a was placed before d was asked for, but is after it in the ledger",
  ],
  [
    "a rejection while there was enough",
    [...CALLS, call("e", 5, 9, { told: "rejected", reason: "funds" })],
    ENTRIES.slice(0, 2),
    "e reported rejected (5–9 ms) for want of money, with 15 at least",
  ],
])("rejects %s, by the fewest calls that show it", (_, calls, entries, said) => {
  expect(judge(calls, entries).join("\n")).toContain(said);
});

test("accepts any order of calls at one time, and a rejection at a moment that may have had less", () => {
  const calls = [
    call("a", 0, 50, { told: "pending" }),
    call("b", 5, 40, { told: "pending" }),
    call("d", 1, null),
    call("c", 2, 3, { told: "rejected", reason: "funds" }),
  ];
  expect(
    judge(
      calls,
      [0, 4, 2, 3, 1].map((n) => ENTRIES[n] as WalletEntry),
    ),
  ).toEqual([]);
});
