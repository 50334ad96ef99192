import { connect } from "#db/client";
import { checkInvariants, type Verdict } from "#e2e/chaos/check-invariants";
import { judgeEffects } from "#e2e/chaos/judge-effects";
import { judgeHistory } from "#e2e/chaos/judge-history";
import { judgeRows } from "#e2e/chaos/judge-rows";
import { readHighestPrices, readWallets } from "#e2e/chaos/read-wallets";
import type { Ctx } from "#lib/core/context";
import type { SandboxLogEntry } from "#sandbox/log";
import type { SandboxTransaction } from "#sandbox/transaction";
import type { WorldReplies } from "./live-days.ts";
import { type OpenWorld, PER_MINUTE } from "./open-world.ts";

/** The real deeds of a supplier. */
interface Truth {
  log: SandboxLogEntry[];
  transactions: SandboxTransaction[];
}

/** Judges the responses to buyers, the deeds of suppliers, and the database at the end. */
export async function judgeWorld(
  { world, suppliers, databaseUrl, sleeps }: OpenWorld,
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
    const invariants = await checkInvariants(ctx, controls, replies.answers, [], {
      perMinute: PER_MINUTE,
      countAwake: (from, until) => sleeps.countAwake(from, until),
    });
    return [
      ...invariants,
      ...(await judgeRows(ctx)),
      ...judgeHistory(replies.calls, await readWallets(ctx), await readHighestPrices(ctx)),
      ...(replies.end ? [replies.end] : []),
      // It waits for the followers of each event.
      ...(replies.end?.broken.length === 0 ? [await judgeEffects(ctx)] : []),
    ];
  } finally {
    await close();
  }
}
