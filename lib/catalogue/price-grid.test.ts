import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { history } from "#lib/audit/history";
import type { Ctx, Level } from "#lib/core/context";
import { decimalText, type Minor } from "#lib/core/money";
import { type Scene, scene } from "#lib/testing/scene";
import { saveRule } from "./change-rules.ts";
import { current } from "./current.ts";
import { costOf, priceOf } from "./price.ts";
import { previewPrices } from "./price-grid.ts";
import { lastSave, savePrices, undoPrices } from "./save-prices.ts";

let at: Scene;
let ada: Ctx;
let ben: Ctx;
beforeAll(async () => {
  at = await scene();
  [ada, ben] = [await at.admin(), await at.admin()];
});
afterAll(() => at.close());

const REASON = "as agreed on Monday";

async function planOf(n: number) {
  const plan = (await current(ada)).plans.get(at.offered(n).planId);
  const cost = plan && costOf(plan);
  if (!plan || cost === undefined) throw new Error(`no plan ${n}`);
  return { plan, id: plan.id, cost };
}
const priceNow = async (id: number, level: Level = "affiliate") => {
  const plan = (await current(ada)).plans.get(id);
  return plan && priceOf(plan, level);
};
const text = (minor: Minor | undefined) => (minor === undefined ? "" : decimalText(minor));

/** A grid in which these cells were typed over what is there now. */
async function grid(typed: Record<string, string>) {
  const was: Record<string, string> = {};
  for (const name of Object.keys(typed)) {
    const [id, level] = name.split(".");
    was[name] = text(await priceNow(Number(id), level as Level));
  }
  return { typed, was };
}
async function save(ctx: Ctx, typed: Record<string, string>) {
  const seen = await grid(typed);
  return savePrices(ctx, { ...seen, seen: (await previewPrices(ctx, seen)).seen, reason: REASON });
}

test("cells become prices together, each with its record, and are taken back and set again together", async () => {
  const [one, other] = [await planOf(0), await planOf(1)];
  const before = [await priceNow(one.id), await priceNow(other.id, "api")];
  const typed = {
    [`${one.id}.affiliate`]: ` ₦${text(one.cost + 5_000n)} `,
    [`${other.id}.api`]: text(other.cost + 100n),
    [`${other.id}.top_user`]: text(await priceNow(other.id, "top_user")),
  };
  const preview = await previewPrices(ada, await grid(typed));
  expect(preview.wrong).toEqual({});
  expect(Object.keys(preview.typed)).toHaveLength(2);
  const saved = await save(ada, typed);
  expect(saved.map(({ plan, after }) => [plan.id, after])).toEqual(
    preview.prices.map(({ plan, after }) => [plan.id, after]),
  );
  expect([await priceNow(one.id), await priceNow(other.id, "api")]).toEqual([
    one.cost + 5_000n,
    other.cost + 100n,
  ]);
  expect(await lastSave(ada)).toMatchObject({ count: 2, who: "Admin 1", reason: REASON, undid: false });
  const records = await history(ada, { subject: "price rule", subjectId: `plan ${one.id} affiliate` });
  expect(records).toMatchObject([{ action: "price.ruled", reason: REASON, after: { markup: "+₦50.00" } }]);

  const id = (await lastSave(ada))?.id ?? 0;
  await undoPrices(ben, { id, reason: "too dear after all" });
  expect([await priceNow(one.id), await priceNow(other.id, "api")]).toEqual(before);
  await expect(undoPrices(ada, { id, reason: REASON })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/^Admin 2 .*“too dear after all”/),
  });
  const again = await lastSave(ada);
  expect(again).toMatchObject({ undid: true, count: 2 });
  await undoPrices(ada, { id: again?.id ?? 0, reason: REASON });
  expect(await priceNow(one.id)).toBe(one.cost + 5_000n);
});

test("nothing goes below its cost: then none of the cells is saved", async () => {
  const [one, other] = [await planOf(2), await planOf(3)];
  const typed = {
    [`${one.id}.affiliate`]: text(one.cost - 1n),
    [`${other.id}.affiliate`]: text(other.cost + 100n),
  };
  const before = await priceNow(other.id);
  expect((await previewPrices(ada, await grid(typed))).wrong).toEqual({
    [`${one.id}.affiliate`]: expect.stringMatching(/^Below its cost of /),
  });
  await expect(save(ada, typed)).rejects.toMatchObject({ code: "invalid" });
  expect(await priceNow(other.id)).toBe(before);
  const wrong = {
    "999999.api": "5",
    [`${one.id}.api`]: "12,5",
    [`${one.id}.top_user`]: text(one.cost * 11n),
  };
  expect(Object.keys((await previewPrices(ada, await grid(wrong))).wrong)).toHaveLength(3);
});

test("what somebody else changed meanwhile is not overwritten, and cells that were not looked at are not saved", async () => {
  const { id, cost } = await planOf(4);
  const mine = await grid({ [`${id}.affiliate`]: text(cost + 300n) });
  const { seen } = await previewPrices(ada, mine);
  await expect(
    savePrices(ada, { ...mine, typed: { [`${id}.affiliate`]: text(cost + 400n) }, seen, reason: REASON }),
  ).rejects.toMatchObject({ code: "invalid" });
  await save(ben, { [`${id}.affiliate`]: text(cost + 700n) });
  await expect(savePrices(ada, { ...mine, seen, reason: REASON })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/^Admin 2 changed this/),
  });
  expect(await priceNow(id)).toBe(cost + 700n);
  const again = await previewPrices(ada, mine);
  expect(again.prices).toMatchObject([{ before: { prices: { affiliate: cost + 700n } } }]);
});

test("of ten saves at once from one look, one is kept; an undo is refused once a rule changed otherwise", async () => {
  const { id, cost } = await planOf(5);
  const looked = await grid({ [`${id}.affiliate`]: text(cost + 900n) });
  const { seen } = await previewPrices(ada, looked);
  const all = await Promise.allSettled(
    Array.from({ length: 10 }, () => savePrices(ada, { ...looked, seen, reason: REASON })),
  );
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const last = (await lastSave(ada))?.id ?? 0;
  const scope = { networkId: null, typeId: null, planId: id, level: "affiliate" as const };
  const { version } = await current(ada);
  await saveRule(ben, { ...scope, kind: "flat", value: "11", seen: version, reason: "mine holds" });
  await expect(undoPrices(ada, { id: last, reason: REASON })).rejects.toMatchObject({ code: "conflict" });
  expect(await priceNow(id)).toBe(cost + 1_100n);
  await expect(undoPrices(ada, { id: last + 50, reason: REASON })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("an empty cell is left to the wider rules, and the price follows the cost", async () => {
  const { id, cost } = await planOf(6);
  const before = await priceNow(id);
  await save(ada, { [`${id}.affiliate`]: text(cost + 200n) });
  await save(ada, { [`${id}.affiliate`]: "" });
  expect(await priceNow(id)).toBe(before);
  const [rule] = await at.system.db.execute(sql`select from price_rules where plan_id = ${id}`);
  expect(rule).toBeUndefined();
});

test("only admins look at prices of all levels, save and undo", async () => {
  const { ctx } = await at.reseller();
  const { id } = await planOf(7);
  const typed = await grid({ [`${id}.affiliate`]: "900" });
  const refused = { code: "not_found" };
  await expect(previewPrices(ctx, typed)).rejects.toMatchObject(refused);
  await expect(savePrices(ctx, { ...typed, seen: "1 ", reason: REASON })).rejects.toMatchObject(refused);
  await expect(undoPrices(ctx, { id: 1, reason: REASON })).rejects.toMatchObject(refused);
  await expect(lastSave(ctx)).rejects.toMatchObject(refused);
});
