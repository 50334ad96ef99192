import { brotliCompressSync } from "node:zlib";
import { expect, test } from "playwright/test";
import { startSystem, type TestSystem } from "./harness.ts";

let system: TestSystem;
test.beforeAll(async () => {
  system = await startSystem();
});
test.afterAll(() => system.close());

test("serves the script of a page that a process of another build rendered", async () => {
  const { sql } = system.database;
  const portal = await system.start({ roles: "web" });
  const page = await (await fetch(`${portal.url}/sign-in`)).text();
  const scripts = [...page.matchAll(/\/_next\/static\/([^"?\\]+\.js)/g)].map(([, path]) => path ?? "");
  expect(scripts.length).toBeGreaterThan(3);
  const rows = await sql<{ path: string }[]>`select path from build_files`;
  expect(rows.map(({ path }) => path)).toEqual(expect.arrayContaining(scripts));
  await sql`insert into build_files (path, body) values ('chunks/another.js', ${brotliCompressSync("another()")})`;
  const script = await fetch(`${portal.url}/_next/static/chunks/another.js`);
  expect([script.status, await script.text()]).toEqual([200, "another()"]);
  expect((await fetch(`${portal.url}/_next/static/chunks/none.js`)).status).toBe(404);
});
