import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { toTextFacts } from "./audit-facts.ts";

/** `'paid_out', kept.paid_out::text` in a statement that writes audit records. */
const TEXT_FACT_PATTERN = /'(\w+)', (?:\(?coalesce\()?\(*[\w${}().+ -]*?(\w+)\)*(?:, 0\))?\)*::text/g;

/** Columns that keep minor units. */
const MONEY_COLUMNS = new Set([
  "price",
  "wallet",
  "gross",
  "fee",
  "credited",
  "paid_out",
  "into_books",
  "amount",
]);

test("shows every amount of an audit record as money", () => {
  const facts = globSync(["lib/**/*.ts", "db/functions/*.sql"]).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(TEXT_FACT_PATTERN)].flatMap(([, name = "", column = ""]) =>
      MONEY_COLUMNS.has(column) ? [name] : [],
    ),
  );
  expect(facts).toEqual(expect.arrayContaining(["booked", "paid_out", "gross", "wallet", "credited"]));
  const shown = Object.fromEntries(facts.map((name) => [name, toTextFacts({ [name]: "54175" })[name]]));
  expect(Object.entries(shown).filter(([, text]) => text !== "₦541.75")).toEqual([]);
});

test("shows an amount of settings as money, which has a name of its own", () => {
  expect(toTextFacts({ minAmount: "10000", smsPrice: "800" })).toEqual({ minAmount: "₦100", smsPrice: "₦8" });
});

test("leaves numbers alone that aren’t money", () => {
  expect(toTextFacts({ lines: 1, version: "3", id: "7" })).toEqual({ lines: "1", version: "3", id: "7" });
});
