import { setTimeout as pause } from "node:timers/promises";
import { pickRandom } from "#sandbox/random";
import type { Call } from "./judge-history.ts";

/** The state of a ref in a response to a buyer; "rejected" and "failed" mean that no money moved. */
export type ReportedState = "successful" | "failed" | "pending" | "rejected";

/** One response to a buyer, with its purchase, and in minor units the balances around it. */
export interface PurchaseReply {
  told: ReportedState;
  ident?: string | undefined;
  before?: bigint | undefined;
  after?: bigint | undefined;
  /** It was rejected for want of money. */
  isForFunds?: boolean | undefined;
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

export interface ChaosBuyer {
  reseller: number;
  ask: RequestPurchase;
  portals: readonly string[];
  offers: readonly { planId: number; networkId: number }[];
  random: () => number;
  answers: RecordedReply[];
  /** Every call, also those without a response. */
  calls: Call[];
}

/**
 * Buys once. Without an answer the same ref is asked for again, wherever a portal is alive. Some ask again although
 * they were answered, and some for another purchase under the same ref.
 */
export async function buyOnce(buyer: ChaosBuyer, n: number): Promise<ReportedState | undefined> {
  const { reseller, portals, offers, random, answers } = buyer;
  const phone = `0803${String(Math.floor(random() * 10_000_000)).padStart(7, "0")}`;
  const order = { ref: `${reseller}-${n}`, phone, ...pickRandom(random, offers) };
  for (let tries = 0; tries < 400; tries++) {
    const heard = await askOnRecord(buyer, pickRandom(random, portals), order);
    if (heard) {
      answers.push({ reseller, ref: order.ref, ...heard });
      if (heard.told !== "rejected") await repeatRequest(buyer, order);
      return heard.told;
    }
    await pause(50 + random() * 100);
  }
  return undefined;
}

/** Asks, and records the call with its times. */
async function askOnRecord(
  { ask, calls, reseller }: ChaosBuyer,
  portal: string,
  order: PurchaseOrder,
  altered = false,
): Promise<PurchaseReply | undefined> {
  const { ref, planId } = order;
  const call: Call = { reseller, ref, planId, altered, start: performance.now(), end: null };
  calls.push(call);
  const heard = await ask(portal, order);
  if (heard) Object.assign(call, heard, { end: performance.now() });
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
