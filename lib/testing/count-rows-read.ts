import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import type { Ctx, Db } from "#lib/core/context";

type Plan = {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

/** Counts the rows that the statements of `work` read, by their query plans. A statement that writes does so twice. */
export async function countRowsRead<C extends Ctx>(
  { sql }: { sql: postgres.Sql },
  ctx: C,
  work: (ctx: C) => Promise<unknown>,
): Promise<number> {
  const said: { query: string; params: never[] }[] = [];
  const logger = {
    logQuery: (query: string, params: unknown[]) => said.push({ query, params: params as never[] }),
  };
  await work({ ...ctx, db: drizzle(sql, { logger }) as Db });
  let read = 0;
  for (const { query, params } of said) {
    const [row] = await sql.unsafe(`explain (analyze, format json, timing off) ${query}`, params);
    for (const { Plan } of row?.["QUERY PLAN"] ?? []) read += rowsOf(Plan);
  }
  return read;
}

function rowsOf(plan: Plan): number {
  const rows = plan["Node Type"].includes("Scan")
    ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"]
    : 0;
  return rows + (plan.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);
}
