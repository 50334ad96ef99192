import { expect, test } from "vitest";
import { z } from "zod";
import { instant, int, joined, minor, parseRows, textOf } from "./read-rows.ts";

const Row = z.object({
  id: int,
  lowBalance: minor,
  stoppedAt: instant.nullable(),
  level: textOf<"api" | "affiliate">(),
});
const row = { id: "7", low_balance: "9007199254740993", stopped_at: null, level: "api" };

test("names fields after columns, and reads what the driver returns as text", () => {
  const [parsed] = parseRows(Row, [{ ...row, stopped_at: "2026-11-29 10:53:05.123456+01" }]);
  expect(parsed).toEqual({
    id: 7,
    lowBalance: 9007199254740993n,
    stoppedAt: new Date("2026-11-29T09:53:05.123Z"),
    level: "api",
  });
  expect(parseRows(Row, [{ ...row, id: 7, further: 1 }])[0]).toMatchObject({ id: 7, stoppedAt: null });
});

test.each([
  ["absent", ({ low_balance: balance, ...others }: typeof row) => ({ ...others, balance }), "low_balance"],
  ["null", () => ({ ...row, low_balance: null }), "low_balance"],
  ["a number that may have lost digits", () => ({ ...row, low_balance: 2 ** 53 }), "low_balance"],
  ["of parts", () => ({ ...row, low_balance: "1.5" }), "low_balance"],
  ["too large", () => ({ ...row, id: "9007199254740993" }), "id"],
  ["another type", () => ({ ...row, id: true }), "id"],
  ["no time", () => ({ ...row, stopped_at: "later" }), "stopped_at"],
  ["absent, though it may be null", ({ stopped_at: _, ...others }: typeof row) => others, "stopped_at"],
  ["absent text", ({ level: _, ...others }: typeof row) => others, "level"],
])("fails with the name of a column that is %s, without its value", (_, change, column) => {
  expect(() => parseRows(Row, [row, change(row)])).toThrow(
    new RegExp(`^The row doesn’t match. ${column}: expected [a-z ,]+$`),
  );
});

test("names the column and the place within it, for JSON", () => {
  const Json = z.object({ soldBefore: z.object({ soldAt: instant }) });
  expect(() => parseRows(Json, [{ sold_before: { soldAt: 5 } }])).toThrow("sold_before.sold_at: ");
});

test("gathers columns of one object, and returns null for one without any value", () => {
  const Nested = z.object({ last: joined({ soldAt: instant, price: minor.nullable() }) });
  const sold = { "last.sold_at": "2026-11-29 10:53:05+00", "last.price": null };
  const none = { "last.sold_at": null, "last.price": null };
  expect(parseRows(Nested, [sold, none])).toEqual([
    { last: { soldAt: new Date("2026-11-29T10:53:05Z"), price: null } },
    { last: null },
  ]);
  expect(() => parseRows(Nested, [{ ...none, "last.price": "5" }])).toThrow("last.sold_at: ");
  expect(() => parseRows(Nested, [{ id: 7 }])).toThrow("last: ");
});
