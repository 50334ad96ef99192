import { sql } from "drizzle-orm";
import { onTestFinished, vi } from "vitest";
import { connect } from "#db/client";
import { openTestProxy } from "#db/testing/test-proxy";
import type { Ctx, Db } from "#lib/core/context";
import { TEST_TIMEOUT_MS } from "./effort.ts";

/** Where a connection is cut: at its nth packet from then on, which is a statement or its response. */
export interface Cut {
  side: "client" | "server";
  /** From 1. */
  nth: number;
}

export interface CuttableConnections {
  db: Db;
  /** Cuts a connection once while `work` runs. @returns what it did, or `cut`, as soon as the database knows of it. */
  run<T>(cut: Cut, work: () => Promise<T>): Promise<{ cut: boolean; result: PromiseSettledResult<T> }>;
}

const NAME = "cuttable";

/** Opens connections to the test's database that are cut as by the kill of their process, until the test ends. */
export async function openCuttableConnections(
  { db }: Pick<Ctx, "db">,
  url: string,
): Promise<CuttableConnections> {
  let armed: Cut | undefined;
  let seen = 0;
  const proxy = await openTestProxy(url, (side, _, opening) => {
    if (armed?.side !== side || !opening.includes(NAME)) return true;
    seen += 1;
    if (seen < armed.nth) return true;
    armed = undefined;
    return false;
  });
  const pool = connect(proxy.url, 3, { connection: { application_name: NAME } });
  onTestFinished(async () => {
    await pool.cut();
    proxy.close();
  });
  return {
    db: pool.db,
    async run(cut, work) {
      // Opens a connection first, so that a cut concerns the work.
      await pool.db.execute(sql`select`);
      armed = cut;
      seen = 0;
      const [result] = await Promise.allSettled([work()]);
      const wasCut = armed === undefined;
      armed = undefined;
      if (wasCut) await vi.waitUntil(() => isIdle(db), TEST_TIMEOUT_MS);
      return { cut: wasCut, result };
    },
  };
}

/** Whether the database has ended what it did for connections that were cut. */
async function isIdle(db: Db): Promise<boolean> {
  const working = await db.execute(sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = ${NAME} and state <> 'idle'`);
  return working.length === 0;
}
