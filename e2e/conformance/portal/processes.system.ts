import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { issueToken } from "#lib/account/token/issue";
import { buy, call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

test("30 a minute is exact over two processes", async ({ portal }) => {
  const [door, second] = [await portal.open(), await portal.system.start({ roles: "web" })];
  const doors = [door, { ...door, url: second.url }];
  const told = await Promise.all(doors.flatMap((one) => Array.from({ length: 25 }, () => buy(one))));
  expect(told.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(told.filter(({ status }) => status === 429)).toHaveLength(20);
  await second.stop();
});

test("30 a minute is for all tokens of an account together", async ({ portal }) => {
  const door = await portal.open();
  const { token } = await issueToken(portal.system.database.systemCtx, {
    resellerId: door.resellerId,
    name: "Second",
  });
  const doors = [door, { ...door, token }];
  const told = await Promise.all(doors.flatMap((one) => Array.from({ length: 25 }, () => buy(one))));
  expect(told.filter(({ status }) => status === 200)).toHaveLength(30);
});

test("with money for one, one of many parallel purchases goes through", async ({ portal }) => {
  const door = await portal.open({ money: 40_000n });
  const told = await Promise.all(Array.from({ length: 20 }, () => buy(door)));
  expect(told.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = told.filter(({ status }) => status === 422).map(({ body }) => body.errors);
  expect(refused).toEqual(Array(19).fill({ amount: ["Insufficient wallet balance!"] }));
});

test("with a daily limit for one, one of many parallel purchases goes through", async ({ portal }) => {
  const door = await portal.open();
  await portal.system.database.db.execute(sql`
    update resellers set daily_limit = 40000 where id = ${door.resellerId}`);
  const told = await Promise.all(Array.from({ length: 20 }, () => buy(door)));
  expect(told.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("what is not decided within 25 seconds is answered pending, and goes on", async ({ portal }) => {
  const door = await portal.open();
  const { db } = portal.system.database;
  await db.execute(sql`update dispatcher set next_slot_at = now() + interval '10 minutes'`);
  const ref = randomUUID();
  const began = performance.now();
  const told = await buy(door, {}, ref);
  await db.execute(sql`update dispatcher set next_slot_at = now()`);
  expect([told.status, told.body.data.Status]).toEqual([200, "pending"]);
  expect(performance.now() - began).toBeGreaterThan(24_000);
  const stands = async () => (await call(door, `/api/data/${ref}`)).body.data.Status;
  await expect.poll(stands).toBe("successful");
});

test("a token that was revoked is refused at its next call", async ({ portal }) => {
  const door = await portal.open();
  expect((await call(door, "/api/balance")).status).toBe(200);
  await portal.system.database.db.execute(sql`
    update tokens set revoked_at = now() where reseller_id = ${door.resellerId}`);
  const told = await call(door, "/api/balance");
  expect([told.status, told.body]).toEqual([401, { message: "Unauthenticated." }]);
});
