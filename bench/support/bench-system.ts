import { randomUUID } from "node:crypto";
import { buildIfChanged } from "#bin/build/build-if-changed";
import type { Database } from "#db/client";
import { createTestDatabase, type TestDatabase } from "#db/testing";
import { startTestServer } from "#db/testing/server";
import type { TestSystem } from "#e2e/harness";
import type { TestAccounts, TestPerson } from "#e2e/test-accounts";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { type Scene, scene } from "#lib/testing/scene";

/** Opens an empty database on a server of its own. Both are removed at the end of the scope. */
export async function openBenchDatabase(): Promise<TestDatabase & AsyncDisposable> {
  const stop = await startTestServer();
  const database = await createTestDatabase();
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database.close();
      await stop();
    },
  };
}

/** Lets the service functions of this process use a database; no service is asked. */
export function setDatabase(url: string): void {
  Object.assign(process.env, {
    DATABASE_URL: url,
    UPSTREAM_BASE_URL: "http://127.0.0.1:1",
    UPSTREAM_API_TOKEN: randomUUID(),
    NEXTAUTH_SECRET: randomUUID(),
    NEXTAUTH_URL: "http://localhost:3000",
  });
}

/** Finds the first reseller, who has the most purchases of a filled database, and an admin. */
export async function findActors({ sql, db }: Pick<Database, "sql" | "db">) {
  const [first] = await sql`select id, email from accounts where role = 'reseller' order by id limit 1`;
  const id = Number(first?.id);
  const email = "admin@example.com";
  return {
    reseller: { actor: { kind: "reseller", id, email: first?.email, level: "affiliate", sessionId: 0 }, db },
    admin: { actor: { kind: "admin", id, email, sessionId: 0, permissions: ALL_PERMISSIONS }, db },
    id,
  } as const;
}

/** Opens a scene on a server of its own. Both are removed at the end of the scope. */
export async function openBenchScene(
  variables: Record<string, string> = {},
): Promise<Scene & AsyncDisposable> {
  const stop = await startTestServer();
  const at = await scene({
    NEXTAUTH_SECRET: randomUUID(),
    NEXTAUTH_URL: "http://localhost:3000",
    // Makes limits that a benchmark raises count (lib/core/bounds.ts).
    BOUNDS_FACTOR: "1",
    ...variables,
  });
  return {
    ...at,
    async [Symbol.asyncDispose]() {
      await at.close();
      await stop();
    },
  };
}

/** A fresh build, for portals on a database and a sandbox of their own, which are removed at the end of the scope. */
export interface BenchSystem extends TestSystem, AsyncDisposable {
  people: TestAccounts;
  /** Signs a person in and returns the cookie. */
  cookie(person: TestPerson): Promise<string>;
  /** Returns the first reseller of a filled database, who has the most purchases. */
  firstReseller(): Promise<TestPerson>;
}

export async function openBenchSystem(): Promise<BenchSystem> {
  await buildIfChanged(() => console.log("Building the pages…"));
  const stop = await startTestServer();
  const { startSystem } = await import("#e2e/harness");
  const { TestAccounts } = await import("#e2e/test-accounts");
  const system = await startSystem();
  const people = new TestAccounts(system.database.systemCtx);
  return {
    ...system,
    people,
    async cookie(person) {
      const { name, value } = await people.cookie(person);
      return `${name}=${value}`;
    },
    async firstReseller() {
      const [first] = await system.database.sql<Pick<TestPerson, "id" | "email" | "name">[]>`
        select id::int, email, name from accounts where role = 'reseller' order by id limit 1`;
      if (!first) throw new Error("There is no reseller.");
      return { ...first, role: "reseller", level: "affiliate", password: "" };
    },
    async [Symbol.asyncDispose]() {
      await system.close();
      await stop();
    },
  };
}
