import { buy } from "../call.ts";
import { conform, expect } from "../fixtures.ts";

conform("lets 30 of 40 parallel purchases of a minute through (8)", async ({ busy }) => {
  const told = await Promise.all(Array.from({ length: 40 }, () => buy(busy)));
  const statuses = told.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  const refused = told.find(({ status }) => status === 429);
  expect(refused?.body).toEqual({ message: "Too Many Attempts." });
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(Number(refused?.headers.get("retry-after"))).toBeLessThanOrEqual(60);
});
