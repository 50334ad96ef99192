import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { findDatabaseProblems } from "./database-problems.ts";
import { withConnection } from "./driver/open-pool.ts";
import { ensureDatabase } from "./ensure-database.ts";
import { dropDatabase, testDatabaseUrl } from "./testing/template.ts";

/** Creates a database of its own. @param options what the cluster's defaults would be elsewhere */
async function createWith(options?: string): Promise<{ url: string; name: string }> {
  const name = `test_problems_${randomUUID().slice(0, 8)}`;
  const url = testDatabaseUrl(name);
  onTestFinished(() => dropDatabase(name));
  if (options)
    await withConnection(testDatabaseUrl("postgres"), (sql) =>
      sql.unsafe(`create database ${name} template template0 ${options}`),
    );
  else await ensureDatabase(url);
  return { url, name };
}

/** The problems of a database, without those that every server of tests has. */
const problemsOf = async (url: string) =>
  (await findDatabaseProblems(url)).map(({ problem }) => problem).filter((text) => !text.startsWith("fsync"));

test("finds nothing in a database that the portal created, whose order of texts no library changes", async () => {
  const { url } = await createWith();
  expect(await problemsOf(url)).toEqual([]);
  const [row] = await withConnection(
    url,
    (sql) => sql`select lower('Ọ') as letter, 'b' < 'É' as sorted, current_setting('server_encoding') as is`,
  );
  expect(row).toEqual({ letter: "ọ", sorted: true, is: "UTF8" });
});

test("warns of indexes that were sorted by another version of the system's locale", async () => {
  const { url, name } = await createWith();
  await withConnection(
    url,
    (sql) => sql`update pg_database set datcollversion = '2.31' where datname = ${name}`,
  );
  expect(await problemsOf(url)).toEqual([expect.stringContaining(`Run REINDEX DATABASE "${name}"`)]);
  await withConnection(url, async (sql) => {
    await sql.unsafe(`reindex database "${name}"`);
    await sql.unsafe(`alter database "${name}" refresh collation version`);
  });
  expect(await problemsOf(url)).toEqual([]);
});

test("reports an encoding that lacks letters", async () => {
  const { url } = await createWith("encoding 'LATIN1' locale 'C' locale_provider libc");
  expect(await problemsOf(url)).toEqual([expect.stringContaining("its encoding is LATIN1")]);
});

test("names parameters of the address without effect, and a pooler's machine code", async () => {
  const { url } = await createWith();
  expect(await problemsOf(`${url}?channel_binding=require&jit=on`)).toEqual([
    expect.stringContaining("which you can remove: channel_binding"),
    expect.stringContaining("ALTER ROLE"),
  ]);
});
