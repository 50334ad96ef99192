import { setTimeout as pause } from "node:timers/promises";
import { pickRandom } from "#sandbox/random";
import type { Call, Reason } from "./history.ts";
import type { PriceReading } from "./judge-prices.ts";

/** The state of a ref in a response to a buyer; "rejected" and "failed" mean that no money moved. */
export type ReportedState = "successful" | "failed" | "pending" | "rejected";

/** One response to a buyer, with its purchase, and in minor units the balances around it. */
export interface PurchaseReply {
  told: ReportedState;
  ident?: string | undefined;
  before?: bigint | undefined;
  after?: bigint | undefined;
  /** The reason of a rejection, and the limit that it names. */
  reason?: Reason | undefined;
  limit?: bigint | undefined;
}

/** Each response to a buyer, by reseller and ref: no later state may contradict it. */
export interface RecordedReply extends PurchaseReply {
  reseller: number;
  ref: string;
  /** Whether it requested another purchase with a used ref. */
  altered?: boolean;
}

export interface PurchaseOrder {
  ref: string;
  planId: number;
  networkId: number;
  phone: string;
}

/** Sends one request to a portal. @returns undefined when no response came and the outcome is unknown. */
export type RequestPurchase = (portal: string, order: PurchaseOrder) => Promise<PurchaseReply | undefined>;

/** Reads the price of each plan. @returns undefined when no list came */
export type ReadPrices = (
  portal: string,
) => Promise<(readonly [planId: number, price: bigint])[] | undefined>;

/** A buyer, and the way to buy. */
export interface Person {
  /** Of all buyers: several may buy for one reseller. */
  name: string;
  reseller: number;
  /** The token or helper, where it has limits. */
  spender?: string | undefined;
  channel: Call["channel"];
  ask: RequestPurchase;
  readPrices?: ReadPrices;
  /** The price above the level's, in minor units. */
  markup?: bigint;
}

export interface ChaosBuyer extends Person {
  portals: readonly string[];
  offers: readonly { planId: number; networkId: number }[];
  random: () => number;
  answers: RecordedReply[];
  /** Every call, also those without a response. */
  calls: Call[];
  readings: PriceReading[];
  /** The time that passes for it; real time unless given. */
  clock?: BuyerClock;
}

export interface BuyerClock {
  now(): number;
  pause(ms: number): Promise<unknown>;
}

const REAL_CLOCK: BuyerClock = { now: () => performance.now(), pause };

/**
 * Buys once. Without an answer the same ref is asked for again, wherever a portal is alive. Some ask again although
 * they were answered, and some for another purchase under the same ref.
 */
export async function buyOnce(buyer: ChaosBuyer, n: number): Promise<ReportedState | undefined> {
  const { name, reseller, portals, offers, random, answers, clock = REAL_CLOCK } = buyer;
  const phone = `0803${String(Math.floor(random() * 10_000_000)).padStart(7, "0")}`;
  const order = { ref: `${name}-${n}`, phone, ...pickRandom(random, offers) };
  const start = clock.now();
  for (let tries = 0; tries < 400; tries++) {
    const heard = await askOnRecord(buyer, pickRandom(random, portals), order);
    if (heard?.reason === "rate") await clock.pause(1_000);
    else if (heard) {
      answers.push({ reseller, ref: order.ref, ...heard });
      notePrice(buyer, order, start, heard);
      if (heard.told !== "rejected") await repeatRequest(buyer, order);
      // A buyer who was denied doesn't ask on at full speed.
      else await clock.pause(200 + random() * 300);
      return heard.told;
    }
    await clock.pause(50 + random() * 100);
  }
  return undefined;
}

/** Asks, and records the call with its times. */
async function askOnRecord(
  { ask, calls, reseller, spender, channel, clock = REAL_CLOCK }: ChaosBuyer,
  portal: string,
  order: PurchaseOrder,
  altered = false,
): Promise<PurchaseReply | undefined> {
  const { ref, planId, networkId } = order;
  const started = { altered, start: clock.now(), end: null };
  const call: Call = { reseller, spender, channel, ref, planId, networkId, ...started };
  calls.push(call);
  const heard = await ask(portal, order);
  if (heard) Object.assign(call, heard, { end: clock.now() });
  return heard;
}

async function repeatRequest(buyer: ChaosBuyer, order: PurchaseOrder): Promise<void> {
  const { reseller, portals, random, answers } = buyer;
  const altered = random() < 0.1;
  if (!altered && random() > 0.1) return;
  const request = altered ? { ...order, phone: "08039999999" } : order;
  const heard = await askOnRecord(buyer, pickRandom(random, portals), request, altered);
  if (heard) answers.push({ reseller, ref: order.ref, altered, ...heard });
}

/** A response shows the price for which it was bought, unless it was given back. */
function notePrice(
  { name, markup = 0n, readings, clock = REAL_CLOCK }: ChaosBuyer,
  { planId }: PurchaseOrder,
  start: number,
  { told, before, after }: PurchaseReply,
): void {
  if (told === "rejected" || told === "failed" || before === undefined || after === undefined) return;
  const prices = [[planId, before - after - markup]] as const;
  readings.push({ caller: name, start, end: clock.now(), prices });
}

/** Reads the prices now and then, wherever a portal is alive. */
export async function readPrices({
  name,
  markup = 0n,
  portals,
  random,
  readings,
  ...buyer
}: ChaosBuyer): Promise<void> {
  if (!buyer.readPrices || random() > 0.3) return;
  const start = performance.now();
  const listed = await buyer.readPrices(pickRandom(random, portals));
  if (!listed) return;
  const prices = listed.map(([planId, price]) => [planId, price - markup] as const);
  readings.push({ caller: name, start, end: performance.now(), prices });
}
