import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { createWorkbook } from "#lib/spreadsheet/testing/workbook";
import { openScene } from "#lib/testing/open-scene";
import { startBatch } from "./batch.ts";
import { chooseBatchColumns, createBatchDraft, readBatchFile } from "./batch-draft.ts";
import { batchRowList } from "./batch-row-list.ts";
import { getBatch } from "./batch-view.ts";

const at = await openScene();

async function draft(ctx: Ctx, file: string | Buffer, planId?: number): Promise<number> {
  const list = await readBatchFile(ctx, file);
  return createBatchDraft(ctx, { key: randomUUID(), lines: list.rows, list, planId });
}

const numbers = async (ctx: Ctx, id: number) =>
  (await batchRowList(id).page(ctx, {})).rows.map(({ number, plan }) => `${number} ${plan}`.trim());

const TWO_COLUMNS = "08031234567,8035550001\n08051234568,8035550002";

test("asks for the column of numbers before there is a row to buy, then reads the chosen one", async () => {
  const { ctx } = await at.reseller();
  const plan = at.offered().planId;
  const id = await draft(ctx, TWO_COLUMNS, plan);
  expect(await getBatch(ctx, { id })).toMatchObject({ rows: 0, reading: { candidates: [0, 1] } });
  await expect(startBatch(ctx, { id, version: 0 })).rejects.toMatchObject({ code: "conflict" });
  await chooseBatchColumns(ctx, { id, number: "0" });
  expect(await numbers(ctx, id)).toEqual([`08031234567 ${plan}`, `08051234568 ${plan}`]);
  await chooseBatchColumns(ctx, { id, number: "1" });
  expect(await numbers(ctx, id)).toEqual([`8035550001 ${plan}`, `8035550002 ${plan}`]);
});

test("shows the columns and the rows left out, and reads other columns of the file", async () => {
  const { ctx } = await at.reseller();
  const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const row = (n: number, cells: string[], hidden = "") =>
    `<row r="${n}"${hidden}>${cells.map((cell, column) => text(`${"ABCD"[column]}${n}`, cell)).join("")}</row>`;
  const file = createWorkbook(
    row(1, ["Name", "Phone", "Plan", "Next plan"]) +
      row(2, ["Ada", "08031234567", "8TB", "9TB"]) +
      row(3, ["Obi", "08099999999", "8TB", "9TB"], ' hidden="1"') +
      row(4, ["Bola", "08051234568", "8TB", "9TB"]),
  );
  const id = await draft(ctx, file);
  const { reading } = await getBatch(ctx, { id });
  expect(reading).toMatchObject({
    sheets: ["List"],
    choice: { number: [1], plan: [2], name: [0] },
    left: { hiddenRows: 1 },
  });
  expect(await numbers(ctx, id)).toEqual(["08031234567 8TB", "08051234568 8TB"]);
  await chooseBatchColumns(ctx, { id, number: "1", plan: "3", name: "0" });
  expect(await numbers(ctx, id)).toEqual(["08031234567 9TB", "08051234568 9TB"]);
  expect((await getBatch(ctx, { id })).reading).toMatchObject({ choice: { plan: [3] } });
});

test("chooses no columns of another's draft, of one that has started, or of one that is too old", async () => {
  const [{ ctx }, other] = [await at.reseller(), await at.reseller()];
  const id = await draft(ctx, TWO_COLUMNS);
  const choice = { id, number: "0" };
  await expect(chooseBatchColumns(other.ctx, choice)).rejects.toMatchObject({ code: "not_found" });
  await at.system.db.execute(sql`delete from read_lists`);
  await expect(chooseBatchColumns(ctx, choice)).rejects.toMatchObject({ code: "conflict" });
  expect((await getBatch(ctx, { id })).reading).toBeNull();
});

test("forgets the file of a batch that starts", async () => {
  const { ctx, id: reseller } = await at.reseller();
  const id = await draft(ctx, "08031234567", at.offered().planId);
  const countLists = async () =>
    (await at.system.db.execute(sql`select from read_lists where reseller_id = ${reseller}`)).length;
  expect(await countLists()).toBe(1);
  await startBatch(ctx, { id, version: (await getBatch(ctx, { id })).version });
  expect(await countLists()).toBe(0);
  await expect(chooseBatchColumns(ctx, { id, number: "0" })).rejects.toMatchObject({ code: "conflict" });
});
