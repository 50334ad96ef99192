import type { Minor } from "#lib/core/money";

export const PROVIDERS = ["paystack", "monnify", "flutterwave"] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** How a payer may pay on the provider's page. */
export const WAYS = ["card", "transfer", "ussd"] as const;
export type Way = (typeof WAYS)[number];

/** What a provider may demand before it opens an account: a bank verification number, or a national identity number. */
export const IDENTITIES = ["bvn", "nin"] as const;
export type IdentityKind = (typeof IDENTITIES)[number];

/**
 * What the portal asks a payment provider. Money is in minor units of its currency. Every verb but `readNotice` throws
 * PaymentUnanswered when nothing definite is known, so that what was asked for may have happened, and PaymentRefused
 * when the provider surely did nothing; asking again is safe for all of them.
 */
export interface Provider {
  name: ProviderName;

  /** What it opens an account by; empty where it demands none. */
  demands: readonly IdentityKind[];

  /**
   * Begins a payment on the provider's page. The same reference twice is one payment: the second time it is the same
   * page, or refused where the provider tells a page only once.
   */
  start(input: StartPayment): Promise<StartedPayment>;

  /**
   * Gives a payer an account number of their own, whose transfers arrive as payments of their own. The same owner twice
   * is one account: while it is `pending`, ask again.
   */
  openAccount(input: OpenAccount): Promise<OwnAccount>;

  /** What the provider says of one payment now. */
  verify(of: { reference: string } | { transaction: string }): Promise<Verified>;

  /** The payments that came to an own account since then. Makes the provider look for missing ones, where it can. */
  received(to: { owner: string; email: string; number: string; since: Date }): Promise<Verified[]>;

  /**
   * Sends (a part of) a payment back to its payer. The same key again is the same refund, unless two callers ask at the
   * same time.
   */
  refund(input: RefundPayment): Promise<Refund>;

  /** What became of a refund, by its id. */
  refundState(refund: string): Promise<Refund>;

  /** The disputes about a transaction; only where the provider tells them apart from what is reversed. */
  disputes?(transaction: string): Promise<Dispute[]>;

  /**
   * What was paid out to the operator's bank since then, but for what is known already, one settlement at a time. Some
   * providers list their settlements; one only says in which a transaction is, and is asked about those that wait.
   */
  settlements(of: {
    since: Date;
    known: ReadonlySet<string>;
    waiting: readonly string[];
  }): AsyncIterable<Settlement>;

  /** Reads a notice whose signature is right; undefined when it is not. It only admits: what it says is to be verified. */
  readNotice(raw: Uint8Array, headers: Headers): Notice | undefined;
}

export interface StartPayment {
  /** Ours, of 6 to 42 letters, digits and `-`. */
  reference: string;
  amount: Minor;
  currency: string;
  email: string;
  name: string;
  /** Where the payer comes back to, paid or not. */
  returnTo: string;
  ways: Way[];
}

export interface StartedPayment {
  /** Where the payer pays. */
  page: string;
  expiresAt: Date | null;
}

export interface OpenAccount {
  /** Who has the account: the provider's name for it, of 3 to 39 letters, digits and `-`. */
  owner: string;
  name: string;
  email: string;
  /** In E.164. */
  phone: string;
  /** For the provider alone: never kept or logged. */
  identity?: { kind: IdentityKind; number: string };
}

export type OwnAccount =
  | { state: "pending" }
  | { state: "open"; number: string; bank: string; holder: string };

export interface Verified {
  /** `unknown`: the provider has no such payment. What failed may yet be paid: payers may try again on the same page. */
  state: "pending" | "paid" | "failed" | "reversed" | "unknown";
  /** The provider's id of it; null when it has none (yet). */
  transaction: string | null;
  /** Ours; null where the provider made one, as for transfers to an own account. */
  reference: string | null;
  /** What was really paid, before the provider's fee; 0 while nothing is. */
  amount: Minor;
  /** What the provider keeps of it; null when it does not say. */
  fee: Minor | null;
  /** ISO 4217; null when it is unknown. */
  currency: string | null;
  paidAt: Date | null;
  way: Way | null;
  /** The number of the own account that it came to, where the provider tells it. */
  account: string | null;
  /** The owner of that account, where the provider tells it. */
  owner: string | null;
  /** The provider's answer as admins see it. */
  raw: string;
}

export interface RefundPayment {
  /** As `verify` told it. */
  transaction: string;
  amount: Minor;
  currency: string;
  /** Ours, of letters, digits and `-`. */
  key: string;
  reason: string;
}

export interface Refund {
  id: string;
  /** `attention`: the provider cannot send it without a human. */
  state: "pending" | "done" | "failed" | "attention";
  amount: Minor;
  currency: string;
  raw: string;
}

/** What a payer's bank asks back. */
export interface Dispute {
  id: string;
  /** `open`: the provider takes evidence; `answered`: it was given, and the payer's bank decides. */
  state: "open" | "answered" | "won" | "lost";
  /** What the payer wants back, or got; null when the provider does not say. */
  amount: Minor | null;
  currency: string;
  /** Until when evidence is taken; null when the provider does not say. */
  dueAt: Date | null;
}

export interface Settlement {
  id: string;
  settledAt: Date | null;
  currency: string;
  /** What came to the bank; null when the provider does not say. */
  paidOut: Minor | null;
  /** What was kept back of it for refunds, disputes and the like. */
  deducted: Minor;
  lines: SettledLine[];
}

/** One transaction of a settlement. */
export interface SettledLine {
  transaction: string;
  reference: string | null;
  /** What was paid, before the fee. */
  gross: Minor;
  /** Null when the provider does not say. */
  fee: Minor | null;
  currency: string;
}

export interface Notice {
  /** The same for the same notice sent again. */
  id: string;
  /** The provider's word for what happened: "charge.success". */
  event: string;
  /** What it is about: `verify` by the reference or transaction, `refundState`, `openAccount` again, or nothing. */
  about: "payment" | "refund" | "account" | "other";
  reference: string | null;
  transaction: string | null;
  /** Null where the provider names only the payment: ask for the refunds of that one. */
  refund: string | null;
  /** The number of the own account. */
  account: string | null;
}

/** What `verify` says of a payment that the provider does not have. */
export function unknownPayment(raw: string): Verified {
  return {
    state: "unknown",
    transaction: null,
    reference: null,
    amount: 0n,
    fee: null,
    currency: null,
    paidAt: null,
    way: null,
    account: null,
    owner: null,
    raw,
  };
}

/** Nothing definite is known: what was asked for may have happened or not. */
export class PaymentUnanswered extends Error {
  readonly provider: ProviderName;
  /** Words for admins and the log, without secrets. */
  readonly why: string;

  constructor(provider: ProviderName, why: string) {
    super(`${provider} gave no clear answer: ${why}`);
    this.name = "PaymentUnanswered";
    this.provider = provider;
    this.why = why;
  }
}

/** The provider refused, and surely did nothing. */
export class PaymentRefused extends Error {
  readonly provider: ProviderName;
  /** The provider's words, for admins and the log. */
  readonly why: string;

  constructor(provider: ProviderName, why: string) {
    super(`${provider} refused: ${why}`);
    this.name = "PaymentRefused";
    this.provider = provider;
    this.why = why;
  }
}

/** For a question on the way to what was asked for: that it was refused says nothing of the whole. */
export function unsure(error: unknown): never {
  if (error instanceof PaymentRefused) throw new PaymentUnanswered(error.provider, error.why);
  throw error;
}
