import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#db/testing";
import { consumeCall, consumePurchase, type RateLimitState } from "./rate-limit.ts";

let resellers = 0;

const database = await createTestDatabase();
afterAll(() => database.close());

/** Creates a reseller. @returns a function that makes a call with a ref. */
function newReseller(): (ref: string, test?: boolean) => Promise<RateLimitState> {
  resellers += 1;
  const id = resellers;
  return (ref, test = false) => consumePurchase(database.systemCtx, { id, test }, ref);
}

const age = (seconds: number) =>
  database.db.execute(sql`update call_windows set
    taken = (select array_agg(t - make_interval(secs => ${seconds}) order by t) from unnest(taken) t)
    where reseller_id = ${resellers}`);

test("allows thirty of a hundred parallel calls with different refs", async () => {
  const take = newReseller();
  const rates = await Promise.all(Array.from({ length: 100 }, (_, n) => take(`r${n}`)));
  expect(rates.filter(({ rejected }) => !rejected)).toHaveLength(30);
  expect(rates.map(({ remaining }) => remaining).sort((a, b) => b - a)[0]).toBe(29);
});

test("counts a hundred parallel calls with one ref once", async () => {
  const take = newReseller();
  const rates = await Promise.all(Array.from({ length: 100 }, () => take("one")));
  expect(rates.filter(({ rejected }) => rejected)).toEqual([]);
  expect((await take("other")).remaining).toBe(28);
});

test("frees a call 60 seconds after it was counted, and doesn't count rejected calls", async () => {
  const take = newReseller();
  const start = performance.now();
  for (let n = 0; n < 20; n += 1) await take(`a${n}`);
  await age(40);
  for (let n = 0; n < 10; n += 1) expect((await take(`b${n}`)).rejected).toBe(false);
  const full = await take("c");
  const elapsedS = (performance.now() - start) / 1_000;
  expect(full).toMatchObject({ rejected: true, remaining: 0 });
  expect(full.resetS).toBeGreaterThanOrEqual(Math.floor(20 - elapsedS));
  expect(full.resetS).toBeLessThanOrEqual(20);
  for (let n = 0; n < 5; n += 1) await take("c");
  expect((await take("b3")).rejected).toBe(false);
  await age(21);
  expect(await take("c")).toMatchObject({ rejected: false, remaining: 19 });
});

test("counts resellers separately, and test calls apart from live ones", async () => {
  const full = newReseller();
  await Promise.all(Array.from({ length: 31 }, (_, n) => full(`r${n}`)));
  expect((await full("test", true)).remaining).toBe(29);
  expect((await newReseller()("r")).remaining).toBe(29);
});

test("doesn't block a reseller after the clock was set back", async () => {
  const take = newReseller();
  for (let n = 0; n < 30; n += 1) await take(`r${n}`);
  await age(-3_600);
  expect((await take("later")).rejected).toBe(false);
});

test("allows 600 calls of a kind in a minute over all tokens, and counts each kind separately", () => {
  const account = { id: 1, test: false };
  for (const kind of ["read", "buy"] as const) {
    for (let n = 0; n < 600; n += 1) expect(consumeCall(account, kind, 1_000).rejected).toBe(false);
    const full = { limit: 600, remaining: 0, resetS: 30, rejected: true };
    expect(consumeCall(account, kind, 31_000)).toEqual(full);
  }
  expect(consumeCall({ id: 2, test: false }, "read", 31_000).rejected).toBe(false);
  expect(consumeCall(account, "read", 61_000).rejected).toBe(false);
});
