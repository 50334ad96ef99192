import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#db/testing";

const one = await testDatabase();
const two = await testDatabase();
afterAll(() => Promise.all([one.close(), two.close()]));

test("each test database has every table and shares no row with another", async () => {
  await one.sql`insert into accounts (role, email, name, password_hash, password_generated)
    values ('admin', 'a@example.com', 'A', 'x', false)`;
  expect(await one.sql`select email from accounts`).toEqual([{ email: "a@example.com" }]);
  expect(await two.sql`select email from accounts`).toEqual([]);
});
