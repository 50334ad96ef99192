import { createHmac } from "node:crypto";
import type { Answer, Call, Dialect, Happening } from "./dialect.ts";
import { share } from "./dialect.ts";
import { keys } from "./keys.ts";
import { begin, newAccount, openAccount, refund, settlementsOf } from "./till.ts";
import {
  type Account,
  type Dispute,
  find,
  type Payment,
  type Refund,
  type Way,
  type World,
} from "./world.ts";

const MINUTE = 60_000;

/** Paystack as its reference documents it. */
export const paystack: Dialect = {
  name: "paystack",
  bank: "Wema Bank",
  routes: [
    { method: "POST", pattern: /^\/transaction\/initialize$/, name: "start", handle: initialize },
    { method: "GET", pattern: /^\/transaction\/verify\/([^/]+)$/, name: "verify", handle: verify },
    { method: "GET", pattern: /^\/transaction\/(\d+)$/, name: "verify", handle: verify },
    { method: "GET", pattern: /^\/transaction$/, name: "list", handle: list },
    { method: "POST", pattern: /^\/customer$/, name: "customer", handle: createCustomer },
    { method: "GET", pattern: /^\/customer\/([^/]+)$/, name: "customer", handle: fetchCustomer },
    { method: "POST", pattern: /^\/dedicated_account$/, name: "account", handle: createAccount },
    { method: "POST", pattern: /^\/dedicated_account\/assign$/, name: "account", handle: assign },
    { method: "GET", pattern: /^\/dedicated_account\/requery$/, name: "requery", handle: requery },
    { method: "POST", pattern: /^\/refund$/, name: "refund", handle: createRefund },
    { method: "GET", pattern: /^\/refund$/, name: "refunds", handle: listRefunds },
    { method: "GET", pattern: /^\/refund\/(\d+)$/, name: "refundState", handle: fetchRefund },
    { method: "GET", pattern: /^\/dispute$/, name: "disputes", handle: listDisputes },
    { method: "GET", pattern: /^\/settlement$/, name: "settlements", handle: listSettlements },
    { method: "GET", pattern: /^\/settlement\/(\d+)\/transactions$/, name: "settled", handle: listSettled },
  ],
  refuse: (call) =>
    call.headers.authorization === `Bearer ${keys.PAYSTACK_SECRET_KEY}` || isShop(call)
      ? null
      : no("Invalid key", "invalid_Key", 401),
  transaction: (id) => `T${id}`,
  fee: feeOf,
  notice,
  lie(body, { amount, currency }) {
    const data = body.data as Record<string, unknown>;
    if (amount !== undefined) data.amount = Number(amount);
    if (currency !== undefined) data.currency = currency;
  },
  sign: (body, shopKey) => ({
    "x-paystack-signature": createHmac("sha512", shopKey ?? keys.PAYSTACK_SECRET_KEY)
      .update(body)
      .digest("hex"),
  }),
  // Every 3 minutes four times, then hourly for 72 hours.
  retries: [...Array<number>(4).fill(3 * MINUTE), ...Array<number>(72).fill(60 * MINUTE)],
  returns: ({ reference }) => ({ trxref: reference, reference }),
};

const isShop = ({ world, headers }: Call) => headers.authorization === `Bearer ${world.settings.shopKey}`;

/** A payment of whoever asks. */
function theirs(call: Call, name: string): Payment | undefined {
  const payment = find(call.world, "paystack", name);
  return payment?.ofShop === isShop(call) ? payment : undefined;
}

const CHANNELS: Record<string, Way> = { card: "card", bank_transfer: "transfer", ussd: "ussd" };

function ok(message: string, data?: unknown, meta?: unknown): Answer {
  return {
    status: 200,
    body: { status: true, message, ...(data !== undefined && { data }), ...(meta !== undefined && { meta }) },
  };
}

function no(message: string, code: string, status = 400): Answer {
  return {
    status,
    body: { status: false, message, meta: { nextStep: "Try again" }, type: "validation_error", code },
  };
}

function initialize(call: Call): Answer {
  const { world, body } = call;
  const { email, reference, currency = "NGN", callback_url = null, channels } = body;
  if (!/^[^@\s]+@[^@\s]+$/.test(email ?? "")) return no("Invalid Email Address Passed", "invalid_params");
  if (!/^[1-9]\d*$/.test(String(body.amount))) return no("Invalid amount passed", "invalid_params");
  if (!/^[\w.=-]+$/.test(reference ?? ""))
    return no("Invalid character in transaction reference", "invalid_params");
  if (currency !== "NGN") return no("Currency not supported by merchant", "unsupported_currency");
  if (find(world, "paystack", reference)) return no("Duplicate Transaction Reference", "duplicate_reference");
  const ways = ((channels ?? Object.keys(CHANNELS)) as string[]).flatMap((name) => CHANNELS[name] ?? []);
  const asked = BigInt(body.amount);
  const payment = begin(world, paystack, {
    reference,
    asked,
    currency,
    email,
    name: email,
    ways,
    returnTo: callback_url,
    ofShop: isShop(call),
  });
  const access_code = `${payment.id}`;
  const authorization_url = `${world.url}/paystack/pay/${access_code}`;
  return ok("Authorization URL created", { authorization_url, access_code, reference });
}

function verify(call: Call): Answer {
  const payment = theirs(call, call.caught[0] ?? "");
  if (!payment) return no("Transaction reference not found.", "transaction_not_found");
  return ok("Verification successful", transactionData(payment));
}

function list({ world, query }: Call): Answer {
  const customer = world.customers.find(({ id }) => String(id) === query.get("customer"));
  const from = Date.parse(query.get("from") ?? "1970-01-01");
  const found = world.payments.filter(
    (one) =>
      one.provider === "paystack" &&
      (!query.has("customer") || one.email === customer?.email) &&
      (!query.has("status") || statusOf(one) === query.get("status")) &&
      one.createdAt >= from,
  );
  return pageOf("Transactions retrieved", found.reverse(), query, transactionData);
}

function pageOf<T>(message: string, all: T[], query: URLSearchParams, tell: (one: T) => unknown): Answer {
  const [perPage, page] = [Number(query.get("perPage") ?? 50), Number(query.get("page") ?? 1)];
  const meta = {
    ...{ total: all.length, skipped: 0, perPage, page },
    pageCount: Math.ceil(all.length / perPage),
  };
  return ok(message, all.slice((page - 1) * perPage, page * perPage).map(tell), meta);
}

function createCustomer({ world, body }: Call): Answer {
  const known = world.customers.find((one) => one.provider === "paystack" && one.email === body.email);
  const name = `${body.first_name ?? ""} ${body.last_name ?? ""}`.trim();
  const customer = known ?? { provider: "paystack" as const, id: world.nextId++, email: body.email, name };
  if (!known) world.customers.push(customer);
  return ok("Customer created", customerData(world, customer));
}

function fetchCustomer({ world, caught: [name = ""] }: Call): Answer {
  const customer = world.customers.find(({ id, email }) => email === name || `CUS_${id}` === name);
  if (!customer) return no("Customer code/email specified is invalid", "customer_not_found", 404);
  return ok("Customer retrieved", customerData(world, customer));
}

function createAccount({ world, body }: Call): Answer {
  const customer = world.customers.find(({ id }) => `CUS_${id}` === body.customer);
  if (!customer) return no("Customer not found", "customer_not_found", 404);
  const { email, name } = customer;
  const account = newAccount(world, paystack, { owner: `CUS_${customer.id}`, email, holder: name });
  return ok("NUBAN successfully created", {
    ...accountData(account),
    customer: customerData(world, customer),
  });
}

function assign({ world, body }: Call): Answer {
  if (!/^\d{11}$/.test(body.bvn ?? "")) return no("BVN must be 11 digits long", "invalid_params");
  createCustomer({ world, body } as Call);
  const customer = world.customers.find(({ email }) => email === body.email);
  if (!customer) return no("Customer not found", "customer_not_found", 404);
  const { email, name } = customer;
  const account = newAccount(world, paystack, { owner: `CUS_${customer.id}`, email, holder: name }, false);
  if (world.settings.refundMs !== null)
    world.gate.later(world.settings.refundMs, () => void openAccount(world, paystack, account));
  return ok("Assign dedicated account in progress");
}

function requery({ world, query }: Call): Answer {
  const known = world.accounts.some(({ number }) => number === query.get("account_number"));
  if (!known) return no("Dedicated account not found", "not_found", 404);
  return ok(
    "We are checking the status of your transfer. We will send you a notification once it is confirmed",
  );
}

function createRefund({ world, body }: Call): Answer {
  const payment = find(world, "paystack", String(body.transaction ?? ""));
  if (!payment) return no("Transaction not found", "transaction_not_found", 404);
  const amount = body.amount === undefined ? payment.amount : BigInt(body.amount);
  const key = String(body.merchant_note ?? "");
  const made = refund(world, paystack, { key, payment, amount, reason: body.customer_note ?? "" });
  if (!made) return no("Transaction has been fully reversed", "transaction_reversed");
  const { id, reference, amount: paid } = payment;
  const transaction = { id, domain: "test", reference, amount: Number(paid), currency: payment.currency };
  const asked = { fully_deducted: false, expected_at: createdAt(made), updatedAt: createdAt(made) };
  return ok("Refund has been queued for processing", { ...refundData(made), ...asked, transaction });
}

function listRefunds({ world, query }: Call): Answer {
  const found = world.refunds.filter(
    (one) =>
      one.provider === "paystack" &&
      (!query.has("transaction") || String(one.payment.id) === query.get("transaction")),
  );
  return ok("Refunds retrieved", found.map(refundData), {
    total: found.length,
    page: 1,
    pageCount: 1,
    perPage: 50,
  });
}

function fetchRefund({ world, caught: [id] }: Call): Answer {
  const found = world.refunds.find((one) => one.provider === "paystack" && String(one.id) === id);
  return found ? ok("Refund retrieved", refundData(found)) : no("Refund not found", "refund_not_found", 404);
}

function listDisputes(call: Call): Answer {
  const { world, query } = call;
  const found = world.disputes.filter(
    ({ provider, payment }) =>
      provider === "paystack" &&
      payment.ofShop === isShop(call) &&
      (!query.has("transaction") || String(payment.id) === query.get("transaction")),
  );
  return pageOf("Disputes retrieved", found.reverse(), query, disputeData);
}

const DISPUTE_STATES = {
  open: ["awaiting-merchant-feedback", null],
  answered: ["awaiting-bank-feedback", null],
  won: ["resolved", "declined"],
  lost: ["resolved", "merchant-accepted"],
} as const;

function disputeData({ id, payment, amount, state, createdAt: at, dueAt }: Dispute) {
  const [status, resolution] = DISPUTE_STATES[state];
  return {
    ...{ id, refund_amount: Number(amount), currency: payment.currency, status, resolution, domain: "test" },
    transaction: transactionData(payment),
    ...{ transaction_reference: null, category: "chargeback", customer: null, bin: null, last4: null },
    dueAt: new Date(dueAt).toISOString(),
    resolvedAt: resolution === null ? null : new Date().toISOString(),
    ...{ evidence: null, attachments: null, note: null, history: [], messages: [] },
    createdAt: new Date(at).toISOString(),
    updatedAt: new Date(at).toISOString(),
  };
}

function listSettlements({ world, query }: Call): Answer {
  const from = Date.parse(query.get("from") ?? "1970-01-01");
  const found = settlementsOf(world, paystack).filter(({ at }) => at >= from);
  return pageOf("Settlements retrieved", found, query, ({ id, at, paidOut, lines }) => ({
    id,
    domain: "test",
    status: "success",
    currency: "NGN",
    integration: 1,
    total_amount: Number(paidOut),
    effective_amount: Number(paidOut),
    total_fees: Number(lines.reduce((sum, { fee }) => sum + fee, 0n)),
    total_processed: Number(lines.reduce((sum, { amount }) => sum + amount, 0n)),
    deductions: null,
    settlement_date: new Date(at).toISOString(),
    settled_by: null,
    createdAt: new Date(at).toISOString(),
    updatedAt: new Date(at).toISOString(),
  }));
}

function listSettled({ world, caught: [id], query }: Call): Answer {
  const found = world.settlements.find((one) => one.provider === "paystack" && String(one.id) === id);
  if (!found) return no("Settlement not found", "not_found", 404);
  return pageOf("Transactions retrieved", found.lines, query, (line) => ({
    id: line.id,
    domain: "test",
    status: "success",
    reference: line.reference,
    amount: Number(line.amount),
    message: null,
    gateway_response: "Approved",
    paid_at: new Date(found.at).toISOString(),
    created_at: new Date(found.at).toISOString(),
    channel: "card",
    currency: line.currency,
    ip_address: null,
    metadata: null,
    log: null,
    fees: Number(line.fee),
    customer: null,
    authorization: null,
    plan: null,
  }));
}

/** 1.5 % and ₦100 (not below ₦2,500), at most ₦2,000; 1 %, at most ₦300, for transfers to an own account. */
function feeOf({ amount, account }: Payment): bigint {
  if (account) return share(amount, 10n, 0n, 30_000n);
  return share(amount, 15n, amount < 250_000n ? 0n : 10_000n, 200_000n);
}

function statusOf({ status }: Payment): string {
  return { open: "abandoned", pending: "ongoing", paid: "success", failed: "failed", reversed: "reversed" }[
    status
  ];
}

function transactionData(payment: Payment) {
  const { id, reference, amount, asked, fee, currency, way, account, createdAt, paidAt } = payment;
  const moved = payment.status === "paid" || payment.status === "reversed";
  const channel = account ? "dedicated_nuban" : way === "transfer" ? "bank_transfer" : (way ?? "card");
  const at = paidAt === null ? null : new Date(paidAt).toISOString();
  return {
    id,
    domain: "test",
    status: statusOf(payment),
    reference,
    receipt_number: null,
    amount: Number(moved ? amount : (asked ?? 0n)),
    requested_amount: Number(asked ?? amount),
    message: null,
    gateway_response: moved ? "Approved" : "The transaction was not completed",
    paid_at: at,
    paidAt: at,
    created_at: new Date(createdAt).toISOString(),
    channel,
    currency,
    metadata: "",
    fees: moved ? Number(fee) : null,
    authorization: account
      ? {
          channel,
          card_type: "transfer",
          sender_bank_account_number: "XXXXXX0010",
          receiver_bank_account_number: account.number,
          receiver_bank: account.bank,
        }
      : {},
    customer: person({ id: 1, email: payment.email, name: payment.name, code: account?.owner ?? "CUS_1" }),
    ...NOTHING_MORE,
    createdAt: new Date(createdAt).toISOString(),
    transaction_date: new Date(createdAt).toISOString(),
  };
}

/** What is there in every answer about a transaction, and empty for those that are made here. */
const NOTHING_MORE = {
  ...{ ip_address: null, log: null, fees_split: null, plan: null, split: {}, order_id: null, source: null },
  ...{ pos_transaction_data: null, fees_breakdown: null, connect: null, subaccount: {}, plan_object: {} },
};

function person({ id, email, name, code }: { id: number; email: string; name: string; code: string }) {
  const [first_name, ...rest] = name.split(" ");
  return {
    ...{ id, first_name, last_name: rest.join(" "), email, customer_code: code, phone: null },
    ...{ metadata: null, risk_action: "default", international_format_phone: null },
  };
}

const OPENED = "2026-01-01T00:00:00.000Z";

function accountData({ id, number, bank, holder, open }: Account) {
  return {
    bank: { name: bank, id: 20, slug: "wema-bank" },
    account_name: holder,
    account_number: number,
    assigned: open,
    currency: "NGN",
    metadata: null,
    active: open,
    id,
    created_at: OPENED,
    updated_at: OPENED,
  };
}

function customerData({ accounts }: World, { id, email, name }: { id: number; email: string; name: string }) {
  const account = accounts.find((one) => one.owner === `CUS_${id}` && one.open);
  return {
    ...person({ id, email, name, code: `CUS_${id}` }),
    ...{ transactions: [], subscriptions: [], authorizations: [], identified: false },
    ...{ domain: "test", integration: 1 },
    dedicated_account: account ? accountData(account) : null,
  };
}

const REFUND_STATES = {
  pending: "pending",
  done: "processed",
  failed: "failed",
  attention: "needs-attention",
};

const createdAt = ({ createdAt: at }: Refund) => new Date(at).toISOString();

function refundData(refund: Refund) {
  const { id, payment, amount, key, reason, state } = refund;
  return {
    id,
    integration: 1,
    domain: "test",
    transaction: payment.id,
    dispute: null,
    amount: Number(amount),
    deducted_amount: 0,
    fully_deducted: 0,
    refunded_by: "portal@example.com",
    currency: payment.currency,
    channel: null,
    status: REFUND_STATES[state],
    customer_note: reason,
    merchant_note: key,
    createdAt: createdAt(refund),
  };
}

function notice(happening: Happening): { event: string; body: Record<string, unknown> } | null {
  const told = (event: string, data: unknown) => ({ event, body: { event, data } });
  switch (happening.kind) {
    case "paid":
      return told("charge.success", transactionData(happening.payment));
    case "disputed":
      return told("charge.dispute.create", {
        id: happening.payment.id + 1,
        refund_amount: Number(happening.payment.amount),
        currency: happening.payment.currency,
        status: "awaiting-merchant-feedback",
        transaction: transactionData(happening.payment),
      });
    case "dispute": {
      const over = happening.dispute.state === "won" || happening.dispute.state === "lost";
      const event = over ? "resolve" : happening.dispute.state === "open" ? "create" : "remind";
      return told(`charge.dispute.${event}`, disputeData(happening.dispute));
    }
    case "refund": {
      const { payment, amount, state } = happening.refund;
      return told(`refund.${REFUND_STATES[state]}`, {
        status: REFUND_STATES[state],
        transaction_reference: payment.reference,
        refund_reference: state === "done" ? `TRF_${happening.refund.id}` : null,
        amount: String(amount),
        currency: payment.currency,
        domain: "test",
      });
    }
    case "account":
      return told("dedicatedaccount.assign.success", {
        customer: { email: happening.account.email, customer_code: happening.account.owner },
        dedicated_account: accountData(happening.account),
        identification: { status: "success" },
      });
  }
}
