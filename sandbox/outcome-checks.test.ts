import { describe, expect, test } from "vitest";
import type { SandboxLogEntry } from "./log.ts";
import { findDoubleDeliveries, findResentRefs, maxPurchasesInWindow, trueOutcome } from "./outcome-checks.ts";
import { setUpSandbox } from "./testing/caller.ts";

const { control, buy } = setUpSandbox();
const buyTwice = async (...faults: Parameters<ReturnType<typeof control>["order"]>[0][]) => {
  for (const fault of faults) await control().order(fault);
  for (const _ of [1, 2]) await buy("R1").catch(() => undefined);
  return findResentRefs(await control().log());
};

describe("findResentRefs", () => {
  test.each(["too-many", "balance", "unauthorized"] as const)(
    "ignores a repetition after %s",
    async (fault) => {
      expect(await buyTwice(fault)).toEqual([]);
    },
  );

  test.each([
    ...["none", "fail", "pending", "lost-answer", "reset", "bad-gateway", "processing"],
    ...["provider-text", "redirect", "conflict"],
  ] as const)("finds a repetition after %s", async (fault) => {
    expect(await buyTwice(fault as "none")).toEqual(["R1"]);
  });
});

test("findDoubleDeliveries and trueOutcome use deliveries, not responses", async () => {
  await control().settings({ refReuse: "deliver" });
  await buyTwice();
  await control().order("fail");
  await buy("R2");
  await control().order("pending");
  await buy("R3");
  const transactions = await control().transactions();
  expect(findDoubleDeliveries(transactions)).toEqual(["R1"]);
  expect(["R1", "R2", "R3", "R4"].map((ref) => trueOutcome(transactions, ref))).toEqual([
    "delivered",
    "failed",
    "pending",
    "unseen",
  ]);
});

test("maxPurchasesInWindow counts the fullest window, both ends included", () => {
  const log = [0, 10, 60_000, 60_005, 60_010, 130_000].map(
    (receivedAt) => ({ route: "purchase", receivedAt }) as SandboxLogEntry,
  );
  expect([maxPurchasesInWindow(log), maxPurchasesInWindow(log, 9), maxPurchasesInWindow([])]).toEqual([
    4, 2, 0,
  ]);
});
