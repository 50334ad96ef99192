import type { Ctx } from "#lib/core/context";
import type { Call } from "./history.ts";
import { judgeHistory } from "./judge-history.ts";
import { judgeLimits, type Limits } from "./judge-limits.ts";
import { judgePrices, type PriceReading, type PriceTurn } from "./judge-prices.ts";
import { judgeRate, type Restart } from "./judge-rate.ts";
import { readHighestPrices, readWallets } from "./read-wallets.ts";
import type { Verdict } from "./verdict.ts";

/** The calls of a run with their responses, and the limits and prices to hold them against. */
export interface History {
  calls: readonly Call[];
  readings: readonly PriceReading[];
  limits: readonly Limits[];
  turns: readonly PriceTurn[];
  restarts: readonly Restart[];
}

/** Judges every response of a run at its moment: by ref, wallet, limit, rate and price. */
export async function judgeHistories(
  ctx: Ctx,
  { calls, readings, limits, turns, restarts }: History,
): Promise<Verdict[]> {
  const [entries, highestPrice] = [await readWallets(ctx), await readHighestPrices(ctx)];
  return [
    ...judgeHistory(calls, entries, highestPrice),
    ...judgeLimits(calls, entries, limits, highestPrice),
    ...judgeRate(calls, restarts),
    judgePrices(readings, turns),
  ];
}
