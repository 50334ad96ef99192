import type { Account, Dispute, Payment, ProviderName, Refund, World } from "./world.ts";

/** One request at a provider's interface. */
export interface Call {
  world: World;
  /** What the route's pattern caught. */
  caught: string[];
  query: URLSearchParams;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON came
  body: any;
}

export interface Answer {
  status: number;
  body: unknown;
}

interface Route {
  method: "GET" | "POST";
  /** Of the path below the provider's address. */
  pattern: RegExp;
  /** As faults and the log call it. */
  name: string;
  handle(call: Call): Answer;
}

/** What the portal is told of. */
export type Happening =
  | { kind: "paid" | "disputed"; payment: Payment }
  | { kind: "dispute"; dispute: Dispute; payment: Payment }
  | { kind: "refund"; refund: Refund }
  | { kind: "account"; account: Account };

/** How one provider speaks. */
export interface Dialect {
  name: ProviderName;
  routes: Route[];
  /** What lets a request in; null lets it through. */
  refuse(call: Call, route: string): Answer | null;
  /** The provider's name for a new payment. */
  transaction(id: number): string;
  /** What the provider keeps, in minor units. */
  fee(payment: Payment): bigint;
  bank: string;
  /** The notice of what happened; null when this provider sends none. */
  notice(happening: Happening): { event: string; body: Record<string, unknown> } | null;
  /** Changes the told amount or currency in a notice's body, for a lie. */
  lie(body: Record<string, unknown>, what: { amount?: bigint; currency?: string }): void;
  /** The header of a notice, over its very bytes; with the shop's key, where it is to a shop. */
  sign(body: string, shopKey: string | null): Record<string, string>;
  /** Waits before each further try of a notice, in ms, as documented. */
  retries: number[];
  /** What the browser brings back. */
  returns(payment: Payment): Record<string, string>;
}

/** A share of an amount in thousandths, at most so much. */
export function share(amount: bigint, thousandths: bigint, plus: bigint, most: bigint): bigint {
  const part = (amount * thousandths + 500n) / 1000n + plus;
  return part > most ? most : part;
}
