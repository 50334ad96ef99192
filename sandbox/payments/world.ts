import { Gate } from "../gate.ts";
import { Log } from "../log.ts";
import { FaultList } from "./faults.ts";

export const providers = ["paystack", "monnify", "flutterwave"] as const;
export type ProviderName = (typeof providers)[number];
export const ways = ["card", "transfer", "ussd"] as const;
export type Way = (typeof ways)[number];

/** The truth about one payment. Money in minor units, times in ms. */
export interface Payment {
  provider: ProviderName;
  id: number;
  /** The portal's; the provider's own for a transfer to an account number. */
  reference: string;
  /** The provider's name for it. */
  transaction: string;
  status: "open" | "pending" | "paid" | "failed" | "reversed";
  /** What was asked for; null for a transfer to an account number. */
  asked: bigint | null;
  /** What was really paid. */
  amount: bigint;
  fee: bigint;
  currency: string;
  way: Way | null;
  ways: Way[];
  email: string;
  name: string;
  returnTo: string | null;
  /** It was begun with a shop's own key. */
  ofShop: boolean;
  account: Account | null;
  createdAt: number;
  paidAt: number | null;
}

/** An account number that belongs to one payer. */
export interface Account {
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

export interface Refund {
  provider: ProviderName;
  id: number;
  /** The portal's name for it, where the provider takes one. */
  key: string;
  payment: Payment;
  amount: bigint;
  reason: string;
  state: "pending" | "done" | "failed" | "attention";
  createdAt: number;
}

/** What a payer's bank asks back of a payment. */
export interface Dispute {
  provider: ProviderName;
  id: number;
  payment: Payment;
  amount: bigint;
  state: "open" | "answered" | "won" | "lost";
  createdAt: number;
  /** Until when evidence is taken. */
  dueAt: number;
}

/** What went to the operator's bank at once. */
export interface Settlement {
  provider: ProviderName;
  id: number;
  at: number;
  /** What came to the bank. */
  paidOut: bigint;
  lines: SettledLine[];
}

/** One transaction in it, as the provider tells it: true unless a fault made it otherwise. */
export type SettledLine = Pick<Payment, "transaction" | "reference" | "amount" | "fee" | "currency"> & {
  /** Of Paystack's own. */
  id: number;
};

interface Customer {
  provider: ProviderName;
  id: number;
  email: string;
  name: string;
}

/** What happened, in order: the judge of every test. */
export type Entry = { n: number; version: number; at: number; provider: ProviderName } & Event;
export type Event =
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
  | { what: "refund"; key: string; transaction: string; amount: bigint; state: Refund["state"] }
  | {
      what: "notice";
      event: string;
      body: string;
      fault: string | null;
      tries: number;
      status: number | null;
    };

export interface Settings {
  /** Where notices go: `{notices}/{provider}/notice`; null sends none. */
  notices: string | null;
  /** Where those of a shop's own account go, as the shop told the provider: the whole address. */
  shopNotices: string | null;
  /** The one Paystack key of the shop that is taken, and that signs. */
  shopKey: string;
  /** How much faster than documented notices are sent again. */
  haste: number;
  /** How long a notice comes after the payment, in ms. */
  noticeMs: number;
  /** How long a refund is pending, in ms; null until it is settled through the control address. */
  refundMs: number | null;
  /** How long a payment waits for its settlement, in ms; null until `pay-out` is done through the control address. */
  payOutMs: number | null;
}

/** The whole state of the three providers. */
export interface World {
  beginning: Settings;
  settings: Settings;
  payments: Payment[];
  accounts: Account[];
  refunds: Refund[];
  disputes: Dispute[];
  settlements: Settlement[];
  customers: Customer[];
  /** Answers by idempotency key. */
  answered: Map<string, unknown>;
  tokens: Map<string, number>;
  /** Notices that wait for another, or to be released. */
  kept: { why: "reordered" | "late"; send: () => void }[];
  faults: FaultList;
  gate: Gate;
  log: Log<Entry>;
  /** Where the service is, for the addresses of its pages. */
  url: string;
  /** Goes on over resets, so that ids never come twice. */
  nextId: number;
}

export function newWorld(settings: Settings): World {
  const nextId = 1_000_000 + Math.floor((Date.now() - Date.UTC(2020, 0)) / 100);
  return { ...begun(settings), log: new Log<Entry>(), url: "", nextId };
}

/** Everything as at the beginning; whoever waits is dropped. */
export function resetWorld(world: World) {
  world.gate.drop();
  world.log.clear();
  Object.assign(world, begun(world.beginning));
}

function begun(settings: Settings): Omit<World, "log" | "url" | "nextId"> {
  return {
    beginning: settings,
    settings: { ...settings },
    payments: [],
    accounts: [],
    refunds: [],
    disputes: [],
    settlements: [],
    customers: [],
    answered: new Map(),
    tokens: new Map(),
    kept: [],
    faults: new FaultList(),
    gate: new Gate(1),
  };
}

/** Writes down what happened; the entry may be changed and `touch`ed later. */
export function note<E extends Event>(world: World, provider: ProviderName, event: E): Entry & E {
  const { log } = world;
  const entry = { n: log.entries.length + 1, version: 0, at: Date.now(), provider, ...event } as Entry & E;
  log.add(entry);
  return entry;
}

/** A payment by either of its names. */
export function find(world: World, provider: ProviderName, name: string): Payment | undefined {
  return world.payments.find(
    (one) => one.provider === provider && [one.reference, one.transaction, String(one.id)].includes(name),
  );
}
