import { expect, test } from "vitest";
import { isDatabaseAway, isDatabaseDown, mayHaveCommitted } from "./database-error.ts";

const createError = (code: string) =>
  new Error("Failed query", { cause: Object.assign(new Error("no"), { code }) });

test.each([
  "ECONNREFUSED",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "CONNECT_TIMEOUT",
  "57P03",
  "53300",
  "25006",
])("a database may be back a moment after %s", (code) => {
  expect([isDatabaseDown(createError(code)), isDatabaseAway(createError(code))]).toEqual([true, true]);
});

test.each(["28P01", "28000", "3D000"])("a database that denies access with %s will do so again", (code) => {
  expect([isDatabaseDown(createError(code)), isDatabaseAway(createError(code))]).toEqual([true, false]);
});

test("a connection without a way to the server may have been lost after its statement was sent", () => {
  expect(
    ["EHOSTUNREACH", "ECONNREFUSED", "EAI_AGAIN", "25006"].map((code) => mayHaveCommitted(createError(code))),
  ).toEqual([true, false, false, false]);
});
