import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import type { Ctx } from "#lib/core/context";
import { insertBundle } from "#lib/regular/testing/insert-bundle";
import { openScene } from "#lib/testing/open-scene";
import { changeBatchRow, chooseBatchPlan, createBatchDraft, readBatchFile } from "./batch-draft.ts";
import { batchRowList } from "./batch-row-list.ts";
import { getBatch } from "./batch-view.ts";

const at = await openScene();

async function draft(ctx: Ctx, text: string): Promise<number> {
  const list = await readBatchFile(ctx, text);
  return createBatchDraft(ctx, { key: randomUUID(), lines: list.rows, list });
}

const rowsOf = async (ctx: Ctx, id: number) => (await batchRowList(id).page(ctx, {})).rows;

/** The networks' names by their numbers in these tests. */
const MTN = "08031234567";
const GLO = "08051234568";

test("takes a size for the plan of the number's network, and offers that network's plans only", async () => {
  const { ctx } = await at.reseller();
  const id = await draft(ctx, `${MTN} 1GB\n${GLO} 1GB\n08031234569 1000mb`);
  const rows = await rowsOf(ctx, id);
  expect(rows[1]?.planLabel).toMatch(/^Glo 1 GB/);
  const { unclear } = await getBatch(ctx, { id });
  expect(unclear.length).toBeGreaterThan(0);
  for (const { candidates } of unclear)
    expect(new Set(candidates.map(({ networkName }) => networkName))).toEqual(new Set(["MTN"]));
});

test("keeps the plan that a row was resolved to, whatever its number becomes", async () => {
  const { ctx } = await at.reseller();
  const id = await draft(ctx, `${GLO} 1GB`);
  const [before] = await rowsOf(ctx, id);
  const row = { id, row: before?.id ?? 0, plan: before?.plan ?? "", note: "" };
  await changeBatchRow(ctx, { ...row, number: MTN });
  const [after] = await rowsOf(ctx, id);
  expect(after).toMatchObject({ planId: before?.planId, otherNetwork: "MTN" });
});

test("chooses a plan for one network's numbers among rows of the same text", async () => {
  const { ctx } = await at.reseller();
  const id = await draft(ctx, `${MTN}\n${GLO}\n08031234569`);
  const { networks, plans } = await getCatalogue(ctx);
  const mtn = networks.find(({ name }) => name === "MTN")?.id ?? 0;
  const plan = [...plans.values()].find(({ networkId }) => networkId === mtn)?.id ?? 0;
  expect((await getBatch(ctx, { id })).unclear).toMatchObject([{ networkId: mtn, count: 2 }, { count: 1 }]);
  await chooseBatchPlan(ctx, { id, plan: "", networkId: String(mtn), planId: plan });
  expect((await rowsOf(ctx, id)).map(({ planId }) => planId)).toEqual([plan, null, plan]);
});

test("warns in the row and in all of a plan of another network than the number's", async () => {
  const { ctx } = await at.reseller();
  const [sold] = await rowsOf(ctx, await draft(ctx, `${GLO} 1GB`));
  const glo = sold?.planId;
  const id = await draft(ctx, `${MTN},${glo}\n${GLO},${glo}`);
  expect((await rowsOf(ctx, id)).map(({ otherNetwork }) => otherNetwork)).toEqual(["MTN", null]);
  const { right, otherNetwork } = await getBatch(ctx, { id });
  expect([right.count, otherNetwork]).toEqual([2, 1]);
});

test("warns neither in the row nor in all of a number that moved to the plan's network", async () => {
  const { ctx, id: resellerId } = await at.reseller();
  const [sold] = await rowsOf(ctx, await draft(ctx, `${GLO} 1GB`));
  const planId = sold?.planId ?? 0;
  const networkId = (await getCatalogue(ctx)).plans.get(planId)?.networkId ?? 0;
  await insertBundle(at.system, {
    resellerId,
    phone: `+234${MTN.slice(1)}`,
    planId,
    networkId,
    hoursAgo: 99,
  });
  const id = await draft(ctx, `${MTN},${planId}`);
  expect((await rowsOf(ctx, id)).map(({ otherNetwork }) => otherNetwork)).toEqual([null]);
  expect((await getBatch(ctx, { id })).otherNetwork).toBe(0);
});

test("takes a delivery to one number for no other number's network", async () => {
  const { ctx, id: resellerId } = await at.reseller();
  const { plans } = await getCatalogue(ctx);
  const [glo] = await rowsOf(ctx, await draft(ctx, `${GLO} 1GB`));
  const mtn = [...plans.values()].find(({ networkName }) => networkName === "MTN");
  if (!mtn) throw new Error("MTN has no plan.");
  const bundle = { resellerId, planId: mtn.id, networkId: mtn.networkId, hoursAgo: 1 };
  await insertBundle(at.system, { ...bundle, phone: "+2348031234560" });
  const id = await draft(ctx, `${GLO},${glo?.planId}\n${GLO}\n${MTN}`);
  const rows = await rowsOf(ctx, id);
  expect(rows.map(({ otherNetwork }) => otherNetwork)).toEqual([null, null, null]);
  const view = await getBatch(ctx, { id });
  expect(view.otherNetwork).toBe(0);
  const { networkId } = plans.get(glo?.planId ?? 0) ?? {};
  expect(view.unclear.map((group) => group.networkId).sort()).toEqual([networkId, mtn.networkId].sort());
  await chooseBatchPlan(ctx, { id, plan: "", networkId: String(mtn.networkId), planId: mtn.id });
  expect((await rowsOf(ctx, id)).map(({ planId }) => planId)).toEqual([...[glo?.planId, null, mtn.id]]);
});

test("asks once for a size in any spelling, and sells no other network's plan of a size that the number's has not", async () => {
  const { ctx } = await at.reseller();
  const { plans, networks } = await getCatalogue(ctx);
  const mtn = networks.find(({ name }) => name === "MTN")?.id ?? 0;
  const id = await draft(
    ctx,
    `${MTN} 1gb\n08031234569 1 gig\n08031234560 1000mb\n08031234561 1.5gb\n08031234562 2.6gb`,
  );
  const { unclear, right } = await getBatch(ctx, { id });
  expect(right.count).toBe(0);
  expect(unclear.map(({ texts, count }) => [texts.length, count])).toEqual(
    expect.arrayContaining([
      [3, 3],
      [1, 1],
    ]),
  );
  const sizes = unclear.flatMap(({ candidates }) => candidates.map(({ networkId }) => networkId));
  expect(new Set(sizes)).toEqual(new Set([mtn]));
  const [asked] = unclear.filter(({ texts }) => texts.some((text) => text.startsWith("1.5")));
  expect(asked).toMatchObject({ texts: ["1.5gb MTN"], networkId: mtn, problem: "plan" });
  expect(new Set(asked?.candidates.map(({ size, volume }) => `${size}${volume}`))).toEqual(
    new Set(["1GB", "2GB"]),
  );
  const [gigabyte] = unclear.filter(({ count }) => count === 3);
  const plan = gigabyte?.candidates[0]?.id ?? 0;
  await chooseBatchPlan(ctx, {
    ...{ id, networkId: String(mtn), planId: plan },
    plan: gigabyte?.texts.join("\r\n") ?? "",
  });
  expect((await rowsOf(ctx, id)).map(({ planId }) => planId)).toEqual([plan, plan, plan, null, null]);
  expect([...plans.values()].some(({ networkId, size }) => networkId !== mtn && size === "2.6")).toBe(true);
});

test("asks for no plan of a row whose number is wrong", async () => {
  const { ctx } = await at.reseller();
  const lines = ["12345", MTN, ""].map((number) => ({ number, plan: "1gb", note: "" }));
  const id = await createBatchDraft(ctx, { key: randomUUID(), lines });
  const { unclear, problems } = await getBatch(ctx, { id });
  expect(unclear).toMatchObject([{ texts: ["1gb"], count: 1 }]);
  expect(problems).toContainEqual({ problem: "number", count: 2 });
});

test("buys another network's plan for a number where the text names that network", async () => {
  const { ctx } = await at.reseller();
  const id = await draft(ctx, `${MTN} glo 2.6gb`);
  const [row] = await rowsOf(ctx, id);
  expect(row).toMatchObject({ planLabel: expect.stringMatching(/^Glo 2.6 GB/), otherNetwork: "MTN" });
});
