import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildReadViews } from "#bench/support/read-views";
import { seedLedger } from "#bench/support/seed";
import { seedShopsAndMessages } from "#bench/support/seed-shops-and-messages";
import { createTestDatabase } from "#db/testing";
import type { Ctx, Db } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { aggregateDays } from "#lib/sales/aggregate-days";
import { sweepOrders } from "./order/sweep-orders.ts";

const PURCHASES = 20_000;

/** Rows of long tables that a view reads, of 18,000 purchases of one reseller: a page, or the days without sums. */
const FEW = 2_500;

/** Views that read more, with the reason. */
const MORE: Record<string, number> = {
  // Searches every order for a part of a name.
  "orders, by name": PURCHASES,
  // Counts the orders of each shop.
  shops: PURCHASES,
  // Reads every purchase of that plan when none of them matches.
  "program's list, failed of a plan": PURCHASES / 10,
};

const LONG = [
  "purchases",
  "attempts",
  "journals",
  "entries",
  "audit",
  "orders",
  "deliveries",
  "delivery_attempts",
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

let read = 0;
const database = await createTestDatabase();
afterAll(() => database.close());
beforeAll(async () => {
  await seedLedger(database.sql, { resellers: 50, purchases: PURCHASES, ofFirst: 9 });
  await seedShopsAndMessages(database.sql);
  await aggregateDays(database.systemCtx);
  await sweepOrders(database.systemCtx);
  await database.sql`vacuum analyze`;
});

/** Returns a context that explains statements before they run; `read` counts the rows of long tables that they touch. */
function explained(actor: Ctx["actor"]): Ctx {
  const { sql } = database;
  const explain = async (query: string, params: Parameter[]) => {
    const [row] = await sql.unsafe<[Explained]>(`explain (analyze, format json) ${query}`, params);
    // Drizzle parses JSON itself once it has the client.
    const plan = row["QUERY PLAN"];
    read += touched((typeof plan === "string" ? (JSON.parse(plan) as Plans) : plan)[0].Plan);
  };
  const unsafe = (query: string, params: Parameter[] = []) => {
    const run = () => sql.unsafe(query, params);
    const rows = () => explain(query, params).then(run);
    // Acts like the driver's statement: awaited for rows, or for their values.
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
  return buildReadViews(
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

test.each(Object.keys(buildReadViews({} as Ctx, {} as Ctx, {} as Ctx)))(
  "reads few rows of long tables: %s",
  async (name) => {
    read = 0;
    await views()[name]?.();
    expect(read).toBeLessThan(MORE[name] ?? FEW);
  },
);
