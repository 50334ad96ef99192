import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "#db/testing";
import type { Ctx, Db } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { countDays } from "#lib/purchase/report/count-days";
import { VIEWS } from "../../bench/reads.ts";
import { seedBooks } from "../../bench/support/seed.ts";
import { seedRest } from "../../bench/support/seed-rest.ts";
import { sweepOrders } from "./sweep-orders.ts";

const PURCHASES = 20_000;

/** As many rows of long tables as a view reads, of 18,000 purchases of one reseller: a page, or the days not added up yet. */
const FEW = 2_500;

/** What reads more, and why. */
const MORE: Record<string, number> = {
  // A part of a name is looked for in every order.
  "orders, by name": PURCHASES,
  // How many orders each shop has.
  shops: PURCHASES,
  // Every purchase of that plan, when none of them is what was asked for.
  "program's list, failed of a plan": PURCHASES / 10,
};

const LONG = [
  "purchases",
  "attempts",
  "journals",
  "entries",
  "audit",
  "orders",
  "webhook_deliveries",
  "webhook_tries",
];

type Parameter = postgres.ParameterOrJSON<never>;
type Plans = [{ Plan: Plan }];
interface Explained {
  "QUERY PLAN": Plans | string;
}

interface Plan {
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

let database: TestDatabase;
let read = 0;
beforeAll(async () => {
  database = await testDatabase();
  await seedBooks(database.sql, { resellers: 50, purchases: PURCHASES, ofFirst: 9 });
  await seedRest(database.sql);
  await countDays(database.systemCtx);
  await sweepOrders(database.systemCtx);
  await database.sql`vacuum analyze`;
});
afterAll(() => database.close());

/** A context whose statements are explained before they run; `read` counts the rows of long tables that they touch. */
function explained(actor: Ctx["actor"]): Ctx {
  const { sql } = database;
  const explain = async (query: string, params: Parameter[]) => {
    const [row] = await sql.unsafe<[Explained]>(`explain (analyze, format json) ${query}`, params);
    // Drizzle, once it was given the client, parses JSON itself.
    const plan = row["QUERY PLAN"];
    read += touched((typeof plan === "string" ? (JSON.parse(plan) as Plans) : plan)[0].Plan);
  };
  const unsafe = (query: string, params: Parameter[] = []) => {
    const run = () => sql.unsafe(query, params);
    const rows = () => explain(query, params).then(run);
    // As the driver's own: awaited for rows, or asked for their values.
    return {
      values: () => explain(query, params).then(() => run().values()),
      // biome-ignore lint/suspicious/noThenProperty: the driver's statements are awaited.
      then: (done: (rows: unknown) => unknown, failed: (error: unknown) => unknown) =>
        rows().then(done, failed),
    };
  };
  const client = new Proxy(sql, { get: (of, name) => (name === "unsafe" ? unsafe : Reflect.get(of, name)) });
  return { actor, db: drizzle(client) as unknown as Db };
}

function touched(plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, child) => sum + touched(child), 0);
  const scans = LONG.includes(plan["Relation Name"] ?? "");
  return (
    below + (scans ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"] : 0)
  );
}

const views = () => {
  const level = "affiliate" as const;
  return VIEWS(
    explained({ kind: "reseller", id: 1, email: "seed-1@example.com", level, sessionId: 0 }),
    explained({
      kind: "admin",
      id: 1,
      email: "admin@example.com",
      sessionId: 0,
      permissions: ALL_PERMISSIONS,
    }),
    database.systemCtx,
  );
};

test.each(Object.keys(VIEWS({} as Ctx, {} as Ctx, {} as Ctx)))(
  "of long tables few rows are read: %s",
  async (name) => {
    read = 0;
    await views()[name]?.();
    expect(read).toBeLessThan(MORE[name] ?? FEW);
  },
);
