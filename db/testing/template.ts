import postgres from "postgres";
import { migrate } from "#db/migrate";
import { noteOpenConnections } from "./open-connections.ts";

const TEMPLATE_DATABASE = "portal_template";
const TEMPLATE_LOCK = 7_201_412;

/** The address of a database on the test server (`TEST_DATABASE_URL`, set by the test run). */
export function testDatabaseUrl(database: string): string {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error("TEST_DATABASE_URL is not set: start the tests by vitest or `npm test`.");
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Recreates the template, once per test run: an empty database with every migration. */
export async function makeTemplate(): Promise<void> {
  await runOnServer(async (sql) => {
    await sql`drop database if exists ${sql(TEMPLATE_DATABASE)} with (force)`;
    await sql`create database ${sql(TEMPLATE_DATABASE)}`;
  });
  await migrate(testDatabaseUrl(TEMPLATE_DATABASE));
}

/**
 * Creates a copy of the template under `name`. Copies take turns: PostgreSQL needs the template without other
 * connections.
 */
export async function createFromTemplate(name: string): Promise<string> {
  await runOnServer(async (sql) => {
    await sql`select pg_advisory_lock(${TEMPLATE_LOCK})`;
    await sql`create database ${sql(name)} template ${sql(TEMPLATE_DATABASE)} strategy file_copy`;
  });
  return testDatabaseUrl(name);
}

/** Drops a database, also while a connection to it is open. */
export async function dropDatabase(name: string): Promise<void> {
  await runOnServer(async (sql) => {
    await noteOpenConnections(sql, name);
    await sql`drop database if exists ${sql(name)} with (force)`;
  });
}

async function runOnServer(work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(testDatabaseUrl("postgres"), { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
