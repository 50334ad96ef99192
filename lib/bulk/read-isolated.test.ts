import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCustomers } from "#lib/customer/read-customers";
import { type Scene, scene } from "#lib/testing/scene";
import { readList } from "./read-isolated.ts";
import { workbook } from "./testing/workbook.ts";

let at: Scene;
beforeAll(async () => {
  at = await scene();
});
afterAll(() => at.close());

test("reads pasted lists, files and customers", async () => {
  const { ctx } = await at.reseller();
  const ada = { number: "08031234567", plan: "1GB MTN", note: "Ada", retail: "" };
  expect(await readList(ctx, "08031234567,1GB MTN,Ada")).toEqual([ada]);
  expect(await readList(ctx, Buffer.from("08031234567;1GB MTN;Ada\n"))).toEqual([ada]);
  const row = "<row><c><v>8031234567</v></c><c t='str'><v>1GB MTN</v></c></row>".replaceAll("'", '"');
  expect(await readList(ctx, workbook(row))).toEqual([{ ...ada, number: "8031234567", note: "" }]);
  expect(await readCustomers(ctx, "0803 123 4567 Ada")).toMatchObject([
    { number: "0803 123 4567", name: "Ada" },
  ]);
});

test("refuses to read lists for a visitor", async () => {
  const { ctx } = await at.reseller();
  const visitor = { ...ctx, actor: { kind: "visitor" } as const };
  await expect(readList(visitor, "08031234567")).rejects.toMatchObject({ code: "unauthenticated" });
  await expect(readCustomers(visitor, "08031234567")).rejects.toMatchObject({ code: "unauthenticated" });
});

test("explains what is wrong with a list", async () => {
  const { ctx } = await at.reseller();
  const words = (file: Uint8Array | string) =>
    readList(ctx, file).then(String, (error: Error) => error.message);
  expect(await words("\n\n")).toBe("There are no numbers in it.");
  expect(await words("0 8 0 3 1 2 a\n".repeat(6_000))).toMatch("at most 5,000 rows");
  expect(await words(Buffer.from("PK"))).toMatch("no list that can be read");
  expect(await words(Buffer.alloc(3 * 1024 * 1024))).toMatch("too large");
  expect(await readList(ctx, "PK 08031234567")).toHaveLength(1);
});

test("reads three lists of an account one after the other, and refuses a fourth", async () => {
  const { ctx } = await at.reseller();
  const all = await Promise.allSettled(Array.from({ length: 4 }, () => readList(ctx, "08031234567")));
  const refused = all.filter(({ status }) => status === "rejected");
  expect(refused).toMatchObject([{ reason: { code: "rate_limited" } }]);
  expect(await readList(ctx, "08031234567")).toHaveLength(1);
});

test("makes an account wait after many lists in an hour, and no other account", async () => {
  const [{ ctx, id }, { ctx: other }] = [await at.reseller(), await at.reseller()];
  await readList(ctx, "08031234567");
  await at.system.db.execute(sql`update throttles set failures = 80 where bucket = ${`list:${id}`}`);
  // This one is read, and makes the next one wait for minutes.
  expect(await readList(ctx, "08031234567")).toHaveLength(1);
  await expect(readList(ctx, "08031234567")).rejects.toMatchObject({ code: "rate_limited" });
  expect(await readList(other, "08031234567")).toHaveLength(1);
});
