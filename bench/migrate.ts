import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { listen } from "#db/listen";
import { migrate } from "#db/migrate";
import { createMigrationFolder } from "#db/testing/migration-tools";
import type { Ctx } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { runDispatcher } from "#lib/purchase/send/dispatcher";
import type { Scene } from "#lib/testing/scene";
import { openBenchScene } from "./support/bench-system.ts";
import { readNumbers } from "./support/read-numbers.ts";
import { seedLedger } from "./support/seed.ts";

/** The maximum wait of a buyer while a table is changed: for a change that has yet to give way. */
const MAX_BUYER_WAIT_MS = 3_000;

const INDEX = "try_index on purchases (outcome, phone)";
const CHECK = "alter table purchases add constraint try_check check (price > cost - 100000000)";

/** The same change twice: as migrations of large tables are written, and as they would be on small ones. */
const STEPWISE_CHANGE = {
  "9000_quick": `alter table purchases add column made text; ${CHECK} not valid;`,
  "9001_steps": `-- step by step
alter table purchases validate constraint try_check;
--> statement-breakpoint
create index concurrently ${INDEX};`,
};
const SINGLE_STEP_CHANGE = { "9002_at_once": `${CHECK}; create index ${INDEX};` };

/**
 * `npm run bench -- migrate [--purchases N] [--seconds S]`: the maximum waits of continuous buyers until their purchase
 * is accepted, and delivered: with no migration, while a migration of the largest table runs as migrations are written
 * here, and while the same runs as one transaction. Returns 1 when the second takes longer than promised.
 */
export async function run(args: string[]): Promise<number> {
  const { purchases, seconds } = readNumbers(args, { purchases: 1_000_000, seconds: 20 });
  await using at = await openBenchScene({ UPSTREAM_IN_FLIGHT: "8", CATALOGUE_MAX_AGE_S: "86400" });
  const dispatcher = runDispatcher(at.system);
  const stopListening = await listen("purchase", dispatcher.wake);
  const sql = postgres(at.url, { max: 1 });
  try {
    await seedLedger(sql, { resellers: 1_000, purchases });
    const buyers = await Promise.all(
      Array.from({ length: 4 }, () => at.reseller("affiliate", 1_000_000_000n)),
    );
    const during = async (name: string, work: Promise<unknown>) => {
      const timings = await Promise.all(buyers.map(({ ctx }) => buyDuring(at, ctx, work)));
      return reportWaits(name, timings.flat());
    };
    await during("no migration", new Promise((done) => setTimeout(done, seconds * 1000)));
    const careful = await during("step by step", migrateTo(at, STEPWISE_CHANGE));
    await sql`alter table purchases drop constraint try_check`;
    await sql`drop index try_index`;
    await during("at once", migrateTo(at, { ...STEPWISE_CHANGE, ...SINGLE_STEP_CHANGE }));
    return careful > MAX_BUYER_WAIT_MS ? 1 : 0;
  } finally {
    stopListening();
    await dispatcher.stop();
    await sql.end();
  }
}

async function migrateTo(at: Scene, files: Record<string, string>): Promise<void> {
  const { folder, remove } = createMigrationFolder(files);
  await migrate(at.url, folder);
  remove();
}

interface PurchaseTiming {
  elapsed: number;
  delivered: number;
  state: string;
}

/** Buys one purchase after the other, until the work is done. */
async function buyDuring(at: Scene, ctx: Ctx, work: Promise<unknown>): Promise<PurchaseTiming[]> {
  const timings: PurchaseTiming[] = [];
  for (let going = true; going; ) {
    const input = { ref: randomUUID(), phone: "08031234567", channel: "web", again: true } as const;
    const from = performance.now();
    const elapsed = () => performance.now() - from;
    try {
      const { purchase } = await placePurchase(ctx, { ...input, ...at.offered() });
      const wait = elapsed();
      const { state } = await waitUntilSettled(ctx, purchase.ident, 60_000);
      timings.push({ elapsed: wait, delivered: elapsed(), state });
    } catch (error) {
      timings.push({
        elapsed: elapsed(),
        delivered: Number.NaN,
        state: (error as { code?: string }).code ?? "error",
      });
    }
    going = (await Promise.race([work, "going"])) === "going";
  }
  return timings;
}

/** Prints the buyers' waits. @returns the maximum wait until a purchase was accepted, in ms. */
function reportWaits(name: string, timings: PurchaseTiming[]): number {
  const most = (times: number[]) => `${Math.max(...times.filter((ms) => !Number.isNaN(ms))).toFixed(0)} ms`;
  const middle = timings.map(({ elapsed }) => elapsed).toSorted((a, b) => a - b)[timings.length >> 1] ?? 0;
  const unsuccessful = timings.filter(({ state }) => state !== "successful");
  const states = Object.entries(Object.groupBy(unsuccessful, ({ state }) => state)).map(
    ([state, those]) => `, ${those?.length} ${state}`,
  );
  console.log(
    `${name.padEnd(14)} ${timings.length} purchases${states.join("")}; taken: middle ${middle.toFixed(0)} ms, ` +
      `longest ${most(timings.map(({ elapsed }) => elapsed))}; delivered: longest ${most(timings.map(({ delivered }) => delivered))}`,
  );
  return Math.max(...timings.map(({ elapsed }) => elapsed));
}
