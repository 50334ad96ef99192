import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { buy, call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

test("a hundred parallel calls with one ref make one purchase, and each gets its result", async ({
  portal,
}) => {
  const door = await portal.open();
  const ref = randomUUID();
  const told = await Promise.all(Array.from({ length: 100 }, () => buy(door, {}, ref)));
  expect(told.map(({ status }) => status)).toEqual(Array(100).fill(200));
  expect(new Set(told.map(({ body }) => body.data.ident)).size).toBe(1);
  expect(new Set(told.map(({ body }) => body.data.Status))).toEqual(new Set(["successful"]));
  expect(told.filter(({ headers }) => headers.get("idempotency-replayed") !== "true")).toHaveLength(1);
  const [row] = await portal.system.database.db.execute<{ count: string }>(sql`
    select count(*) as count from purchases where reseller_id = ${door.resellerId}`);
  expect(row?.count).toBe("1");
});

test("a ref with another request is 422 under ref, and nothing moves", async ({ portal }) => {
  const door = await portal.open();
  const ref = randomUUID();
  await buy(door, {}, ref);
  const before = (await call(door, "/api/balance")).body;
  for (const other of [{ plan: 2 }, { mobile_number: "08031234568" }, { plan: 10, network: 2 }]) {
    const { status, body } = await buy(door, other, ref);
    expect([status, Object.keys(body.errors)]).toEqual([422, ["ref"]]);
  }
  expect((await call(door, "/api/balance")).body).toEqual(before);
});

test("a ref of 64 characters is taken, others are 422 under ref", async ({ portal }) => {
  const usual = await portal.open();
  expect((await buy(usual, {}, `${"Az0._-".repeat(10)}${randomUUID().slice(0, 4)}`)).status).toBe(200);
  for (const ref of ["x".repeat(65), "a%20b", "%C3%A9", "a%2Fb", "a/", "a:b", "", ".", "%2e"]) {
    const { status, body } = await buy(usual, {}, ref);
    expect([ref, status, Object.keys(body.errors)]).toEqual([ref, 422, ["ref"]]);
  }
});

test("a ref that the portal made comes back in X-Ref and finds the purchase", async ({ portal }) => {
  const usual = await portal.open();
  const body = { plan: 1, mobile_number: "08031234567", network: 1 };
  const bought = await call(usual, "/api/data", { body });
  const ref = bought.headers.get("x-ref");
  const found = await call(usual, `/api/data/${ref}`);
  expect([found.status, found.body]).toEqual([200, bought.body]);
  const byIdent = await call(usual, `/api/data/${bought.body.data.ident}`);
  expect(byIdent.headers.get("x-ref")).toBe(ref);
});

test("a failed purchase is read with 200 and replayed with 422", async ({ portal }) => {
  const usual = await portal.open();
  const ref = randomUUID();
  const failed = await buy(usual, { mobile_number: "08031230001" }, ref);
  expect((await call(usual, `/api/data/${ref}`)).body).toEqual(failed.body);
  expect((await call(usual, `/api/data/${ref}`)).status).toBe(200);
  const again = await buy(usual, { mobile_number: "08031230001" }, ref);
  expect([again.status, again.body, again.headers.get("idempotency-replayed")]).toEqual([
    422,
    failed.body,
    "true",
  ]);
});
