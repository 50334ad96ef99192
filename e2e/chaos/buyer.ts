import { setTimeout as pause } from "node:timers/promises";
import { pickRandom } from "#sandbox/random";

/** The state of a ref in a response to a buyer; "rejected" and "failed" mean that no money moved. */
export type ReportedState = "successful" | "failed" | "pending" | "rejected";

/** One response to a buyer, with its purchase. */
export interface PurchaseReply {
  told: ReportedState;
  ident?: string | undefined;
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
}

/**
 * Buys once. Without an answer the same ref is asked for again, wherever a portal is alive. Some ask again although
 * they were answered, and some for another purchase under the same ref.
 */
export async function buyOnce(buyer: ChaosBuyer, n: number): Promise<ReportedState | undefined> {
  const { reseller, ask, portals, offers, random, answers } = buyer;
  const phone = `0803${String(Math.floor(random() * 10_000_000)).padStart(7, "0")}`;
  const order = { ref: `${reseller}-${n}`, phone, ...pickRandom(random, offers) };
  for (let tries = 0; tries < 400; tries++) {
    const heard = await ask(pickRandom(random, portals), order);
    if (heard) {
      answers.push({ reseller, ref: order.ref, ...heard });
      if (heard.told !== "rejected") await repeatRequest(buyer, order);
      return heard.told;
    }
    await pause(50 + random() * 100);
  }
  return undefined;
}

async function repeatRequest(
  { reseller, ask, portals, random, answers }: ChaosBuyer,
  order: PurchaseOrder,
): Promise<void> {
  const altered = random() < 0.1;
  if (!altered && random() > 0.1) return;
  const request = altered ? { ...order, phone: "08039999999" } : order;
  const heard = await ask(pickRandom(random, portals), request);
  if (heard) answers.push({ reseller, ref: order.ref, altered, ...heard });
}
