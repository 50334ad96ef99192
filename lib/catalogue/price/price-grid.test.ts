import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { getAuditHistory } from "#lib/audit/audit-history";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import type { Ctx, Level } from "#lib/core/context";
import { formatDecimal, type Minor } from "#lib/core/money/money";
import { openScene } from "#lib/testing/open-scene";
import { savePriceRule } from "./change-price-rules.ts";
import { getLevelPrice } from "./price.ts";
import { previewPrices } from "./price-grid.ts";
import { getLastPriceSave, savePrices, undoPrices } from "./save-prices.ts";

const at = await openScene();
const [ada, ben] = [await at.admin(), await at.admin()];

const REASON = "as agreed on Monday";

async function planOf(n: number) {
  const plan = (await getCatalogue(ada)).plans.get(at.offered(n).planId);
  const cost = plan?.cost ?? undefined;
  if (!plan || cost === undefined) throw new Error(`no plan ${n}`);
  return { plan, id: plan.id, cost };
}
const priceNow = async (id: number, level: Level = "affiliate") => {
  const plan = (await getCatalogue(ada)).plans.get(id);
  return plan && getLevelPrice(plan, level);
};
const text = (minor: Minor | undefined) => (minor === undefined ? "" : formatDecimal(minor));

/** Returns a grid in which these cells replace the current prices. */
async function grid(typed: Record<string, string>) {
  const was: Record<string, string> = {};
  for (const name of Object.keys(typed)) {
    const [id, level] = name.split(".");
    was[name] = text(await priceNow(Number(id), level as Level));
  }
  return { typed, was };
}
async function save(ctx: Ctx, typed: Record<string, string>, confirmed = false) {
  const edits = await grid(typed);
  return savePrices(ctx, {
    ...edits,
    ...(confirmed && { largeChanges: "yes" as const }),
    fingerprint: (await previewPrices(ctx, edits)).fingerprint,
    reason: REASON,
  });
}

test("asks before a price changes by more than the set share, up or down, and saves nothing until then", async () => {
  const { id, cost } = await planOf(2);
  const name = `${id}.smart_earner`;
  await save(ada, { [name]: text(cost * 2n) }, true);
  const [higher, lower] = [{ [name]: text(cost * 3n + 1n) }, { [name]: text(cost) }];
  await expect(save(ada, higher)).rejects.toMatchObject({
    fields: { largeChanges: ["Check the large changes, then confirm them."] },
  });
  expect(await priceNow(id, "smart_earner")).toBe(cost * 2n);
  await save(ada, { [name]: text(cost * 3n) });
  await expect(save(ada, lower)).rejects.toMatchObject({ code: "invalid" });
  await save(ada, lower, true);
  expect(await priceNow(id, "smart_earner")).toBe(cost);
});

test("saves cells together with a record each, and undoes and restores them together", async () => {
  const [first, second] = [await planOf(0), await planOf(1)];
  const before = [await priceNow(first.id), await priceNow(second.id, "api")];
  const typed = {
    [`${first.id}.affiliate`]: ` ₦${text(first.cost + 5_000n)} `,
    [`${second.id}.api`]: text(second.cost + 100n),
    [`${second.id}.top_user`]: text(await priceNow(second.id, "top_user")),
  };
  const preview = await previewPrices(ada, await grid(typed));
  expect(preview.wrong).toEqual({});
  expect(Object.keys(preview.typed)).toHaveLength(2);
  const saved = await save(ada, typed);
  expect(saved.map(({ plan, after }) => [plan.id, after])).toEqual(
    preview.prices.map(({ plan, after }) => [plan.id, after]),
  );
  expect([await priceNow(first.id), await priceNow(second.id, "api")]).toEqual([
    first.cost + 5_000n,
    second.cost + 100n,
  ]);
  expect(await getLastPriceSave(ada)).toMatchObject({
    count: 2,
    who: "Admin 1",
    reason: REASON,
    undid: false,
  });
  const records = await getAuditHistory(ada, {
    subject: "price rule",
    subjectId: `plan ${first.id} affiliate`,
  });
  expect(records).toMatchObject([{ action: "price.ruled", reason: REASON, after: { markup: "+₦50" } }]);

  const id = (await getLastPriceSave(ada))?.id ?? 0;
  await undoPrices(ben, { id, reason: "too dear after all" });
  expect([await priceNow(first.id), await priceNow(second.id, "api")]).toEqual(before);
  await expect(undoPrices(ada, { id, reason: REASON })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/^Admin 2 .*“too dear after all”/),
  });
  const again = await getLastPriceSave(ada);
  expect(again).toMatchObject({ undid: true, count: 2 });
  await undoPrices(ada, { id: again?.id ?? 0, reason: REASON });
  expect(await priceNow(first.id)).toBe(first.cost + 5_000n);
});

test("saves none of the cells when one is below its cost", async () => {
  const [first, second] = [await planOf(2), await planOf(3)];
  const typed = {
    [`${first.id}.affiliate`]: text(first.cost - 1n),
    [`${second.id}.affiliate`]: text(second.cost + 100n),
  };
  const before = await priceNow(second.id);
  expect((await previewPrices(ada, await grid(typed))).wrong).toEqual({
    [`${first.id}.affiliate`]: expect.stringMatching(/^Below its cost of /),
  });
  await expect(save(ada, typed)).rejects.toMatchObject({ code: "invalid" });
  expect(await priceNow(second.id)).toBe(before);
  const wrong = {
    "999999.api": "5",
    [`${first.id}.api`]: "12,5",
    [`${first.id}.top_user`]: text(first.cost * 11n),
  };
  expect(Object.keys((await previewPrices(ada, await grid(wrong))).wrong)).toHaveLength(3);
});

test("keeps another admin's change, and rejects cells that were not previewed", async () => {
  const { id, cost } = await planOf(4);
  const edits = await grid({ [`${id}.affiliate`]: text(cost + 300n) });
  const { fingerprint } = await previewPrices(ada, edits);
  await expect(
    savePrices(ada, {
      ...edits,
      typed: { [`${id}.affiliate`]: text(cost + 400n) },
      fingerprint,
      reason: REASON,
    }),
  ).rejects.toMatchObject({ code: "invalid" });
  await save(ben, { [`${id}.affiliate`]: text(cost + 700n) });
  await expect(savePrices(ada, { ...edits, fingerprint, reason: REASON })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/^Admin 2 changed this/),
  });
  expect(await priceNow(id)).toBe(cost + 700n);
  const again = await previewPrices(ada, edits);
  expect(again.prices).toMatchObject([{ before: { prices: { affiliate: cost + 700n } } }]);
});

test("accepts one of ten concurrent saves of a preview, and rejects an undo after a rule changed", async () => {
  const { id, cost } = await planOf(5);
  const edits = await grid({ [`${id}.affiliate`]: text(cost + 900n) });
  const { fingerprint } = await previewPrices(ada, edits);
  const all = await Promise.allSettled(
    Array.from({ length: 10 }, () => savePrices(ada, { ...edits, fingerprint, reason: REASON })),
  );
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const last = (await getLastPriceSave(ada))?.id ?? 0;
  const scope = { networkId: null, typeId: null, planId: id, level: "affiliate" as const };
  const { version } = await getCatalogue(ada);
  await savePriceRule(ben, {
    ...scope,
    kind: "flat",
    value: "11",
    expectedVersion: version,
    reason: "mine holds",
  });
  await expect(undoPrices(ada, { id: last, reason: REASON })).rejects.toMatchObject({ code: "conflict" });
  expect(await priceNow(id)).toBe(cost + 1_100n);
  await expect(undoPrices(ada, { id: last + 50, reason: REASON })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("leaves an empty cell to the wider rules", async () => {
  const { id, cost } = await planOf(6);
  const before = await priceNow(id);
  await save(ada, { [`${id}.affiliate`]: text(cost + 200n) });
  await save(ada, { [`${id}.affiliate`]: "" });
  expect(await priceNow(id)).toBe(before);
  const [rule] = await at.system.db.execute(sql`select from price_rules where plan_id = ${id}`);
  expect(rule).toBeUndefined();
});

test("allows only admins to preview, save and undo prices", async () => {
  const { ctx } = await at.reseller();
  const { id } = await planOf(7);
  const typed = await grid({ [`${id}.affiliate`]: "900" });
  const denied = { code: "not_found" };
  await expect(previewPrices(ctx, typed)).rejects.toMatchObject(denied);
  await expect(savePrices(ctx, { ...typed, fingerprint: "1 ", reason: REASON })).rejects.toMatchObject(
    denied,
  );
  await expect(undoPrices(ctx, { id: 1, reason: REASON })).rejects.toMatchObject(denied);
  await expect(getLastPriceSave(ctx)).rejects.toMatchObject(denied);
});
