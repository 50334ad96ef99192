import { expect, test } from "vitest";
import { parseColumns, toggleColumn } from "./purchase-columns.ts";

test("adds a column to the query and takes it away again", () => {
  expect(toggleColumn(undefined, "reference")).toBe("reference");
  expect(toggleColumn("reference", "supplier")).toBe("reference,supplier");
  expect(toggleColumn("reference,supplier", "reference")).toBe("supplier");
  expect(toggleColumn("supplier", "supplier")).toBeNull();
});

test("leaves out unknown columns", () => {
  expect(parseColumns("supplier,password,cost")).toEqual(["supplier", "cost"]);
});
