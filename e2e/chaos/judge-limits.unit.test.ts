import { expect, test } from "vitest";
import type { Call, WalletEntry } from "./history.ts";
import { judgeLimits, type Limits } from "./judge-limits.ts";

const DAY: Limits = { reseller: 1, spender: "token 5", day: 25n };
const ONE: Limits = { reseller: 1, spender: "token 6", purchase: 10n, networkIds: [1] };
const RESELLER: Limits = { reseller: 1, day: 60n };

/** Two purchases of a token with a limit of the day, others' beside them, and the first comes back before a third. */
const ENTRIES: WalletEntry[] = [
  { ref: null, amount: 500n, balance: 500n },
  hold("a", 10n, "token 5"),
  hold("x", 10n, "token 6"),
  hold("b", 15n, "token 5"),
  { ref: null, amount: 10n, balance: 0n, returned: "a" },
  hold("c", 10n, "token 5"),
  hold("y", 12n, null),
];
const CALLS: Call[] = [
  call("a", 0, 10, { told: "failed", spender: "token 5" }),
  call("x", 5, 15, { told: "pending", spender: "token 6" }),
  call("b", 20, 30, { told: "pending", spender: "token 5" }),
  call("d", 31, 33, { told: "rejected", reason: "day", limit: 25n, spender: "token 5" }),
  call("e", 31, 33, { told: "rejected", reason: "network", spender: "token 6", networkId: 2 }),
  call("c", 40, 50, { told: "pending", spender: "token 5" }),
  call("y", 60, 70, { told: "pending", channel: "web" }),
];

function hold(
  ref: string,
  price: bigint,
  spender: string | null,
  more: Partial<WalletEntry> = {},
): WalletEntry {
  return { ref, amount: -price, balance: 0n, spender, day: "2026-11-30", networkId: 1, ...more };
}

function call(ref: string, start: number, end: number | null, more: Partial<Call> = {}): Call {
  return { reseller: 1, channel: "api", ref, planId: 7, networkId: 1, start, end, ...more };
}

const judge = (calls: readonly Call[], entries: readonly WalletEntry[]) =>
  judgeLimits(calls, new Map([[1, entries]]), [DAY, ONE, RESELLER], () => 10n);

test("accepts a history within its limits, whose rejections had their moments", () => {
  const verdicts = judge(CALLS, ENTRIES);
  expect(verdicts.flatMap(({ broken }) => broken)).toEqual([]);
  expect(verdicts.map(({ checked }) => checked)).toEqual([9, 2]);
});

test.each<[string, Call[], WalletEntry[], string]>([
  [
    "a day's limit that is passed for a moment",
    CALLS,
    [0, 1, 2, 3, 5, 4, 6].map((n) => ENTRIES[n] as WalletEntry),
    "1 token 5 spent 35 of 25 on b, a, c",
  ],
  [
    "a reseller's limit that all pass together",
    CALLS,
    [...ENTRIES, hold("z", 30n, null)],
    "1 spent 67 of 60 on z, b, y, x",
  ],
  [
    "a purchase above the limit of one",
    CALLS,
    [...ENTRIES, hold("z", 11n, "token 6")],
    "1 token 6 spent 11 on z, above 10",
  ],
  [
    "a purchase of a network that isn't allowed",
    CALLS,
    [...ENTRIES, hold("z", 9n, "token 6", { networkId: 2 })],
    "1 token 6 bought z of network 2",
  ],
  [
    "a rejection of the day while there was room",
    [...CALLS, call("e", 11, 19, { told: "rejected", reason: "day", limit: 25n, spender: "token 5" })],
    ENTRIES,
    "1 e reported rejected (11–19 ms) for the limit of its day, which had room",
  ],
  [
    "a rejection that names another limit",
    [...CALLS, call("e", 31, 33, { told: "rejected", reason: "day", limit: 24n, spender: "token 5" })],
    ENTRIES,
    "1 e reported rejected",
  ],
  [
    "a rejection for a limit that the buyer doesn't have",
    [...CALLS, call("e", 31, 33, { told: "rejected", reason: "purchase", spender: "token 5" })],
    ENTRIES,
    "for the limit of its purchase",
  ],
  [
    "a rejection for a network that is allowed",
    [...CALLS, call("e", 31, 33, { told: "rejected", reason: "network", spender: "token 6" })],
    ENTRIES,
    "for the limit of its network",
  ],
])("rejects %s, by the fewest that show it", (_, calls, entries, said) => {
  expect(judge(calls, entries).flatMap(({ broken }) => broken)).toEqual([expect.stringContaining(said)]);
});

test("counts what an advance gave back as spent for a rejection, and what failed from then on no more", () => {
  const [topUp, a, , b] = ENTRIES as [WalletEntry, WalletEntry, WalletEntry, WalletEntry];
  const back = { ref: null, amount: 10n, balance: 0n, returned: "a" };
  const calls = [
    call("a", 0, 10, { told: "pending", spender: "token 5" }),
    call("b", 20, 30, { told: "pending", spender: "token 5" }),
    call("y", 32, 34, { told: "pending", channel: "web" }),
    call("e", 36, 38, { told: "rejected", reason: "day", limit: 25n, spender: "token 5" }),
  ];
  const judgeBack = (entry: WalletEntry) =>
    judge(calls, [topUp, a, b, entry, hold("y", 1n, null)]).flatMap(({ broken }) => broken);
  expect(judgeBack({ ...back, isAdvance: true })).toEqual([]);
  expect(judgeBack(back)).toEqual([expect.stringContaining("1 e reported rejected (36–38 ms)")]);
});

test("accepts a rejection of one purchase above the limit of the day, before anything was bought", () => {
  const first = [call("e", 0, 5, { told: "rejected", reason: "day", limit: 25n, spender: "token 5" })];
  const [topUp] = ENTRIES as [WalletEntry];
  const judgeAt = (price: bigint) =>
    judgeLimits(first, new Map([[1, [topUp]]]), [DAY], () => price).flatMap(({ broken }) => broken);
  expect(judgeAt(26n)).toEqual([]);
  expect(judgeAt(25n)).toHaveLength(1);
});

test("counts each day for itself", () => {
  const nextDay = [...ENTRIES, hold("f", 25n, "token 5", { day: "2026-12-01" })];
  expect(judge(CALLS, nextDay).flatMap(({ broken }) => broken)).toEqual([]);
});
