import { expect, test } from "vitest";
import { parseColumns, toggleColumn } from "./purchase-columns.ts";

test("adds a column to the query and takes it away again", () => {
  expect(toggleColumn(undefined, "cost")).toBe("cost");
  expect(toggleColumn("cost", "supplier")).toBe("cost,supplier");
  expect(toggleColumn("cost,supplier", "cost")).toBe("supplier");
  expect(toggleColumn("supplier", "supplier")).toBeNull();
});

test("leaves out unknown columns", () => {
  expect(parseColumns("supplier,password,cost")).toEqual(["supplier", "cost"]);
});
