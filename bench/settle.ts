import { connect, type Database } from "#db/client";
import type { Db } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { type Claim, claimPurchase } from "#lib/purchase/send/claim-purchase";
import { recordResponse } from "#lib/purchase/send/record-response";
import { compareRow, maxRow, printTable, runInterleaved } from "./support/compare.ts";
import { buyerCtx, createSuccess, type Market, openMarket } from "./support/market.ts";
import { buildScript, captureStatements, createPgbench, type PgbenchResult } from "./support/pgbench.ts";
import { readNumbers } from "./support/read-numbers.ts";
import { repeatForSeconds } from "./support/repeat.ts";

/** As many processes as claim side by side in a large installation: each claims on one connection. */
const CLIENT_COUNT = 4;
const MIN_RATIO = 0.7;

/**
 * `npm run bench -- settle [--rounds N] [--seconds S]`: purchases placed, claimed and settled by an answer a second, all
 * but the upstream itself, against pgbench that sends the very same statements, prepared. Each of 4 clients has a line of
 * its own to claim on, on both sides. Returns 1 when it is less than 0.7 of pgbench's pace.
 */
export async function run(args: string[]): Promise<number> {
  const { rounds, seconds } = readNumbers(args, { rounds: 5, seconds: 3 });
  await using market = await openMarket();
  const lines = Array.from({ length: CLIENT_COUNT }, () => connect(market.at.url, 1, { idle_timeout: 0 }));
  try {
    const script = await settlingScript(market);
    const byPgbench = createPgbench(market.at.url, script.text, script.set);
    const sides = {
      portal: countSettled(market, () => settleForSeconds(market, lines, seconds)),
      ...(byPgbench && { bench: countSettled(market, () => byPgbench(CLIENT_COUNT, seconds), 0.8) }),
    };
    const { portal, bench = [] } = await runInterleaved<string>(sides, {
      rounds,
      warmup: 1,
    });
    if (!portal) throw new Error("Nothing was measured.");
    const row = { what: `placed, claimed and settled, ${CLIENT_COUNT} clients`, unit: "a second" };
    return printTable("settle", [
      bench.length > 0 ? compareRow(row, portal, bench, MIN_RATIO) : maxRow(row, portal),
    ]);
  } finally {
    for (const line of lines) await line.close();
  }
}

/** A purchase that waits longer, in seconds, was abandoned by a script. */
const ABANDONED_AFTER_S = 0.2;

/**
 * A side, measured by the purchases that it left answered. A script gives up when all its claims found nothing, because
 * others were quicker; `share` says how many of its runs have to have ended well, and what they left waiting is taken out.
 */
function countSettled(
  { count, countAnswered, clear, keepQueueShort }: Market,
  side: () => Promise<PgbenchResult>,
  share = 1,
): () => Promise<number> {
  return async () => {
    const before = [await count(), await countAnswered()] as const;
    const { done, perSecond } = await (share < 1 ? keepQueueShort(side, ABANDONED_AFTER_S) : side());
    const [placed, answered] = [(await count()) - before[0], (await countAnswered()) - before[1]];
    await clear();
    if (placed !== done || answered < done * share || answered > done)
      throw new Error(`${done} were done, ${placed} are placed and ${answered} answered.`);
    return (perSecond * answered) / done;
  };
}

function settleForSeconds(market: Market, lines: Database[], seconds: number): Promise<PgbenchResult> {
  const { db } = market.at.system;
  return repeatForSeconds(lines.length, seconds, (client) => {
    const n = Math.floor(Math.random() * 1e6);
    return settleFromMarket(market, db, lines[client]?.db ?? db, `portal-${client}`, n);
  });
}

async function settleFromMarket({ buyer, input }: Market, db: Db, line: Db, worker: string, n: number) {
  const { purchase } = await placePurchase(buyerCtx(buyer(n, "api"), db), input("api"));
  const sender = { kind: "system", name: "dispatch" } as const;
  let claimed: Claim | undefined;
  while (!claimed) claimed = await claimPurchase({ actor: sender, db: line }, worker);
  const answer = createSuccess(claimed);
  await recordResponse({ actor: sender, db }, claimed, answer);
  return { purchase, claimed, answer };
}

/** A claim finds nothing when another client was quicker. */
const MAX_CLAIMS = 24;

/** Writes a claim, whose row the answer is about, and repeats it until it found one: a script has no loops. */
function writeClaim(claim: string): string {
  const once = `\\if :c_id = 0\n${claim} \\aset c_\n\\endif`;
  return ["\\set c_id 0", ...Array<string>(MAX_CLAIMS).fill(once)].join("\n");
}

async function settlingScript(market: Market) {
  const { at, buyer, draw, clear } = market;
  await settleFromMarket(market, at.system.db, at.system.db, "bench-0", 0);
  await clear();
  const whole: Awaited<ReturnType<typeof settleFromMarket>>[] = [];
  const sentFor = (n: number) =>
    captureStatements(at.url, async (db) =>
      whole.push(await settleFromMarket(market, db, db, `bench-${n}`, n)),
    );
  const sent = [await sentFor(1), await sentFor(2)] as const;
  const both = <T>(of: (purchase: (typeof whole)[number]) => T) => whole.map(of) as [T, T];
  const token = (n: number) => (buyer(n, "api") as { tokenId: number }).tokenId;
  const script = buildScript(
    ...sent,
    [
      [buyer(1, "api").id, buyer(2, "api").id, ":reseller"],
      [token(1), token(2), ":token"],
      [`token:${token(1)}`, `token:${token(2)}`, "('token:' || :token)"],
      [...both(({ purchase }) => purchase.ref), ":ref"],
      [...both(({ purchase }) => purchase.ident), ":ident"],
      [...both(({ purchase }) => purchase.phoneE164), "('+' || :phone)"],
      ["bench-1", "bench-2", "('bench-' || :client_id)"],
      [...both(({ claimed }) => claimed.purchaseId), ":c_id"],
      [...both(({ claimed }) => claimed.attemptId), ":c_attempt_id"],
      [...both(({ answer }) => answer.transaction?.upstreamId), ":ref"],
      [...both(({ answer }) => answer.transaction?.ident), ":ident"],
    ],
    (statement) => (statement.includes("pg_try_advisory_lock") ? writeClaim(statement) : `${statement};`),
  );
  return { text: draw + script.statements, set: script.set };
}
