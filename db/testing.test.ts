import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#db/testing";

const first = await createTestDatabase();
const second = await createTestDatabase();
afterAll(() => Promise.all([first.close(), second.close()]));

test("creates test databases with every table that share no row", async () => {
  await first.sql`insert into accounts (role, email, name, password_hash, password_generated)
    values ('admin', 'a@example.com', 'A', 'x', false)`;
  expect(await first.sql`select email from accounts`).toEqual([{ email: "a@example.com" }]);
  expect(await second.sql`select email from accounts`).toEqual([]);
});
