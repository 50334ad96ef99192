import { sql } from "drizzle-orm";
import postgres from "postgres";
import { connect } from "#db/client";
import { dropDatabase, testDatabaseUrl } from "#db/testing/template";
import type { Ctx } from "#lib/core/context";
import type { Scene } from "./scene.ts";

export interface SceneCopy {
  url: string;
  /** The same actor in the copy. */
  inCopy: (ctx: Ctx) => Ctx;
  close(): Promise<void>;
}

/** Copies a scene's database as it is now under another name, as a restore from a backup does. */
export async function copyScene(at: Scene): Promise<SceneCopy> {
  const original = new URL(at.url).pathname.slice(1);
  const name = `${original}_restored`;
  const server = postgres(testDatabaseUrl("postgres"), { max: 1 });
  await server`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${original}`;
  await server`create database ${server(name)} template ${server(original)}`;
  await server.end();
  // The scene's next statement finds its connections closed.
  await at.system.db.execute(sql`select`).catch(() => {});
  const copy = connect(testDatabaseUrl(name), 4);
  return {
    url: testDatabaseUrl(name),
    inCopy: (ctx) => ({ ...ctx, db: copy.db }),
    async close() {
      await copy.close();
      await dropDatabase(name);
    },
  };
}
