import { afterAll, expect, test } from "vitest";
import { database } from "#db/client";
import { testDatabase } from "#db/testing";
import { isHealthy } from "./health.ts";

const db = await testDatabase();
process.env.DATABASE_URL = db.url;

afterAll(() => database().close());

test("the portal is well while its database answers, and not when it is gone", async () => {
  expect(await isHealthy()).toBe(true);
  await db.close();
  expect(await isHealthy()).toBe(false);
});
