import postgres from "postgres";
import { migrate } from "../migrate.ts";

const TEMPLATE = "portal_template";
const LOCK = 7_201_412;

/** The address of a database on the test server (`TEST_DATABASE_URL`, set by the test run). */
export function testUrl(database: string): string {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error("TEST_DATABASE_URL is not set: start the tests by vitest or `npm test`.");
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Makes the template anew, once per test run: an empty database with every migration. */
export async function makeTemplate(): Promise<void> {
  await onServer(async (sql) => {
    await sql`drop database if exists ${sql(TEMPLATE)} with (force)`;
    await sql`create database ${sql(TEMPLATE)}`;
  });
  await migrate(testUrl(TEMPLATE));
}

/** A copy of the template under `name`. Copies take turns: PostgreSQL wants the template to itself. */
export async function createFromTemplate(name: string): Promise<string> {
  await onServer(async (sql) => {
    await sql`select pg_advisory_lock(${LOCK})`;
    await sql`create database ${sql(name)} template ${sql(TEMPLATE)} strategy file_copy`;
  });
  return testUrl(name);
}

/** Drops a database, also when somebody still holds a connection to it. */
export async function dropDatabase(name: string): Promise<void> {
  await onServer((sql) => sql`drop database if exists ${sql(name)} with (force)`);
}

async function onServer(work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(testUrl("postgres"), { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
