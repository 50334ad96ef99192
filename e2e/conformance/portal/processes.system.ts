import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { callApi, callPurchase } from "#e2e/conformance/call-api";
import { expect, test } from "#e2e/conformance/fixtures";
import { createToken } from "#lib/account/token/create-token";

test("enforces 30 a minute exactly over two processes", async ({ portal }) => {
  const [door, second] = [await portal.open(), await portal.system.start({ roles: "web" })];
  const doors = [door, { ...door, url: second.url }];
  const responses = await Promise.all(
    doors.flatMap((address) => Array.from({ length: 25 }, () => callPurchase(address))),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(20);
  await second.stop();
});

test("counts 30 a minute over all tokens of an account", async ({ portal }) => {
  const door = await portal.open();
  const { token } = await createToken(portal.system.database.systemCtx, {
    resellerId: door.resellerId,
    name: "Second",
  });
  const doors = [door, { ...door, token }];
  const responses = await Promise.all(
    doors.flatMap((address) => Array.from({ length: 25 }, () => callPurchase(address))),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(30);
});

test("accepts one of many parallel purchases with money for one", async ({ portal }) => {
  const door = await portal.open({ money: 40_000n });
  const responses = await Promise.all(Array.from({ length: 20 }, () => callPurchase(door)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const rejected = responses.filter(({ status }) => status === 422).map(({ body }) => body.errors);
  expect(rejected).toEqual(Array(19).fill({ amount: ["Insufficient wallet balance!"] }));
});

test("accepts one of many parallel purchases with a daily limit for one", async ({ portal }) => {
  const door = await portal.open();
  await portal.system.database.db.execute(sql`
    update resellers set daily_limit = 40000 where id = ${door.resellerId}`);
  const responses = await Promise.all(Array.from({ length: 20 }, () => callPurchase(door)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("responds pending to a purchase without an outcome after 25 seconds, and continues it", {
  tag: "@prove",
}, async ({ portal }) => {
  const door = await portal.open();
  const { db } = portal.system.database;
  await db.execute(sql`update supplier_sending set next_slot_at = now() + interval '10 minutes'`);
  const ref = randomUUID();
  const began = performance.now();
  const response = await callPurchase(door, {}, ref);
  await db.execute(sql`update supplier_sending set next_slot_at = now()`);
  expect([response.status, response.body.data.Status]).toEqual([200, "pending"]);
  expect(performance.now() - began).toBeGreaterThan(24_000);
  const stands = async () => (await callApi(door, `/api/data/${ref}`)).body.data.Status;
  await expect.poll(stands).toBe("successful");
});

test("rejects a revoked token at its next call", async ({ portal }) => {
  const door = await portal.open();
  expect((await callApi(door, "/api/balance")).status).toBe(200);
  await portal.system.database.db.execute(sql`
    update tokens set revoked_at = now() where reseller_id = ${door.resellerId}`);
  const response = await callApi(door, "/api/balance");
  expect([response.status, response.body]).toEqual([401, { message: "Unauthenticated." }]);
});
