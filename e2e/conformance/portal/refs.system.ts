import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { callApi, callPurchase } from "#e2e/conformance/call-api";
import { expect, test } from "#e2e/conformance/fixtures";

test("makes one purchase of a hundred parallel calls with one ref, and returns its result to each", async ({
  portal,
}) => {
  const door = await portal.open();
  const ref = randomUUID();
  const responses = await Promise.all(Array.from({ length: 100 }, () => callPurchase(door, {}, ref)));
  expect(responses.map(({ status }) => status)).toEqual(Array(100).fill(200));
  expect(new Set(responses.map(({ body }) => body.data.ident)).size).toBe(1);
  expect(new Set(responses.map(({ body }) => body.data.Status))).toEqual(new Set(["successful"]));
  expect(responses.filter(({ headers }) => headers.get("idempotency-replayed") !== "true")).toHaveLength(1);
  const [row] = await portal.system.database.db.execute<{ count: string }>(sql`
    select count(*) as count from purchases where reseller_id = ${door.resellerId}`);
  expect(row?.count).toBe("1");
});

test("returns 422 under ref for another request with a used ref, and moves no money", async ({ portal }) => {
  const door = await portal.open();
  const ref = randomUUID();
  await callPurchase(door, {}, ref);
  const before = (await callApi(door, "/api/balance")).body;
  for (const change of [{ plan: 2 }, { mobile_number: "08031234568" }, { plan: 10, network: 2 }]) {
    const { status, body } = await callPurchase(door, change, ref);
    expect([status, Object.keys(body.errors)]).toEqual([422, ["ref"]]);
  }
  expect((await callApi(door, "/api/balance")).body).toEqual(before);
});

test("accepts a ref of 64 characters, and returns 422 under ref for invalid ones", async ({ portal }) => {
  const usual = await portal.open();
  expect((await callPurchase(usual, {}, `${"Az0._-".repeat(10)}${randomUUID().slice(0, 4)}`)).status).toBe(
    200,
  );
  for (const ref of ["x".repeat(65), "a%20b", "%C3%A9", "a%2Fb", "a:b", "", ".", "%2e"]) {
    const { status, body } = await callPurchase(usual, {}, ref);
    expect([ref, status, Object.keys(body.errors)]).toEqual([ref, 422, ["ref"]]);
  }
});

test("returns the ref that the portal made in X-Ref, and finds the purchase by it", async ({ portal }) => {
  const usual = await portal.open();
  const body = { plan: 1, mobile_number: "08031234567", network: 1 };
  const bought = await callApi(usual, "/api/data", { body });
  const ref = bought.headers.get("x-ref");
  const response = await callApi(usual, `/api/data/${ref}`);
  expect([response.status, response.body]).toEqual([200, bought.body]);
  const byIdent = await callApi(usual, `/api/data/${bought.body.data.ident}`);
  expect(byIdent.headers.get("x-ref")).toBe(ref);
});

test("reads a failed purchase with 200 and replays it with 422", async ({ portal }) => {
  const usual = await portal.open();
  const ref = randomUUID();
  const failed = await callPurchase(usual, { mobile_number: "08031230001" }, ref);
  expect((await callApi(usual, `/api/data/${ref}`)).body).toEqual(failed.body);
  expect((await callApi(usual, `/api/data/${ref}`)).status).toBe(200);
  const again = await callPurchase(usual, { mobile_number: "08031230001" }, ref);
  expect([again.status, again.body, again.headers.get("idempotency-replayed")]).toEqual([
    422,
    failed.body,
    "true",
  ]);
});
