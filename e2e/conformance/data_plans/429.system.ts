import { callsOver } from "../call.ts";
import { expect, test } from "../fixtures.ts";

test("after 600 calls of a minute the next ones wait", async ({ portal }) => {
  const { taken, refused } = await callsOver(await portal.open(), "/api/data_plans", 600);
  expect(taken).toEqual(Array(600).fill(304));
  expect([refused.status, refused.body]).toEqual([429, { message: "Too Many Attempts." }]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(refused.headers.get("ratelimit-remaining")).toBe("0");
});
