import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#db/testing";
import { sweepOldData } from "#lib/maintenance/sweep-old-data";
import { TABLES } from "#lib/modules";
import { accountBucket, addressBucket, consumeAttempt, signUpBucket } from "./throttle.ts";

const db = await createTestDatabase();
afterAll(() => db.close());

test.each([
  ["203.0.113.9", "address:203.0.113.9"],
  ["2001:db8:0:1::5", "address:2001:db8:0:1::/64"],
  ["2001:db8::5", "address:2001:db8:0:0::/64"],
  ["2001:db8:1:2:3:4:5:6", "address:2001:db8:1:2::/64"],
  ["::1", "address:0:0:0:0::/64"],
])("the tries of %s count for %s", (address, name) => {
  expect(addressBucket(address).name).toBe(name);
});

test("limits the networks of one /48 together, at eight times the limit of one", async () => {
  const addressOf = (n: number) => `2001:db8:77:${n.toString(16)}::1`;
  for (let n = 0; n < 24; n++) await consumeAttempt(db.systemCtx, [signUpBucket(addressOf(n))]);
  await expect(consumeAttempt(db.systemCtx, [signUpBucket(addressOf(24))])).rejects.toMatchObject({
    code: "rate_limited",
  });
  await consumeAttempt(db.systemCtx, [signUpBucket("2001:db8:78::1")]);
  expect(signUpBucket("203.0.113.9").wide).toBeUndefined();
});

test("takes an attempt from every bucket or from none", async () => {
  const [open, shut] = [accountBucket("open"), accountBucket("shut")];
  await db.sql`insert into throttles values (${shut.name}, 9, now() + interval '1 hour', now())`;
  await expect(consumeAttempt(db.systemCtx, [open, shut])).rejects.toMatchObject({ code: "rate_limited" });
  expect(await db.sql`select from throttles where bucket = ${open.name}`).toHaveLength(0);
});

test("deletes quiet buckets and keeps active ones in the sweep", async () => {
  await db.sql`truncate throttles`;
  await db.sql`insert into throttles values
    ('quiet', 9, now() - interval '50 minutes', now() - interval '61 minutes'),
    ('recent', 9, now(), now() - interval '59 minutes')`;
  expect((await sweepOldData(db.systemCtx, TABLES)).swept).toEqual({ throttles: 1 });
  expect(await db.sql`select bucket from throttles`).toEqual([{ bucket: "recent" }]);
});
