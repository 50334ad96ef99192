import { connect } from "#db/client";
import type { RecordedReply } from "#e2e/chaos/buyer";
import { checkInvariants } from "#e2e/chaos/check-invariants";
import type { Call } from "#e2e/chaos/history";
import { judgeEffects } from "#e2e/chaos/judge-effects";
import { judgeHistory } from "#e2e/chaos/judge-history";
import { judgeLimits } from "#e2e/chaos/judge-limits";
import { judgeRows } from "#e2e/chaos/judge-rows";
import { readHighestPrices, readWallets } from "#e2e/chaos/read-wallets";
import type { Verdict } from "#e2e/chaos/verdict";
import type { Ctx } from "#lib/core/context";
import type { SandboxLogEntry } from "#sandbox/log";
import type { SandboxTransaction } from "#sandbox/transaction";
import { forgetLost, judgeIdents, mayBeLost } from "./forget-lost.ts";
import { judgeOrders } from "./judge-orders.ts";
import type { WorldReplies } from "./live-days.ts";
import { type OpenWorld, PER_MINUTE } from "./open-world.ts";

/** The real deeds of a supplier. */
interface Truth {
  log: SandboxLogEntry[];
  transactions: SandboxTransaction[];
}

/** Judges the responses to buyers, the deeds of suppliers, and the database at the end. */
export async function judgeWorld(
  { world, suppliers, database: { losses }, databaseUrl, sleeps, limits }: OpenWorld,
  replies: WorldReplies,
): Promise<Verdict[]> {
  const truths: Truth[] = [];
  for (const name of suppliers) truths.push(await world.run(world.call<Truth>("outside", "readTruth", name)));
  const at = new Date(world.now).toISOString();
  const { db, close } = connect(databaseUrl, 5, {
    connection: { "world.now": at, "world.clock": at } as object,
  });
  const ctx: Ctx = { actor: { kind: "system", name: "world" }, db };
  try {
    const controls = truths.map(({ log, transactions }) => ({
      purchases: async () => log.filter(({ route }) => route === "purchase"),
      transactions: async () => transactions,
    }));
    const calls = forgetLost(replies.calls, losses);
    const [entries, highestPrice] = [await readWallets(ctx), await readHighestPrices(ctx)];
    return [
      ...(await checkInvariants(ctx, controls, listReplies(calls), [], {
        perMinute: PER_MINUTE,
        mayBeLost: mayBeLost(losses),
        countAwake: (from, until) => sleeps.countAwake(from, until),
      })),
      ...(await judgeRows(ctx)),
      ...judgeHistory(calls, entries, highestPrice),
      ...judgeLimits(calls, entries, limits, highestPrice),
      judgeIdents(replies.calls),
      ...(await judgeOrders(ctx, world, mayBeLost(losses))),
      ...(replies.end ? [replies.end] : []),
      // It waits for the followers of each event.
      ...(replies.end?.broken.length === 0 ? [await judgeEffects(ctx)] : []),
    ];
  } finally {
    await close();
  }
}

/** The responses that say something of a purchase. */
const listReplies = (calls: readonly Call[]): RecordedReply[] =>
  calls.flatMap(({ told, reason, ...call }) =>
    told && reason !== "rate" ? [{ ...call, told, reason }] : [],
  );
