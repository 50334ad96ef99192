import { expect, test } from "vitest";
import { filterQuery, readFilter } from "./list.ts";

test("reads what an address says, and writes it back without the cursor", () => {
  const query = {
    state: "open",
    network: "2",
    plan: "7",
    q: " DT1 ",
    from: "2026-01-31",
    to: "",
    after: "90",
  };
  const filter = readFilter(query);
  expect(filter).toEqual({ state: "open", network: 2, plan: 7, q: "DT1", from: "2026-01-31", after: 90 });
  expect(filterQuery(filter)).toEqual({
    state: "open",
    network: "2",
    plan: "7",
    q: "DT1",
    from: "2026-01-31",
  });
});

test("leaves out what makes no sense, and keeps the rest", () => {
  const nonsense = {
    state: "x",
    network: "99999999999",
    plan: "-1",
    from: "0000-01-01",
    to: "soon",
    after: "-3",
  };
  expect(readFilter({ ...nonsense, q: ["one", "two"] })).toEqual({ q: "one" });
});

test("keeps from the database what it cannot store, and no more than a hundred characters", () => {
  expect(readFilter({ q: "a\0b" })).toEqual({ q: "ab" });
  expect(readFilter({ q: "a".repeat(500) }).q).toHaveLength(100);
});
