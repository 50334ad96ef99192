import type {
  PaymentsWorld,
  ProviderName,
  SandboxAccount,
  SandboxDispute,
  SandboxPayment,
  SandboxRefund,
} from "./world.ts";

/** One request to a provider's API. */
export interface ProviderCall {
  world: PaymentsWorld;
  /** The values in the path for each `*` of the route. */
  caught: string[];
  query: URLSearchParams;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON came
  body: any;
}

export interface ProviderReply {
  status: number;
  body: unknown;
}

/** A route's name in faults and the log, and what it does. */
type ProviderRoute = [name: string, handle: (call: ProviderCall) => ProviderReply];

/** Events that the portal is notified of. */
export type PaymentEvent =
  | { kind: "paid" | "disputed"; payment: SandboxPayment }
  | { kind: "dispute"; dispute: SandboxDispute }
  | { kind: "refund"; refund: SandboxRefund }
  | { kind: "account"; account: SandboxAccount };

/** The API of one provider. */
export interface ProviderDialect {
  name: ProviderName;
  /** By method and path below the provider's address, in which `*` is any one segment. */
  routes: Record<`${"GET" | "POST"} /${string}`, ProviderRoute>;
  /** Rejects a request without valid credentials; null accepts it. */
  refuse(call: ProviderCall, route: string): ProviderReply | null;
  /** The provider's name for a new payment. */
  transaction(id: number): string;
  /** The provider's fee, in minor units. */
  fee(payment: SandboxPayment): bigint;
  bank: string;
  /** The webhook of an event; null when this provider sends none. */
  webhook(happening: PaymentEvent): { event: string; body: Record<string, unknown> } | null;
  /** Falsifies the amount or currency in a webhook's body. */
  lie(body: Record<string, unknown>, what: { amount?: bigint; currency?: string }): void;
  /** The header of a webhook, over its exact bytes; with the shop's key, where it is to a shop. */
  sign(body: string, shopKey: string | null): Record<string, string>;
  /** Waits before each further attempt of a webhook, in ms, as documented. */
  retries: number[];
  /** The query with which the browser returns. */
  returns(payment: SandboxPayment): Record<string, string>;
}

/** Calculates a share of an amount in thousandths, plus a fixed sum, up to a maximum. */
export function calculateFee(amount: bigint, thousandths: bigint, plus: bigint, most: bigint): bigint {
  const part = (amount * thousandths + 500n) / 1000n + plus;
  return part > most ? most : part;
}
