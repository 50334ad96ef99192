import { expect, test } from "vitest";
import { BATCH_ROW_STATUSES, type BatchRowStatus } from "#lib/batch/batch-view";
import { buildBatchMessageUrl, MAX_MESSAGE_ROWS } from "./batch-message.ts";

/** Reads the message about rows of these statuses. */
function read(...statuses: BatchRowStatus[]): string[] {
  const rows = statuses.map((status, n) => ({
    ...{ status, number: "0803", planSize: status === "left" ? null : "1 GB" },
    phone: status === "left" ? null : `0803 123 ${4000 + n}`,
  }));
  const countRows = (status: BatchRowStatus) => statuses.filter((each) => each === status).length;
  const counts = Object.fromEntries(BATCH_ROW_STATUSES.map((status) => [status, countRows(status)]));
  const batch = { rows: rows.length, counts: counts as Record<BatchRowStatus, number> };
  const url = new URL(buildBatchMessageUrl(batch, rows.slice(0, MAX_MESSAGE_ROWS), "Ada & Sons"));
  expect(url.origin + url.pathname).toBe("https://wa.me/");
  return url.searchParams.get("text")?.split("\n") ?? [];
}

test("names each number with its size and state, without a price", () => {
  expect(read("successful", "failed", "unconfirmed", "left")).toEqual([
    "1 of 4 delivered:",
    "0803 123 4000, 1 GB: delivered",
    "0803 123 4001, 1 GB: didn’t go through",
    "0803 123 4002, 1 GB: not confirmed yet",
    "0803: not bought",
    "Ada & Sons",
  ]);
});

test("counts the rows of a long list, so that the link stays short", () => {
  const delivered = Array<BatchRowStatus>(5_000).fill("successful");
  expect(read(...delivered)).toEqual(["5,000 of 5,000 delivered", "Ada & Sons"]);
  expect(read(...delivered, "failed", "left", "left")).toEqual([
    ...["5,000 of 5,003 delivered:", "1 didn’t go through", "2 not bought", "Ada & Sons"],
  ]);
});
