import { EventLog } from "#sandbox/log";
import { RequestGate } from "#sandbox/request-gate";
import type { ProviderDialect } from "./dialect.ts";
import { PaymentFaultList } from "./faults.ts";

export const SANDBOX_PROVIDERS = ["paystack", "monnify", "flutterwave"] as const;
export type ProviderName = (typeof SANDBOX_PROVIDERS)[number];
export const SANDBOX_PAYMENT_METHODS = ["card", "transfer", "ussd"] as const;
export type ProviderMethod = (typeof SANDBOX_PAYMENT_METHODS)[number];

/** The truth about one payment. Money in minor units, times in ms. */
export interface SandboxPayment {
  provider: ProviderName;
  id: number;
  /** The portal's; the provider's own for a transfer to an account number. */
  reference: string;
  /** The provider's name for it. */
  transaction: string;
  status: "open" | "pending" | "paid" | "failed" | "reversed";
  /** The requested amount; null for a transfer to an account number. */
  requested: bigint | null;
  /** The paid amount. */
  amount: bigint;
  fee: bigint;
  currency: string;
  method: ProviderMethod | null;
  ways: ProviderMethod[];
  email: string;
  name: string;
  returnTo: string | null;
  /** Started with a shop's own key. */
  ofShop: boolean;
  account: SandboxAccount | null;
  createdAt: number;
  paidAt: number | null;
}

/** An account number that belongs to one payer. */
export interface SandboxAccount {
  provider: ProviderName;
  id: number;
  /** The portal's name for the payer, or the provider's for the customer. */
  owner: string;
  email: string;
  number: string;
  bank: string;
  holder: string;
  open: boolean;
}

export interface SandboxRefund {
  provider: ProviderName;
  id: number;
  /** The portal's name for it, where the provider takes one. */
  key: string;
  payment: SandboxPayment;
  amount: bigint;
  reason: string;
  state: "pending" | "done" | "failed" | "attention";
  createdAt: number;
}

/** A demand of a payer's bank to get a payment back. */
export interface SandboxDispute {
  provider: ProviderName;
  id: number;
  payment: SandboxPayment;
  amount: bigint;
  state: "open" | "answered" | "won" | "lost";
  createdAt: number;
  /** The deadline for evidence. */
  dueAt: number;
}

/** A payout to the operator's bank. */
export interface SandboxSettlement {
  provider: ProviderName;
  id: number;
  at: number;
  /** The amount that reached the bank. */
  paidOut: bigint;
  lines: SettledTransaction[];
}

/** One transaction in it, as the provider reports it: true unless a fault falsified it. */
export type SettledTransaction = Pick<
  SandboxPayment,
  "transaction" | "reference" | "amount" | "fee" | "currency"
> & {
  /** Paystack's own. */
  id: number;
};

export interface SandboxCustomer {
  provider: ProviderName;
  id: number;
  email: string;
  name: string;
  /** Where the provider keeps one. */
  phone?: string;
}

/** An event, in order: tests rely on it. */
export type PaymentsLogEntry = {
  n: number;
  version: number;
  at: number;
  provider: ProviderName;
} & PaymentsLogEvent;
export type PaymentsLogEvent =
  | {
      what: "request";
      route: string;
      method: string;
      path: string;
      body: unknown;
      fault: string | null;
      status: number | null;
    }
  | {
      what: "charged" | "failed" | "reversed";
      reference: string;
      transaction: string;
      amount: bigint;
      currency: string;
    }
  | { what: "settled"; settlement: number; transaction: string; amount: bigint; fee: bigint }
  | { what: "refund"; key: string; transaction: string; amount: bigint; state: SandboxRefund["state"] }
  | {
      what: "webhook";
      event: string;
      body: string;
      fault: string | null;
      tries: number;
      status: number | null;
    };

export interface PaymentsSettings {
  /** The address for webhooks: `{webhooks}/{provider}/webhook`; null sends none. */
  webhooks: string | null;
  /**
   * The address for webhooks of a shop's own account, as the shop entered it at the provider: the whole
   * address.
   */
  shopWebhooks: string | null;
  /** The one accepted Paystack key of the shop, which also signs. */
  shopKey: string;
  /** The factor by which webhooks are repeated faster than documented. */
  haste: number;
  /** The delay of a webhook after the payment, in ms. */
  webhookMs: number;
  /** The time for which a refund is pending, in ms; null until it is settled through the control address. */
  refundMs: number | null;
  /**
   * The time for which a payment waits for its settlement, in ms; null until `pay-out` is called at the
   * control address.
   */
  payOutMs: number | null;
}

/** The whole state of the three providers. */
export interface PaymentsWorld {
  dialects: Record<ProviderName, ProviderDialect>;
  beginning: PaymentsSettings;
  settings: PaymentsSettings;
  payments: SandboxPayment[];
  accounts: SandboxAccount[];
  refunds: SandboxRefund[];
  disputes: SandboxDispute[];
  settlements: SandboxSettlement[];
  customers: SandboxCustomer[];
  /** Responses by idempotency key. */
  answered: Map<string, unknown>;
  tokens: Map<string, number>;
  /** Webhooks that wait for another, or to be released. */
  held: { reason: "reordered" | "late"; send: () => void }[];
  faults: PaymentFaultList;
  gate: RequestGate;
  log: EventLog<PaymentsLogEntry>;
  /** The address of the service, for the addresses of its pages. */
  url: string;
  /** Continues over resets, so that ids never repeat. */
  nextId: number;
}

export function createPaymentsWorld(
  settings: PaymentsSettings,
  dialects: PaymentsWorld["dialects"],
): PaymentsWorld {
  const nextId = 1_000_000 + Math.floor((Date.now() - Date.UTC(2020, 0)) / 100);
  return {
    ...createInitialWorld(settings),
    dialects,
    log: new EventLog<PaymentsLogEntry>(),
    url: "",
    nextId,
  };
}

/** Resets everything; waiting requests are dropped. */
export function resetPaymentsWorld(world: PaymentsWorld) {
  world.gate.drop();
  world.log.clear();
  Object.assign(world, createInitialWorld(world.beginning));
}

function createInitialWorld(settings: PaymentsSettings) {
  return {
    beginning: settings,
    settings: { ...settings },
    payments: [],
    accounts: [],
    refunds: [],
    disputes: [],
    settlements: [],
    customers: [],
    answered: new Map<string, unknown>(),
    tokens: new Map<string, number>(),
    held: [],
    faults: new PaymentFaultList(),
    gate: new RequestGate(1),
  };
}

/** Adds an event; the entry may be changed and `touch`ed later. */
export function appendLogEntry<E extends PaymentsLogEvent>(
  world: PaymentsWorld,
  provider: ProviderName,
  event: E,
): PaymentsLogEntry & E {
  const { log } = world;
  const entry = {
    n: log.entries.length + 1,
    version: 0,
    at: Date.now(),
    provider,
    ...event,
  } as PaymentsLogEntry & E;
  log.add(entry);
  return entry;
}

/** Finds a payment by either of its names. */
export function findProviderPayment(
  world: PaymentsWorld,
  provider: ProviderName,
  name: string,
): SandboxPayment | undefined {
  return world.payments.find(
    (payment) =>
      payment.provider === provider &&
      [payment.reference, payment.transaction, String(payment.id)].includes(name),
  );
}
