import { expect, test } from "vitest";
import { chooseFallback, chooseWayBack, type Unfinished } from "./unfinished-upgrade.ts";

const forward: Unfinished = { from: "2", to: "3", back: false };
const backward: Unfinished = { from: "2", to: "1", back: true };

test("returns to the version before, or out of an unfinished upgrade to the one that ran", () => {
  expect(chooseWayBack(undefined, undefined)).toBeUndefined();
  expect(chooseWayBack(undefined, "1")).toBe("1");
  expect(chooseWayBack(forward, "1")).toBe("2");
});

test("continues an unfinished return, whichever version the link names by now", () => {
  expect(chooseWayBack(backward, "1")).toBe("1");
  expect(chooseWayBack(backward, "2")).toBe("1");
});

test("falls back to the version that was watched, not to one that an interruption left", () => {
  expect(chooseFallback(undefined, "2")).toBe("2");
  expect(chooseFallback(forward, "2")).toBe("2");
  expect(chooseFallback(forward, "3")).toBe("2");
  expect(chooseFallback(backward, "1")).toBe("2");
});
