import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { listen } from "../db/listen.ts";
import { migrate } from "../db/migrate.ts";
import { migrationsWith } from "../db/testing/migrations.ts";
import { startTestServer } from "../db/testing/server.ts";
import type { Ctx } from "../lib/core/context.ts";
import { place } from "../lib/purchase/place/place.ts";
import { whenSettled } from "../lib/purchase/read/watch.ts";
import { dispatch } from "../lib/purchase/send/dispatch.ts";
import { type Scene, scene } from "../lib/testing/scene.ts";
import { seedBooks } from "./support/seed.ts";

/** How long a buyer waits at most while a table is changed, in ms: for a change that has yet to give way. */
const PROMISED = 3_000;

const INDEX = "try_index on purchases (outcome, phone)";
const CHECK = "alter table purchases add constraint try_check check (price > cost - 100000000)";

/** The same change twice: as migrations of large tables are written, and as they would be on small ones. */
const CAREFUL = {
  "9000_quick": `alter table purchases add column made text; ${CHECK} not valid;`,
  "9001_steps": `-- step by step
alter table purchases validate constraint try_check;
--> statement-breakpoint
create index concurrently ${INDEX};`,
};
const AT_ONCE = { "9002_at_once": `${CHECK}; create index ${INDEX};` };

/**
 * `npm run bench -- migrate [--purchases N] [--seconds S]`: how long people who buy all the while wait at most for their
 * purchase to be taken, and to be delivered: with no migration, while a migration of the largest table runs as migrations
 * are written here, and while the same runs as one transaction. Returns 1 when the second takes longer than promised.
 */
export async function run(args: string[]): Promise<number> {
  const options = {
    purchases: { type: "string", default: "1000000" },
    seconds: { type: "string", default: "20" },
  } as const;
  const { values } = parseArgs({ args, options });
  const stop = await startTestServer();
  const at = await scene({
    NEXTAUTH_SECRET: randomUUID(),
    NEXTAUTH_URL: "http://localhost:3000",
    UPSTREAM_IN_FLIGHT: "8",
    CATALOGUE_MAX_AGE_S: "86400",
  });
  const dispatcher = dispatch(at.system);
  const stopListening = await listen("purchase", dispatcher.wake);
  const sql = postgres(at.url, { max: 1 });
  try {
    await seedBooks(sql, { resellers: 1_000, purchases: Number(values.purchases) });
    const buyers = await Promise.all(
      Array.from({ length: 4 }, () => at.reseller("affiliate", 1_000_000_000n)),
    );
    const during = async (name: string, work: Promise<unknown>) => {
      const told = await Promise.all(buyers.map(({ ctx }) => buyUntil(at, ctx, work)));
      return report(name, told.flat());
    };
    await during("no migration", new Promise((done) => setTimeout(done, Number(values.seconds) * 1000)));
    const careful = await during("step by step", migrateTo(at, CAREFUL));
    await sql`alter table purchases drop constraint try_check`;
    await sql`drop index try_index`;
    await during("at once", migrateTo(at, { ...CAREFUL, ...AT_ONCE }));
    return careful > PROMISED ? 1 : 0;
  } finally {
    stopListening();
    await dispatcher.stop();
    await sql.end();
    await at.close();
    await stop();
  }
}

async function migrateTo(at: Scene, files: Record<string, string>): Promise<void> {
  const { folder, remove } = migrationsWith(files);
  await migrate(at.url, folder);
  remove();
}

interface Told {
  taken: number;
  delivered: number;
  state: string;
}

/** One purchase after the other, until the work is done. */
async function buyUntil(at: Scene, ctx: Ctx, work: Promise<unknown>): Promise<Told[]> {
  const told: Told[] = [];
  for (let going = true; going; ) {
    const input = { ref: randomUUID(), phone: "08031234567", channel: "web", again: true } as const;
    const from = performance.now();
    const taken = () => performance.now() - from;
    try {
      const { purchase } = await place(ctx, { ...input, ...at.offered() });
      const wait = taken();
      const { state } = await whenSettled(ctx, purchase.ident, 60_000);
      told.push({ taken: wait, delivered: taken(), state });
    } catch (error) {
      told.push({
        taken: taken(),
        delivered: Number.NaN,
        state: (error as { code?: string }).code ?? "error",
      });
    }
    going = (await Promise.race([work, "going"])) === "going";
  }
  return told;
}

/** Says what buyers met with. @returns the longest that one waited for their purchase to be taken, in ms. */
function report(name: string, told: Told[]): number {
  const most = (times: number[]) => `${Math.max(...times.filter((ms) => !Number.isNaN(ms))).toFixed(0)} ms`;
  const middle = told.map(({ taken }) => taken).toSorted((a, b) => a - b)[told.length >> 1] ?? 0;
  const other = told.filter(({ state }) => state !== "successful");
  const states = Object.entries(Object.groupBy(other, ({ state }) => state)).map(
    ([state, those]) => `, ${those?.length} ${state}`,
  );
  console.log(
    `${name.padEnd(14)} ${told.length} purchases${states.join("")}; taken: middle ${middle.toFixed(0)} ms, ` +
      `longest ${most(told.map(({ taken }) => taken))}; delivered: longest ${most(told.map(({ delivered }) => delivered))}`,
  );
  return Math.max(...told.map(({ taken }) => taken));
}
