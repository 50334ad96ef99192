import { log } from "#lib/core/log";
import type { Minor } from "#lib/core/money/money";

export const PROVIDER_NAMES = ["paystack", "monnify", "flutterwave"] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** Ways to pay on the provider's page. */
export const PAYMENT_METHODS = ["card", "transfer", "ussd"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Numbers that a provider can require for an account: bank verification number, national identity number. */
export const IDENTITY_KINDS = ["bvn", "nin"] as const;
export type IdentityKind = (typeof IDENTITY_KINDS)[number];

/** A payment, by our reference or by its transaction at the provider. */
export type PaymentLookup = { reference: string } | { transaction: string };

/**
 * The requests that the portal makes to a payment provider. Amounts are in minor units of their currency.
 * Every method but `readWebhook` throws PaymentUnclear when the result isn't known and may have happened, and
 * PaymentRejected when the provider certainly did nothing. Each can safely be repeated.
 */
export interface Provider {
  name: ProviderName;

  /**
   * Begins a payment on the provider's page. The same reference twice is one payment: the second time it is
   * the same page, or rejected where the provider tells a page only once.
   */
  startPayment(input: StartPaymentRequest): Promise<StartedPayment>;

  /**
   * Opens a dedicated account, whose transfers arrive as separate payments. The same owner again is the same
   * account: while it is `pending`, repeat the request.
   */
  openAccount(input: OpenAccountRequest): Promise<ProviderAccount>;

  /** Gets the current state of a payment. */
  verify(lookup: PaymentLookup): Promise<VerifiedPayment>;

  /**
   * The payments to an own account since then. Makes the provider look for missing ones, if it can. Throws
   * PaymentUnclear for unreadable rows only after all that can be read.
   */
  listTransfers(to: {
    owner: string;
    email: string;
    number: string;
    since: Date;
  }): AsyncIterable<VerifiedPayment>;

  /**
   * Sends (a part of) a payment back to its payer. The same key again is the same refund, unless two
   * callers ask at the same time.
   */
  refund(input: RefundRequest): Promise<ProviderRefund>;

  /** Gets the state of a refund by its id. */
  getRefund(refund: string): Promise<ProviderRefund>;

  /**
   * The disputes about a transaction; unreadable ones as in `listTransfers`. Absent where the provider reports
   * only reversals.
   */
  listDisputes?(transaction: string): AsyncIterable<ProviderDispute>;

  /**
   * Lists the settlements to the operator's bank since then that aren't `known`, one at a time. A provider
   * without a list is asked for the settlement of each `waiting` transaction. Throws PaymentUnclear for an
   * unreadable one only after all others.
   */
  listSettlements(query: {
    since: Date;
    known: ReadonlySet<string>;
    waiting: readonly string[];
  }): AsyncIterable<ProviderSettlement>;

  /**
   * Reads a webhook whose signature is right; undefined when it is not.
   * It only admits: what it says is to be verified.
   */
  readWebhook(raw: Uint8Array, headers: Headers): ProviderWebhook | undefined;
}

export interface StartPaymentRequest {
  /** Ours, of 6 to 42 letters, digits and `-`. */
  reference: string;
  amount: Minor;
  currency: string;
  email: string;
  name: string;
  /** Where the payer comes back to, paid or not. */
  returnTo: string;
  methods: PaymentMethod[];
}

export interface StartedPayment {
  /** Where the payer pays. */
  page: string;
  expiresAt: Date | null;
}

export interface OpenAccountRequest {
  /** Our id for the account's owner at the provider, of 3 to 39 letters, digits and `-`. */
  owner: string;
  name: string;
  email: string;
  /** In E.164. */
  phone: string;
  /** For the provider alone: never kept or logged. */
  identity?: { kind: IdentityKind; number: string };
}

export type ProviderAccount =
  | { state: "pending" }
  | { state: "open"; number: string; bank: string; holder: string };

export interface VerifiedPayment {
  /** `unknown`: the provider has none. What failed may yet be paid: payers may try again on the page. */
  state: "pending" | "paid" | "failed" | "reversed" | "unknown";
  /** The provider's id of it; null when it has none (yet). */
  transaction: string | null;
  /** Ours; null where the provider made one, as for transfers to an own account. */
  reference: string | null;
  /** The amount paid, before the provider's fee; 0 until then. */
  amount: Minor;
  /** The provider's fee; null when it isn't reported. */
  fee: Minor | null;
  /** ISO 4217; null when it is unknown. */
  currency: string | null;
  paidAt: Date | null;
  method: PaymentMethod | null;
  /** The number of the own account that it came to, where the provider tells it. */
  account: string | null;
  /** The owner of that account, where the provider tells it. */
  owner: string | null;
  /** The provider's response as admins see it. */
  raw: string;
}

export interface RefundRequest {
  /** From `verify`. */
  transaction: string;
  amount: Minor;
  currency: string;
  /** Ours, of letters, digits and `-`. */
  key: string;
  reason: string;
}

export interface ProviderRefund {
  id: string;
  /** `attention`: the provider cannot send it without a human. */
  state: "pending" | "done" | "failed" | "attention";
  amount: Minor;
  currency: string;
  raw: string;
}

/** A payer's claim at their bank. */
export interface ProviderDispute {
  id: string;
  /** `open`: the provider takes evidence; `answered`: it was given, and the payer's bank decides. */
  state: "open" | "answered" | "won" | "lost";
  /** The amount claimed or lost; null when it isn't reported. */
  amount: Minor | null;
  currency: string;
  /** Until when evidence is taken; null when the provider does not say. */
  dueAt: Date | null;
}

export interface ProviderSettlement {
  id: string;
  settledAt: Date | null;
  currency: string;
  /** The amount that reached the bank; null when it isn't reported. */
  paidOut: Minor | null;
  /** Withheld for refunds, disputes and the like. */
  deducted: Minor;
  lines: ProviderSettlementLine[];
}

export interface ProviderSettlementLine {
  transaction: string;
  reference: string | null;
  /** The amount paid, before the fee. */
  gross: Minor;
  /** Null when the provider does not say. */
  fee: Minor | null;
  currency: string;
}

export interface ProviderWebhook {
  /** The provider's word for what happened: "charge.success". */
  event: string;
  /** Says which request comes next: `verify`, `getRefund`, or none. */
  about: "payment" | "refund" | "other";
  reference: string | null;
  transaction: string | null;
  /** Null where the provider names only the payment: ask for the refunds of that one. */
  refund: string | null;
}

/** Creates the result of `verify` for a payment that the provider doesn't have. */
export function createUnknownPayment(raw: string): VerifiedPayment {
  return {
    state: "unknown",
    transaction: null,
    reference: null,
    amount: 0n,
    fee: null,
    currency: null,
    paidAt: null,
    method: null,
    account: null,
    owner: null,
    raw,
  };
}

/** Splits the name of a person for a provider that asks for two; one word is both. */
export function splitName(name: string): { first: string; last: string } {
  const [first = name, ...rest] = name.trim().split(/\s+/);
  return { first, last: rest.join(" ") || first };
}

/** The failure of a request to a provider. `reason` is for admins and the log, without secrets. */
export abstract class ProviderError extends Error {
  readonly provider: ProviderName;
  readonly reason: string;

  constructor(provider: ProviderName, problem: string, reason: string) {
    super(`${provider} ${problem}: ${reason}`);
    this.provider = provider;
    this.reason = reason;
  }
}

/** The result isn't known: the request may have been carried out or not. */
export class PaymentUnclear extends ProviderError {
  override name = "PaymentUnclear";

  constructor(provider: ProviderName, reason: string) {
    super(provider, "gave no clear response", reason);
  }
}

/** No whole response arrived. */
export class ProviderSilent extends PaymentUnclear {
  override name = "ProviderSilent";
}

/** There was no connection to the provider: nothing was sent. */
export class ProviderUnreachable extends ProviderSilent {
  override name = "ProviderUnreachable";
}

/** The provider rejected the request, and surely did nothing. */
export class PaymentRejected extends ProviderError {
  override name = "PaymentRejected";

  constructor(provider: ProviderName, reason: string) {
    super(provider, "rejected the request", reason);
  }
}

/** @returns undefined, and logs the reason, after no clear response, or a failure as `failure` says */
export const ignoreUnclear = <T>(
  work: Promise<T>,
  failure: typeof ProviderError | typeof PaymentUnclear = PaymentUnclear,
): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (!(error instanceof failure)) throw error;
    log.warn("payment.unclear", { provider: error.provider, reason: error.reason });
    return undefined;
  });

/** Rethrows the rejection of a preliminary request, which says nothing of the whole, as PaymentUnclear. */
export function throwAsUnclear(error: unknown): never {
  if (error instanceof PaymentRejected) throw new PaymentUnclear(error.provider, error.reason);
  throw error;
}
