import { setTimeout as pause } from "node:timers/promises";
import { pick, type Random } from "./random.ts";

/** What a buyer was told about a ref; "refused" and "failed" mean that no money went. */
export type Told = "successful" | "failed" | "pending" | "refused";

/** Every answer that buyers were given, by reseller and ref: no later state may contradict one. */
export interface Answer {
  reseller: number;
  ref: string;
  told: Told;
}

export interface Order {
  ref: string;
  planId: number;
  networkId: number;
  phone: string;
}

/** One way to buy: asks a portal once. Undefined when no answer came and nothing is known. */
export type Ask = (portal: string, order: Order) => Promise<Told | undefined>;

export interface Buyer {
  reseller: number;
  ask: Ask;
  portals: readonly string[];
  offers: readonly { planId: number; networkId: number }[];
  random: Random;
  answers: Answer[];
}

/** Buys once. Without an answer the same ref is asked for again, wherever a portal is alive. */
export async function buyOne(buyer: Buyer, n: number): Promise<Told | undefined> {
  const { reseller, ask, portals, offers, random, answers } = buyer;
  const phone = `0803${String(Math.floor(random() * 10_000_000)).padStart(7, "0")}`;
  const order = { ref: `${reseller}-${n}`, phone, ...pick(random, offers) };
  for (let tries = 0; tries < 400; tries++) {
    const told = await ask(pick(random, portals), order);
    if (told) answers.push({ reseller, ref: order.ref, told });
    if (told) return told;
    await pause(50 + random() * 100);
  }
  return undefined;
}
