import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "#db/testing";
import { type Rate, takeCall, takePurchase } from "./rate-limit.ts";

let database: TestDatabase;
let resellers = 0;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** The calls of a new reseller, each with the ref it is given. */
function newReseller(): (ref: string, test?: boolean) => Promise<Rate> {
  resellers += 1;
  const id = resellers;
  return (ref, test = false) => takePurchase(database.systemCtx, { id, test }, ref);
}

const age = (seconds: number) =>
  database.db.execute(sql`update call_windows set
    taken = (select array_agg(t - make_interval(secs => ${seconds}) order by t) from unnest(taken) t)
    where reseller_id = ${resellers}`);

test("of a hundred parallel calls with refs of their own, thirty are let through", async () => {
  const take = newReseller();
  const rates = await Promise.all(Array.from({ length: 100 }, (_, n) => take(`r${n}`)));
  expect(rates.filter(({ refused }) => !refused)).toHaveLength(30);
  expect(rates.map(({ remaining }) => remaining).sort((a, b) => b - a)[0]).toBe(29);
});

test("a hundred parallel calls with one ref take one place", async () => {
  const take = newReseller();
  const rates = await Promise.all(Array.from({ length: 100 }, () => take("one")));
  expect(rates.filter(({ refused }) => refused)).toEqual([]);
  expect((await take("other")).remaining).toBe(28);
});

test("the window slides: a place is free 60 seconds after it was taken, and a refused call takes none", async () => {
  const take = newReseller();
  for (let n = 0; n < 20; n += 1) await take(`a${n}`);
  await age(40);
  for (let n = 0; n < 10; n += 1) expect((await take(`b${n}`)).refused).toBe(false);
  const full = await take("c");
  expect(full).toMatchObject({ refused: true, remaining: 0 });
  expect(full.resetS).toBeGreaterThanOrEqual(19);
  expect(full.resetS).toBeLessThanOrEqual(20);
  for (let n = 0; n < 5; n += 1) await take("c");
  expect((await take("b3")).refused).toBe(false);
  await age(21);
  expect(await take("c")).toMatchObject({ refused: false, remaining: 19 });
});

test("resellers do not share their places, and test calls take none of the others", async () => {
  const full = newReseller();
  await Promise.all(Array.from({ length: 31 }, (_, n) => full(`r${n}`)));
  expect((await full("test", true)).remaining).toBe(29);
  expect((await newReseller()("r")).remaining).toBe(29);
});

test("a clock that was set back does not lock a reseller out", async () => {
  const take = newReseller();
  for (let n = 0; n < 30; n += 1) await take(`r${n}`);
  await age(-3_600);
  expect((await take("later")).refused).toBe(false);
});

test("lets 600 calls of a kind through in a minute, by whichever token, and counts each kind apart", () => {
  const account = { id: 1, test: false };
  for (const kind of ["read", "buy"] as const) {
    for (let n = 0; n < 600; n += 1) expect(takeCall(account, kind, 1_000).refused).toBe(false);
    const full = { limit: 600, remaining: 0, resetS: 30, refused: true };
    expect(takeCall(account, kind, 31_000)).toEqual(full);
  }
  expect(takeCall({ id: 2, test: false }, "read", 31_000).refused).toBe(false);
  expect(takeCall(account, "read", 61_000).refused).toBe(false);
});
