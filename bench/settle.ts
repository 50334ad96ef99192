import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { connect, type Database } from "../db/client.ts";
import type { Db } from "../lib/core/context.ts";
import { place } from "../lib/purchase/place/place.ts";
import { type Claim, claim } from "../lib/purchase/send/claim.ts";
import { recordAnswer } from "../lib/purchase/send/record-answer.ts";
import type { PurchaseAnswer } from "../lib/upstream/answer.ts";
import { against, atMost, interleave, report } from "./support/compare.ts";
import { acting, type Market, openMarket } from "./support/market.ts";
import { pgbench, type Ran, scriptOf, sentBy } from "./support/pgbench.ts";

/** As many processes as claim side by side in a large installation: each claims on one connection. */
const CLIENTS = 4;
const ASKED = 0.7;

/**
 * `npm run bench -- settle [--rounds N] [--seconds S]`: purchases placed, claimed and settled by an answer a second, all
 * but the upstream itself, against pgbench that sends the very same statements, prepared. Each of 4 clients has a line of
 * its own to claim on, on both sides. Returns 1 when it is less than 0.7 of pgbench's pace.
 */
export async function run(args: string[]): Promise<number> {
  const options = {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
  } as const;
  const { values } = parseArgs({ args, options });
  const seconds = Number(values.seconds);
  const market = await openMarket();
  const lines = Array.from({ length: CLIENTS }, () => connect(market.at.url, 1, { idle_timeout: 0 }));
  try {
    const script = await scriptFor(market);
    const byPgbench = pgbench(market.at.url, script.text, script.set);
    const sides = {
      portal: counted(market, () => settleFor(market, lines, seconds)),
      ...(byPgbench && { bench: counted(market, () => byPgbench(CLIENTS, seconds), 0.5) }),
    };
    const { portal, bench = [] } = await interleave<string>(sides, {
      rounds: Number(values.rounds),
      warmup: 1,
    });
    if (!portal) throw new Error("Nothing was measured.");
    const row = { what: `placed, claimed and settled, ${CLIENTS} clients`, unit: "a second" };
    return report("settle", [bench.length > 0 ? against(row, portal, bench, ASKED) : atMost(row, portal)]);
  } finally {
    for (const line of lines) await line.close();
    await market.close();
  }
}

/** What waits for longer than this, in seconds, was left by a script. */
const LEFT_S = 0.2;

/**
 * A side, measured by the purchases that it left answered. A script cannot try again when its claim found nothing, because
 * another was quicker; `share` says how many of its runs have to have ended well, and what they left waiting is taken out.
 */
function counted(
  { count, countAnswered, clear, keepQueueShort }: Market,
  side: () => Promise<Ran>,
  share = 1,
): () => Promise<number> {
  return async () => {
    const before = [await count(), await countAnswered()] as const;
    const { done, perSecond } = await (share < 1 ? keepQueueShort(side, LEFT_S) : side());
    const [placed, answered] = [(await count()) - before[0], (await countAnswered()) - before[1]];
    await clear();
    if (placed !== done || answered < done * share || answered > done)
      throw new Error(`${done} were done, ${placed} are placed and ${answered} answered.`);
    return (perSecond * answered) / done;
  };
}

async function settleFor(market: Market, lines: Database[], seconds: number): Promise<Ran> {
  const from = performance.now();
  let done = 0;
  await Promise.all(
    lines.map(async ({ db }, client) => {
      while (performance.now() - from < seconds * 1000) {
        await settleOne(market, market.at.system.db, db, `portal-${client}`, Math.floor(Math.random() * 1e6));
        done += 1;
      }
    }),
  );
  return { done, perSecond: (done * 1000) / (performance.now() - from) };
}

async function settleOne({ buyer, input }: Market, db: Db, line: Db, worker: string, n: number) {
  const { purchase } = await place(acting(buyer(n, "api"), db), input("api"));
  const sender = { kind: "system", name: "dispatch" } as const;
  let claimed: Claim | undefined;
  while (!claimed) claimed = await claim({ actor: sender, db: line }, worker);
  const answer = answerTo(claimed);
  await recordAnswer({ actor: sender, db }, claimed, answer);
  return { purchase, claimed, answer };
}

function answerTo({ cost }: Claim): PurchaseAnswer {
  const ident = randomUUID();
  return {
    meaning: "successful",
    note: "200 successful",
    httpStatus: 200,
    raw: '{"data":{"Status":"successful"}}',
    transaction: {
      upstreamId: `bench ${ident}`,
      ident,
      amount: cost,
      balanceBefore: 100_000_000n,
      balanceAfter: 100_000_000n - cost,
      message: "Delivered.",
    },
  };
}

/** What one purchase says to the database from its placing to its answer, as a script. */
async function scriptFor(market: Market) {
  const { at, buyer, draw, clear } = market;
  await settleOne(market, at.system.db, at.system.db, "bench-0", 0);
  await clear();
  const whole: Awaited<ReturnType<typeof settleOne>>[] = [];
  const sentFor = (n: number) =>
    sentBy(at.url, async (db) => whole.push(await settleOne(market, db, db, `bench-${n}`, n)));
  const sent = [await sentFor(1), await sentFor(2)] as const;
  const both = <T>(of: (one: (typeof whole)[number]) => T) => whole.map(of) as [T, T];
  const token = (n: number) => (buyer(n, "api") as { tokenId: number }).tokenId;
  const script = scriptOf(
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
    // The claim's row is what the answer is about.
    (text) => (text.includes("pg_try_advisory_lock") ? " \\aset c_" : ";"),
  );
  return { text: draw + script.statements, set: script.set };
}
