import { setTimeout as pause } from "node:timers/promises";
import { pick, type Random } from "./random.ts";

/** What a buyer was told about a ref; "refused" and "failed" mean that no money went. */
export type Told = "successful" | "failed" | "pending" | "refused";

/** One answer to a buyer, with the purchase that it named. */
export interface Heard {
  told: Told;
  ident?: string | undefined;
}

/** Every answer that buyers were given, by reseller and ref: no later state may contradict one. */
export interface Answer extends Heard {
  reseller: number;
  ref: string;
  /** Another purchase was asked for under a ref that has one. */
  altered?: boolean;
}

export interface Order {
  ref: string;
  planId: number;
  networkId: number;
  phone: string;
}

/** One way to buy: asks a portal once. Undefined when no answer came and nothing is known. */
export type Ask = (portal: string, order: Order) => Promise<Heard | undefined>;

export interface Buyer {
  reseller: number;
  ask: Ask;
  portals: readonly string[];
  offers: readonly { planId: number; networkId: number }[];
  random: Random;
  answers: Answer[];
}

/**
 * Buys once. Without an answer the same ref is asked for again, wherever a portal is alive. Some ask again although
 * they were answered, and some for another purchase under the same ref.
 */
export async function buyOne(buyer: Buyer, n: number): Promise<Told | undefined> {
  const { reseller, ask, portals, offers, random, answers } = buyer;
  const phone = `0803${String(Math.floor(random() * 10_000_000)).padStart(7, "0")}`;
  const order = { ref: `${reseller}-${n}`, phone, ...pick(random, offers) };
  for (let tries = 0; tries < 400; tries++) {
    const heard = await ask(pick(random, portals), order);
    if (heard) {
      answers.push({ reseller, ref: order.ref, ...heard });
      if (heard.told !== "refused") await askOnceMore(buyer, order);
      return heard.told;
    }
    await pause(50 + random() * 100);
  }
  return undefined;
}

async function askOnceMore({ reseller, ask, portals, random, answers }: Buyer, order: Order): Promise<void> {
  const altered = random() < 0.1;
  if (!altered && random() > 0.1) return;
  const other = altered ? { ...order, phone: "08039999999" } : order;
  const heard = await ask(pick(random, portals), other);
  if (heard) answers.push({ reseller, ref: order.ref, altered, ...heard });
}
