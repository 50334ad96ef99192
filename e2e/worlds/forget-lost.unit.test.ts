import { expect, test } from "vitest";
import type { Call } from "#e2e/chaos/history";
import { forgetLost, judgeIdents } from "./forget-lost.ts";

const call = (ref: string, start: number, end: number | null, more: Partial<Call> = {}): Call => ({
  ...{ reseller: 1, ref, planId: 1, networkId: 1, channel: "api", altered: false },
  ...{ start, end, told: "pending", ident: `ident of ${ref}`, ...more },
});
const LOSS = { from: 100, until: 200 };

test("takes the response of a call in a lost time for none, and of no other call", () => {
  const [before, within, across, after] = [
    call("a", 10, 90),
    call("b", 110, 190),
    call("c", 190, 220),
    call("d", 210, 220),
  ];
  const calls = forgetLost([before, within, across, after], [LOSS]);
  expect(calls.map(({ ref, end, told }) => [ref, end, told])).toEqual([
    ["a", 90, "pending"],
    ["b", null, undefined],
    ["c", null, undefined],
    ["d", 220, "pending"],
  ]);
});

test("lets another request under a lost ref be the first one", () => {
  const altered = { altered: true, ident: "another ident" };
  const calls = [call("a", 110, 190), call("a", 210, 220, altered), call("b", 210, 220, altered)];
  expect(forgetLost(calls, [LOSS]).map(({ ref, start }) => [ref, start])).toEqual([
    ["a", 110],
    ["b", 210],
  ]);
});

test("finds a ref whose ident changed", () => {
  const calls = [call("a", 1, 2), call("a", 3, 4, { ident: "another ident" }), call("b", 1, 2)];
  expect(judgeIdents(calls).broken).toEqual(["1 a: ident of a, another ident"]);
});
