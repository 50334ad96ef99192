import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { readBatchFile } from "#lib/batch/batch-draft";
import { readCustomerFile } from "#lib/customer/customer-import";
import { openScene } from "#lib/testing/open-scene";
import { createWorkbook } from "./testing/workbook.ts";

const at = await openScene();

test("reads pasted lists, files and customers", async () => {
  const { ctx } = await at.reseller();
  const ada = { number: "08031234567", plan: "1GB MTN", name: "", note: "Ada", sellingPrice: "" };
  const read = async (file: Uint8Array | string) => (await readBatchFile(ctx, file)).rows;
  expect(await read("08031234567,1GB MTN,Ada")).toEqual([ada]);
  expect(await read(Buffer.from("08031234567;1GB MTN;Ada\n"))).toEqual([ada]);
  const row = "<row><c><v>8031234567</v></c><c t='str'><v>1GB MTN</v></c></row>".replaceAll("'", '"');
  expect(await read(createWorkbook(row))).toEqual([{ ...ada, number: "8031234567", note: "" }]);
  expect((await readCustomerFile(ctx, "0803 123 4567 Ada")).rows).toMatchObject([
    { number: "0803 123 4567", name: "Ada" },
  ]);
});

test("denies visitors", async () => {
  const { ctx } = await at.reseller();
  const visitor = { ...ctx, actor: { kind: "visitor" } as const };
  await expect(readBatchFile(visitor, "08031234567")).rejects.toMatchObject({ code: "unauthenticated" });
  await expect(readCustomerFile(visitor, "08031234567")).rejects.toMatchObject({ code: "unauthenticated" });
});

test("explains why a file is invalid", async () => {
  const { ctx } = await at.reseller();
  const words = (file: Uint8Array | string) =>
    readBatchFile(ctx, file).then(String, (error: Error) => error.message);
  expect(await words("\n\n")).toBe("This file has no phone numbers. Add at least one.");
  expect(await words("0 8 0 3 1 2 a\n".repeat(6_000))).toMatch("at most 5,000 rows");
  expect(await words(Buffer.from("PK"))).toMatch("can’t read this file");
  expect(await words(Buffer.alloc(3 * 1024 * 1024))).toMatch("too large");
  expect((await readBatchFile(ctx, "PK 08031234567")).rows).toHaveLength(1);
});

test("reads three files of an account one after the other, and rejects a fourth", async () => {
  const { ctx } = await at.reseller();
  const all = await Promise.allSettled(Array.from({ length: 4 }, () => readBatchFile(ctx, "08031234567")));
  const rejected = all.filter(({ status }) => status === "rejected");
  expect(rejected).toMatchObject([{ reason: { code: "rate_limited" } }]);
  expect((await readBatchFile(ctx, "08031234567")).rows).toHaveLength(1);
});

test("limits one account's files per hour, and not another's", async () => {
  const [{ ctx, id }, { ctx: other }] = [await at.reseller(), await at.reseller()];
  await readBatchFile(ctx, "08031234567");
  await at.system.db.execute(sql`update throttles set failures = 80 where bucket = ${`list:${id}`}`);
  // This file is still read; the next one has to wait for minutes.
  expect((await readBatchFile(ctx, "08031234567")).rows).toHaveLength(1);
  await expect(readBatchFile(ctx, "08031234567")).rejects.toMatchObject({ code: "rate_limited" });
  expect((await readBatchFile(other, "08031234567")).rows).toHaveLength(1);
});
