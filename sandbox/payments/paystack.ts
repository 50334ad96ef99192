import { createHmac } from "node:crypto";
import type { PaymentEvent, ProviderCall, ProviderDialect, ProviderReply } from "./dialect.ts";
import { calculateFee } from "./dialect.ts";
import { SANDBOX_KEYS } from "./keys.ts";
import {
  activateAccount,
  createAccountNumber,
  createProviderPayment,
  createProviderRefund,
  listProviderSettlements,
} from "./payment-actions.ts";
import {
  findProviderPayment,
  type PaymentsWorld,
  type ProviderMethod,
  type SandboxAccount,
  type SandboxCustomer,
  type SandboxDispute,
  type SandboxPayment,
  type SandboxRefund,
} from "./world.ts";

const MINUTE_MS = 60_000;

/** Paystack as its reference documents it. */
export const paystackDialect: ProviderDialect = {
  name: "paystack",
  bank: "Wema Bank",
  routes: {
    "POST /transaction/initialize": ["start", initialiseTransaction],
    "GET /transaction/verify/*": ["verify", verifyTransaction],
    "GET /transaction/*": ["verify", verifyTransaction],
    "GET /transaction": ["list", listTransactions],
    "POST /customer": ["customer", createCustomer],
    "GET /customer/*": ["customer", fetchCustomer],
    "POST /dedicated_account": ["account", createAccount],
    "POST /dedicated_account/assign": ["account", assignAccount],
    "GET /dedicated_account/requery": ["requery", requeryAccount],
    "POST /refund": ["refund", createRefund],
    "GET /refund": ["refunds", listRefunds],
    "GET /refund/*": ["refundState", fetchRefund],
    "GET /dispute": ["disputes", listDisputes],
    "GET /settlement": ["settlements", listSettlements],
    "GET /settlement/*/transactions": ["settled", listSettledTransactions],
  },
  refuse: (call) =>
    call.headers.authorization === `Bearer ${SANDBOX_KEYS.PAYSTACK_SECRET_KEY}` || isShopCall(call)
      ? null
      : errorReply("Invalid key", "invalid_Key", 401),
  transaction: (id) => `T${id}`,
  fee: reportedFee,
  webhook: renderWebhook,
  lie(body, { amount, currency }) {
    const data = body.data as Record<string, unknown>;
    if (amount !== undefined) data.amount = Number(amount);
    if (currency !== undefined) data.currency = currency;
  },
  sign: (body, shopKey) => ({
    "x-paystack-signature": createHmac("sha512", shopKey ?? SANDBOX_KEYS.PAYSTACK_SECRET_KEY)
      .update(body)
      .digest("hex"),
  }),
  // Every 3 minutes four times, then hourly for 72 hours.
  retries: [...Array<number>(4).fill(3 * MINUTE_MS), ...Array<number>(72).fill(60 * MINUTE_MS)],
  returns: ({ reference }) => ({ trxref: reference, reference }),
};

const isShopCall = ({ world, headers }: ProviderCall) =>
  headers.authorization === `Bearer ${world.settings.shopKey}`;

/** Finds a payment of the calling account. */
function findOwnPayment(call: ProviderCall, name: string): SandboxPayment | undefined {
  const payment = findProviderPayment(call.world, "paystack", name);
  return payment?.ofShop === isShopCall(call) ? payment : undefined;
}

const CHANNELS: Record<string, ProviderMethod> = { card: "card", bank_transfer: "transfer", ussd: "ussd" };

function successReply(message: string, data?: unknown, meta?: unknown): ProviderReply {
  return {
    status: 200,
    body: { status: true, message, ...(data !== undefined && { data }), ...(meta !== undefined && { meta }) },
  };
}

function errorReply(message: string, code: string, status = 400): ProviderReply {
  return {
    status,
    body: { status: false, message, meta: { nextStep: "Try again" }, type: "validation_error", code },
  };
}

function initialiseTransaction(call: ProviderCall): ProviderReply {
  const { world, body } = call;
  const { email, reference, currency = "NGN", callback_url = null, channels } = body;
  if (!/^[^@\s]+@[^@\s]+$/.test(email ?? ""))
    return errorReply("Invalid Email Address Passed", "invalid_params");
  if (!/^[1-9]\d*$/.test(String(body.amount))) return errorReply("Invalid amount passed", "invalid_params");
  if (!/^[\w.=-]+$/.test(reference ?? ""))
    return errorReply("Invalid character in transaction reference", "invalid_params");
  if (currency !== "NGN") return errorReply("Currency not supported by merchant", "unsupported_currency");
  if (findProviderPayment(world, "paystack", reference))
    return errorReply("Duplicate Transaction Reference", "duplicate_reference");
  const ways = ((channels ?? Object.keys(CHANNELS)) as string[]).flatMap((name) => CHANNELS[name] ?? []);
  const requested = BigInt(body.amount);
  findOrAddCustomer(world, { email });
  const payment = createProviderPayment(world, "paystack", {
    reference,
    requested,
    currency,
    email,
    name: email,
    ways,
    returnTo: callback_url,
    ofShop: isShopCall(call),
  });
  const access_code = `${payment.id}`;
  const authorization_url = `${world.url}/paystack/pay/${access_code}`;
  return successReply("Authorization URL created", { authorization_url, access_code, reference });
}

function verifyTransaction(call: ProviderCall): ProviderReply {
  const payment = findOwnPayment(call, call.caught[0] ?? "");
  if (!payment) return errorReply("Transaction reference not found.", "transaction_not_found");
  return successReply("Verification successful", renderTransaction(payment));
}

function listTransactions({ world, query }: ProviderCall): ProviderReply {
  const customer = world.customers.find(({ id }) => String(id) === query.get("customer"));
  const from = Date.parse(query.get("from") ?? "1970-01-01");
  const payments = world.payments.filter(
    (payment) =>
      payment.provider === "paystack" &&
      (!query.has("customer") || payment.email === customer?.email) &&
      (!query.has("status") || paystackStatus(payment) === query.get("status")) &&
      payment.createdAt >= from,
  );
  return paginate("Transactions retrieved", payments.reverse(), query, renderTransaction);
}

function paginate<T>(
  message: string,
  all: T[],
  query: URLSearchParams,
  render: (item: T) => unknown,
): ProviderReply {
  const [perPage, page] = [Number(query.get("perPage") ?? 50), Number(query.get("page") ?? 1)];
  const meta = { total: all.length, skipped: 0, perPage, page, pageCount: Math.ceil(all.length / perPage) };
  return successReply(message, all.slice((page - 1) * perPage, page * perPage).map(render), meta);
}

function createCustomer({ world, body }: ProviderCall): ProviderReply {
  const customer = findOrAddCustomer(world, body);
  return successReply("Customer created", renderCustomerDetails(world, customer));
}

function findOrAddCustomer(world: PaymentsWorld, body: ProviderCall["body"]): SandboxCustomer {
  const existing = world.customers.find(
    (customer) => customer.provider === "paystack" && customer.email === body.email,
  );
  const name = `${body.first_name ?? ""} ${body.last_name ?? ""}`.trim();
  if (existing) return existing;
  const { email, phone } = body;
  const customer = { provider: "paystack" as const, id: world.nextId++, email, name, phone };
  world.customers.push(customer);
  return customer;
}

function fetchCustomer({ world, caught: [name = ""] }: ProviderCall): ProviderReply {
  const customer = world.customers.find(({ id, email }) => email === name || `CUS_${id}` === name);
  if (!customer) return errorReply("Customer code/email specified is invalid", "customer_not_found", 404);
  return successReply("Customer retrieved", renderCustomerDetails(world, customer));
}

function createAccount({ world, body }: ProviderCall): ProviderReply {
  const customer = world.customers.find(({ id }) => `CUS_${id}` === body.customer);
  if (!customer) return errorReply("Customer not found", "customer_not_found", 404);
  const { first_name, last_name, phone = customer.phone } = body;
  const holder = { ...customer, name: first_name ? `${first_name} ${last_name}` : customer.name };
  // Who paid before is a customer without a name and a number, and stays one.
  if (!holder.name || !phone)
    return errorReply("Customer name and phone number are required", "missing_params");
  return successReply("NUBAN successfully created", {
    ...renderAccount(addAccount(world, holder)),
    customer: renderCustomerDetails(world, customer),
  });
}

function addAccount(world: PaymentsWorld, { id, email, name }: SandboxCustomer, open = true) {
  return createAccountNumber(world, "paystack", { owner: `CUS_${id}`, email, holder: name }, open);
}

function assignAccount({ world, body }: ProviderCall): ProviderReply {
  if (!/^\d{11}$/.test(body.bvn ?? "")) return errorReply("BVN must be 11 digits long", "invalid_params");
  const account = addAccount(world, findOrAddCustomer(world, body), false);
  if (world.settings.refundMs !== null)
    world.gate.later(world.settings.refundMs, () => void activateAccount(world, account));
  return successReply("Assign dedicated account in progress");
}

function requeryAccount({ world, query }: ProviderCall): ProviderReply {
  const isKnown = world.accounts.some(({ number }) => number === query.get("account_number"));
  if (!isKnown) return errorReply("Dedicated account not found", "not_found", 404);
  return successReply(
    "We are checking the status of your transfer. We will send you a notification once it is confirmed",
  );
}

function createRefund({ world, body }: ProviderCall): ProviderReply {
  const payment = findProviderPayment(world, "paystack", String(body.transaction ?? ""));
  if (!payment) return errorReply("Transaction not found", "transaction_not_found", 404);
  const amount = body.amount === undefined ? payment.amount : BigInt(body.amount);
  const key = String(body.merchant_note ?? "");
  const made = createProviderRefund(world, { key, payment, amount, reason: body.customer_note ?? "" });
  if (!made) return errorReply("Transaction has been fully reversed", "transaction_reversed");
  const { id, reference, amount: paid } = payment;
  const transaction = { id, domain: "test", reference, amount: Number(paid), currency: payment.currency };
  const fields = renderRefund(made);
  return successReply("Refund has been queued for processing", {
    ...fields,
    fully_deducted: false,
    expected_at: fields.createdAt,
    updatedAt: fields.createdAt,
    transaction,
  });
}

function listRefunds({ world, query }: ProviderCall): ProviderReply {
  const refunds = world.refunds.filter(
    (refund) =>
      refund.provider === "paystack" &&
      (!query.has("transaction") || String(refund.payment.id) === query.get("transaction")),
  );
  return successReply("Refunds retrieved", refunds.map(renderRefund), {
    total: refunds.length,
    page: 1,
    pageCount: 1,
    perPage: 50,
  });
}

function fetchRefund({ world, caught: [id] }: ProviderCall): ProviderReply {
  const refund = world.refunds.find((refund) => refund.provider === "paystack" && String(refund.id) === id);
  return refund
    ? successReply("Refund retrieved", renderRefund(refund))
    : errorReply("Refund not found", "refund_not_found", 404);
}

function listDisputes(call: ProviderCall): ProviderReply {
  const { world, query } = call;
  const disputes = world.disputes.filter(
    ({ provider, payment }) =>
      provider === "paystack" &&
      payment.ofShop === isShopCall(call) &&
      (!query.has("transaction") || String(payment.id) === query.get("transaction")),
  );
  return paginate("Disputes retrieved", disputes.reverse(), query, renderDispute);
}

const DISPUTE_STATES = {
  open: ["awaiting-merchant-feedback", null],
  answered: ["awaiting-bank-feedback", null],
  won: ["resolved", "declined"],
  lost: ["resolved", "merchant-accepted"],
} as const;

function renderDispute({ id, payment, amount, state, createdAt: at, dueAt }: SandboxDispute) {
  const [status, resolution] = DISPUTE_STATES[state];
  return {
    id,
    refund_amount: Number(amount),
    currency: payment.currency,
    status,
    resolution,
    domain: "test",
    transaction: renderTransaction(payment),
    transaction_reference: null,
    category: "chargeback",
    dueAt: new Date(dueAt).toISOString(),
    resolvedAt: resolution === null ? null : new Date().toISOString(),
    createdAt: new Date(at).toISOString(),
    updatedAt: new Date(at).toISOString(),
  };
}

function listSettlements({ world, query }: ProviderCall): ProviderReply {
  const from = Date.parse(query.get("from") ?? "1970-01-01");
  const settlements = listProviderSettlements(world, "paystack").filter(({ at }) => at >= from);
  return paginate("Settlements retrieved", settlements, query, ({ id, at, paidOut, lines }) => ({
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

function listSettledTransactions({ world, caught: [id], query }: ProviderCall): ProviderReply {
  const settlement = world.settlements.find(
    (settlement) => settlement.provider === "paystack" && String(settlement.id) === id,
  );
  if (!settlement) return errorReply("Settlement not found", "not_found", 404);
  return paginate("Transactions retrieved", settlement.lines, query, (line) => ({
    id: line.id,
    domain: "test",
    status: "success",
    reference: line.reference,
    amount: Number(line.amount),
    paid_at: new Date(settlement.at).toISOString(),
    channel: "card",
    currency: line.currency,
    fees: Number(line.fee),
  }));
}

/**
 * Calculates the fee: 1.5 % and ₦100 (not below ₦2,500), at most ₦2,000; 1 %, at most ₦300, for transfers to
 * a dedicated account.
 */
function reportedFee({ amount, account }: SandboxPayment): bigint {
  if (account) return calculateFee(amount, 10n, 0n, 30_000n);
  return calculateFee(amount, 15n, amount < 250_000n ? 0n : 10_000n, 200_000n);
}

function paystackStatus({ status }: SandboxPayment): string {
  return { open: "abandoned", pending: "ongoing", paid: "success", failed: "failed", reversed: "reversed" }[
    status
  ];
}

function renderTransaction(payment: SandboxPayment) {
  const { id, reference, amount, requested, fee, currency, method, account, createdAt, paidAt } = payment;
  const moved = payment.status === "paid" || payment.status === "reversed";
  const channel = account ? "dedicated_nuban" : method === "transfer" ? "bank_transfer" : (method ?? "card");
  const at = paidAt === null ? null : new Date(paidAt).toISOString();
  return {
    id,
    domain: "test",
    status: paystackStatus(payment),
    reference,
    receipt_number: null,
    amount: Number(moved ? amount : (requested ?? 0n)),
    requested_amount: Number(requested ?? amount),
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
    customer: renderCustomer({ id: 1, email: payment.email, name: payment.name }, account?.owner),
    ...LAST_PAGE,
    createdAt: new Date(createdAt).toISOString(),
    transaction_date: new Date(createdAt).toISOString(),
  };
}

/** Fields of every response about a transaction that are always empty here. */
const LAST_PAGE = {
  ip_address: null,
  log: null,
  fees_split: null,
  plan: null,
  split: {},
  order_id: null,
  source: null,
  pos_transaction_data: null,
  fees_breakdown: null,
  connect: null,
  subaccount: {},
  plan_object: {},
};

function renderCustomer({ id, email, name }: Omit<SandboxCustomer, "provider">, code = `CUS_${id}`) {
  const [first_name, ...rest] = name.split(" ");
  return {
    id,
    first_name,
    last_name: rest.join(" "),
    email,
    customer_code: code,
    phone: null,
    metadata: null,
    risk_action: "default",
    international_format_phone: null,
  };
}

const OPENED_AT = "2026-01-01T00:00:00.000Z";

function renderAccount({ id, number, bank, holder, open }: SandboxAccount) {
  return {
    bank: { name: bank, id: 20, slug: "wema-bank" },
    account_name: holder,
    account_number: number,
    assigned: open,
    currency: "NGN",
    metadata: null,
    active: open,
    id,
    created_at: OPENED_AT,
    updated_at: OPENED_AT,
  };
}

function renderCustomerDetails({ accounts }: PaymentsWorld, customer: SandboxCustomer) {
  const account = accounts.find((account) => account.owner === `CUS_${customer.id}` && account.open);
  return {
    ...renderCustomer(customer),
    transactions: [],
    subscriptions: [],
    authorizations: [],
    identified: false,
    domain: "test",
    integration: 1,
    dedicated_account: account ? renderAccount(account) : null,
  };
}

const REFUND_STATES = {
  pending: "pending",
  done: "processed",
  failed: "failed",
  attention: "needs-attention",
};

function renderRefund({ id, payment, amount, key, reason, state, createdAt }: SandboxRefund) {
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
    createdAt: new Date(createdAt).toISOString(),
  };
}

function renderWebhook(happening: PaymentEvent): { event: string; body: Record<string, unknown> } | null {
  const createEvent = (event: string, data: unknown) => ({ event, body: { event, data } });
  switch (happening.kind) {
    case "paid":
      return createEvent("charge.success", renderTransaction(happening.payment));
    case "disputed":
      return createEvent("charge.dispute.create", {
        id: happening.payment.id + 1,
        refund_amount: Number(happening.payment.amount),
        currency: happening.payment.currency,
        status: "awaiting-merchant-feedback",
        transaction: renderTransaction(happening.payment),
      });
    case "dispute": {
      const over = happening.dispute.state === "won" || happening.dispute.state === "lost";
      const event = over ? "resolve" : happening.dispute.state === "open" ? "create" : "remind";
      return createEvent(`charge.dispute.${event}`, renderDispute(happening.dispute));
    }
    case "refund": {
      const { payment, amount, state } = happening.refund;
      return createEvent(`refund.${REFUND_STATES[state]}`, {
        status: REFUND_STATES[state],
        transaction_reference: payment.reference,
        refund_reference: state === "done" ? `TRF_${happening.refund.id}` : null,
        amount: String(amount),
        currency: payment.currency,
        domain: "test",
      });
    }
    case "account":
      return createEvent("dedicatedaccount.assign.success", {
        customer: { email: happening.account.email, customer_code: happening.account.owner },
        dedicated_account: renderAccount(happening.account),
        identification: { status: "success" },
      });
  }
}
