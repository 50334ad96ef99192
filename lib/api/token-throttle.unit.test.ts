import { expect, test } from "vitest";
import { getTokenWaitS, recordTokenResult } from "./token-throttle.ts";

test("stops looking up unknown tokens of an address after 300 wrong ones, for the rest of the minute", () => {
  const [guesser, other] = ["203.0.113.1", "203.0.113.2"];
  recordTokenResult(guesser, "right", true, 0);
  for (let n = 0; n < 300; n += 1) {
    expect(getTokenWaitS(guesser, `wrong-${n}`, 1_000)).toBe(0);
    recordTokenResult(guesser, `wrong-${n}`, false, 1_000);
  }
  expect(getTokenWaitS(guesser, "wrong-300", 31_000)).toBe(30);
  expect(getTokenWaitS(guesser, "right", 31_000)).toBe(0);
  expect(getTokenWaitS(other, "wrong-300", 31_000)).toBe(0);
  expect(getTokenWaitS(guesser, "wrong-300", 61_000)).toBe(0);
});

test("counts the addresses of one IPv6 network together", () => {
  for (let n = 0; n < 300; n += 1) recordTokenResult(`2001:db8:1:2::${n.toString(16)}`, "wrong", false, 0);
  expect(getTokenWaitS("2001:db8:1:2:ffff::1", "wrong", 1_000)).toBe(59);
  expect(getTokenWaitS("2001:db8:1:3::1", "wrong", 1_000)).toBe(0);
});
