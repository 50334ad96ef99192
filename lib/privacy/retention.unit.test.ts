import { expect, test } from "vitest";
import { TABLES } from "#lib/modules";
import { listRetention } from "./retention.ts";

test("lists how long personal data is kept, by the rules that delete it", () => {
  const retention = listRetention(TABLES);
  expect(retention).toContainEqual({ data: "imports of customers", days: 1 });
  expect(retention.map(({ days }) => days)).toEqual(
    retention.map(({ days }) => days).toSorted((a, b) => a - b),
  );
  expect(JSON.stringify(retention)).not.toContain("processes of the portal");
});
