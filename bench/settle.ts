import { connect } from "#db/client";
import type { Db } from "#lib/core/context";
import { claimPurchase } from "#lib/dispatch/claim-purchase";
import { recordResponse } from "#lib/dispatch/record-response";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getMainSupplier } from "#lib/supplier/supplier";
import { compareCostRow, maxRow, printTable, runInterleaved } from "./support/compare.ts";
import {
  buyerCtx,
  createSuccess,
  type Market,
  type Order,
  openAgents,
  openMarket,
} from "./support/market.ts";
import { buildScript, captureStatements, createPgbench, type PgbenchResult } from "./support/pgbench.ts";
import { buildListValues, readWalletVersions } from "./support/placing-values.ts";
import { openProcessorClock } from "./support/processor-time.ts";
import { readNumbers } from "./support/read-numbers.ts";
import { repeatForSeconds } from "./support/repeat.ts";

const MIN_RATIO = 0.7;
const MIN_PLACED_RATIO = 0.45;
const MIN_AGENT_RATIO = 0.8;

/**
 * `npm run bench -- settle [--rounds N] [--seconds S]`: processor time of portal and database for a purchase placed,
 * claimed and settled by an answer, all but the upstream itself, one after the other; against that of pgbench and
 * database for the same statements, prepared, and against that of placing alone, and of an agent's, whose
 * parent gets a commission, against it. Returns 1 when the statements take less than 0.7, placing less than 0.45 of the
 * whole, or the whole less than 0.8 of an agent's.
 */
export async function run(args: string[]): Promise<number> {
  const { rounds, seconds } = readNumbers(args, { rounds: 5, seconds: 3 });
  await using market = await openMarket();
  const { db } = market.at.system;
  const line = connect(market.at.url, 1, { idle_timeout: 0 });
  const script = await settlingScript(market);
  const byPgbench = createPgbench(market.at.url, script.text, script.set);
  const readProcessorMs = await openProcessorClock(market.sql);
  const paces: number[] = [];
  const nthAgent = await openAgents(market);
  const anyone = () => Math.floor(Math.random() * 1e6);
  const measure = (answers: boolean, side: () => Promise<PgbenchResult>) => async () => {
    const before = [await market.count(), await market.countAnswered()] as const;
    const from = readProcessorMs();
    const { done } = await side();
    const spent = readProcessorMs() - from;
    const [placed, answered] = [
      (await market.count()) - before[0],
      (await market.countAnswered()) - before[1],
    ];
    await market.clear();
    if (placed !== done || answered !== (answers ? done : 0))
      throw new Error(`${done} were done, ${placed} are placed and ${answered} answered.`);
    return spent / done;
  };
  const sides = {
    whole: measure(true, async () => {
      const settled = await repeatForSeconds(1, seconds, () =>
        settleFromMarket(market, db, line.db, "portal", anyone()),
      );
      paces.push(settled.perSecond);
      return settled;
    }),
    ofAgents: measure(true, () =>
      repeatForSeconds(1, seconds, () => settleOrder(nthAgent(anyone()), db, line.db, "portal")),
    ),
    placed: measure(false, () =>
      market.keepQueueShort(() => repeatForSeconds(1, seconds, () => placeFromMarket(market, db, anyone()))),
    ),
    ...(byPgbench && { bench: measure(true, () => byPgbench(1, seconds)) }),
  };
  const { whole, ofAgents, placed, bench } = await runInterleaved<string>(sides, { rounds, warmup: 1 });
  if (!whole || !placed || !ofAgents) throw new Error("Nothing was measured.");
  const row = { what: "placed, claimed and settled", unit: "ms" };
  return printTable("settle", [
    bench ? compareCostRow(row, whole, bench, MIN_RATIO) : maxRow(row, whole),
    compareCostRow({ ...row, what: "the same against placed" }, whole, placed, MIN_PLACED_RATIO),
    compareCostRow({ ...row, what: "an agent's against it" }, ofAgents, whole, MIN_AGENT_RATIO),
    maxRow({ what: "its pace, one alone", unit: "a second" }, paces.slice(-rounds)),
  ]);
}

const nthOrder = ({ buyer, input }: Market, n: number): Order => [buyer(n, "api"), input("api")];

const placeFromMarket = (market: Market, db: Db, n: number) => placeOrder(nthOrder(market, n), db);

const placeOrder = ([buyer, input]: Order, db: Db) => placePurchase(buyerCtx(buyer, db), input);

const settleFromMarket = (market: Market, db: Db, line: Db, worker: string, n: number) =>
  settleOrder(nthOrder(market, n), db, line, worker);

async function settleOrder(order: Order, db: Db, line: Db, worker: string) {
  const { purchase } = await placeOrder(order, db);
  const sender = { kind: "system", name: "dispatch" } as const;
  const claimed = await claimPurchase({ actor: sender, db: line }, worker, getMainSupplier());
  if (!claimed) throw new Error("No purchase waits.");
  const answer = createSuccess(claimed);
  await recordResponse({ actor: sender, db }, claimed, answer);
  return { purchase, claimed, answer };
}

async function settlingScript(market: Market) {
  const { at, buyer, draw, clear, sql } = market;
  await settleFromMarket(market, at.system.db, at.system.db, "first", 0);
  await clear();
  const whole: Awaited<ReturnType<typeof settleFromMarket>>[] = [];
  const sentFor = (n: number) =>
    captureStatements(at.url, async (db) =>
      whole.push(await settleFromMarket(market, db, db, `bench-${n}`, n)),
    );
  const versions = await readWalletVersions(sql, [buyer(1, "api").id, buyer(2, "api").id]);
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
      versions,
      ...buildListValues(sent, whole[0]?.purchase),
      ["bench-1", "bench-2", "('bench-' || :client_id)"],
      [...both(({ claimed }) => claimed.purchaseId), ":c_id"],
      [...both(({ claimed }) => claimed.attemptId), ":c_attempt_id"],
      [...both(({ answer }) => answer.transaction?.upstreamId), ":ref"],
      [...both(({ answer }) => answer.transaction?.ident), ":ident"],
    ],
    (statement) => (statement.includes("pg_try_advisory_lock") ? `${statement} \\aset c_` : `${statement};`),
  );
  return { text: draw + script.statements, set: script.set };
}
