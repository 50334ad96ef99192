import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("one function writes the ledger, for every module and for the database's own functions", () => {
  const files = globSync(["{lib,app,db}/**/*.{ts,tsx}", "db/functions/*.sql"], {
    exclude: ["**/*.test.ts", "**/*.prove.ts", "**/testing/**"],
  });
  const writes = /insert into (journals|entries)\b|insert\((journals|entries)\)/i;
  expect(files.filter((file) => writes.test(readFileSync(file, "utf8")))).toEqual([
    "db/functions/write_transfer.sql",
  ]);
});
