import { describe, expect, test } from "vitest";
import { busiest, deliveredTwice, resent, truth } from "./judge.ts";
import type { LogEntry } from "./log.ts";
import { sandboxForTests } from "./testing/caller.ts";

const { control, buy } = sandboxForTests();
const buyTwice = async (...faults: Parameters<ReturnType<typeof control>["order"]>[0][]) => {
  for (const fault of faults) await control().order(fault);
  for (const _ of [1, 2]) await buy("R1").catch(() => undefined);
  return resent(await control().log());
};

describe("resent", () => {
  test.each(["too-many", "balance", "unauthorized"] as const)("after %s is no fault", async (fault) => {
    expect(await buyTwice(fault)).toEqual([]);
  });

  test.each([
    ...["none", "fail", "pending", "lost-answer", "reset", "bad-gateway", "processing"],
    ...["provider-text", "redirect", "conflict"],
  ] as const)("after %s is one", async (fault) => {
    expect(await buyTwice(fault as "none")).toEqual(["R1"]);
  });
});

test("deliveredTwice and truth look at what was delivered", async () => {
  await control().settings({ refReuse: "deliver" });
  await buyTwice();
  await control().order("fail");
  await buy("R2");
  await control().order("pending");
  await buy("R3");
  const transactions = await control().transactions();
  expect(deliveredTwice(transactions)).toEqual(["R1"]);
  expect(["R1", "R2", "R3", "R4"].map((ref) => truth(transactions, ref))).toEqual([
    "delivered",
    "failed",
    "pending",
    "unseen",
  ]);
});

test("busiest counts the fullest window, both ends included", () => {
  const log = [0, 10, 60_000, 60_005, 60_010, 130_000].map(
    (receivedAt) => ({ route: "purchase", receivedAt }) as LogEntry,
  );
  expect([busiest(log), busiest(log, 9), busiest([])]).toEqual([4, 2, 0]);
});
