import { createHmac, randomUUID } from "node:crypto";
import { parseSandboxAmount, toSandboxJsonNumber } from "#sandbox/values";
import type { PaymentEvent, ProviderCall, ProviderDialect, ProviderReply } from "./dialect.ts";
import { calculateFee } from "./dialect.ts";
import { SANDBOX_KEYS } from "./keys.ts";
import {
  createAccountNumber,
  createProviderPayment,
  createProviderRefund,
  listProviderSettlements,
} from "./payment-actions.ts";
import {
  SANDBOX_PAYMENT_METHODS,
  type SandboxAccount,
  type SandboxPayment,
  type SandboxRefund,
  type SandboxSettlement,
  type SettledTransaction,
} from "./world.ts";

const MINUTE_MS = 60_000;
const TOKEN_S = 600;

/** Flutterwave's version 4 as its reference documents it. */
export const flutterwaveDialect: ProviderDialect = {
  name: "flutterwave",
  bank: "Sterling Bank",
  routes: {
    "POST /realms/flutterwave/protocol/openid-connect/token": ["token", createAccessToken],
    "POST /customers": ["customer", createCustomer],
    "POST /customers/search": ["customer", searchCustomer],
    "POST /checkout/sessions": ["start", handleOnce(createSession)],
    "GET /charges": ["verify", listCharges],
    "GET /charges/*": ["verify", fetchCharge],
    "POST /virtual-accounts": ["account", handleOnce(createAccount)],
    "GET /virtual-accounts": ["account", listAccounts],
    "POST /refunds": ["refund", handleOnce(createRefund)],
    "GET /refunds/*": ["refundState", fetchRefund],
    "GET /settlements": ["settlements", listSettlements],
    "GET /settlements/*": ["settled", fetchSettlement],
  },
  refuse({ world, headers }, route) {
    if (route === "token") return null;
    const until = world.tokens.get(headers.authorization ?? "");
    return until !== undefined && Date.now() < until
      ? null
      : errorReply("UNAUTHORIZED", "10401", "Unauthorized", 401);
  },
  transaction: (id) => `chg_${id.toString(36)}`,
  fee: ({ amount }) => calculateFee(amount, 20n, 0n, 200_000n),
  webhook: renderWebhook,
  lie(body, { amount, currency }) {
    const data = body.data as Record<string, unknown>;
    if (amount !== undefined) data.amount = toSandboxJsonNumber(amount);
    if (currency !== undefined) data.currency = currency;
  },
  sign: (body) => ({
    "flutterwave-signature": createHmac("sha256", SANDBOX_KEYS.FLUTTERWAVE_WEBHOOK_SECRET)
      .update(body)
      .digest("base64"),
  }),
  retries: Array<number>(3).fill(30 * MINUTE_MS),
  returns: ({ reference, status }) => ({ reference, status: status === "paid" ? "succeeded" : status }),
};

function successReply(data: unknown, status = 200): ProviderReply {
  return { status, body: { status: "success", message: "OK", data } };
}

function errorReply(type: string, code: string, message: string, status = 400): ProviderReply {
  return { status, body: { status: "failed", error: { type, code, message, validation_errors: [] } } };
}

const invalidReply = (message: string) => errorReply("REQUEST_NOT_VALID", "10400", message);
const conflictReply = (what: string) =>
  errorReply("RESOURCE_CONFLICT", "10409", `${what} already exists`, 409);
const notFoundReply = (what: string) => errorReply("RESOURCE_NOT_FOUND", "10404", `${what} not found`, 404);

/** Returns the first response again for the same idempotency key. */
function handleOnce(handle: (call: ProviderCall) => ProviderReply): (call: ProviderCall) => ProviderReply {
  return (call) => {
    const key = call.headers["x-idempotency-key"];
    if (key === undefined) return handle(call);
    if (key.length < 12 || key.length > 255)
      return invalidReply("X-Idempotency-Key must have 12 to 255 characters");
    const earlier = call.world.answered.get(key) as ProviderReply | undefined;
    if (earlier) return earlier;
    const answer = handle(call);
    if (answer.status < 300) call.world.answered.set(key, answer);
    return answer;
  };
}

function createAccessToken({ world, body }: ProviderCall): ProviderReply {
  const { client_id, client_secret, grant_type } = body;
  const isKnownClient =
    client_id === SANDBOX_KEYS.FLUTTERWAVE_CLIENT_ID &&
    client_secret === SANDBOX_KEYS.FLUTTERWAVE_CLIENT_SECRET;
  if (!isKnownClient || grant_type !== "client_credentials")
    return { status: 401, body: { error: "invalid_client" } };
  const access_token = randomUUID();
  world.tokens.set(`Bearer ${access_token}`, Date.now() + TOKEN_S * 1000);
  return { status: 200, body: { access_token, expires_in: TOKEN_S, token_type: "Bearer" } };
}

function createCustomer({ world, body }: ProviderCall): ProviderReply {
  const { email, name } = body;
  if (!/^[^@\s]+@[^@\s]+$/.test(email ?? "")) return invalidReply("email must be valid");
  if (world.customers.some((customer) => customer.provider === "flutterwave" && customer.email === email))
    return conflictReply("customer");
  const customer = {
    provider: "flutterwave" as const,
    id: world.nextId++,
    email,
    name: `${name?.first} ${name?.last}`,
  };
  world.customers.push(customer);
  return successReply({ id: `cus_${customer.id}`, email, name }, 201);
}

function searchCustomer({ world, body }: ProviderCall): ProviderReply {
  const customers = world.customers.filter(
    (customer) => customer.provider === "flutterwave" && customer.email === body.email,
  );
  return successReply(customers.map(({ id, email }) => ({ id: `cus_${id}`, email })));
}

function createSession({ world, body }: ProviderCall): ProviderReply {
  const { reference, currency, customer_id, redirect_url } = body;
  const requested = parseSandboxAmount(String(body.amount));
  const customer = world.customers.find(({ id }) => `cus_${id}` === customer_id);
  if (requested === null || requested < 1n) return invalidReply("amount must be at least 0.01");
  if (!/^[a-zA-Z0-9-]{6,42}$/.test(reference ?? ""))
    return invalidReply("reference must have 6 to 42 characters");
  if (currency !== "NGN") return invalidReply("currency is not enabled");
  if (!customer) return notFoundReply("customer");
  if (world.payments.some((payment) => payment.provider === "flutterwave" && payment.reference === reference))
    return conflictReply("reference");
  const payment = createProviderPayment(world, "flutterwave", {
    reference,
    requested,
    currency,
    email: customer.email,
    name: customer.name,
    ways: [...SANDBOX_PAYMENT_METHODS],
    returnTo: redirect_url ?? null,
  });
  return successReply(
    {
      id: `chs_${payment.id}`,
      reference,
      checkout_url: `${world.url}/flutterwave/pay/${payment.id}`,
      status: "open",
    },
    201,
  );
}

/** A charge exists as soon as a payer has tried to pay. */
function listCharges({ world, query }: ProviderCall): ProviderReply {
  const from = Date.parse(query.get("from") ?? "1970-01-01");
  const charges = world.payments.filter(
    (payment) =>
      payment.provider === "flutterwave" &&
      payment.status !== "open" &&
      payment.createdAt >= from &&
      (!query.has("reference") || chargeReference(payment) === query.get("reference")),
  );
  return successReply(slicePage(charges.reverse(), query).map(renderCharge));
}

function slicePage<T>(all: T[], query: URLSearchParams): T[] {
  const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("size") ?? 10)];
  return all.slice((page - 1) * size, page * size);
}

function fetchCharge({ world, caught: [name = ""] }: ProviderCall): ProviderReply {
  const payment = world.payments.find((payment) => payment.transaction === name && payment.status !== "open");
  return payment ? successReply(renderCharge(payment)) : notFoundReply("charge");
}

function createAccount({ world, body }: ProviderCall): ProviderReply {
  const { reference, customer_id, account_type, amount, bvn, nin, narration } = body;
  const customer = world.customers.find(({ id }) => `cus_${id}` === customer_id);
  if (!customer) return notFoundReply("customer");
  if (account_type !== "static" || amount !== 0) return invalidReply("amount must be 0 for static accounts");
  if (!/^[1-9]\d{10}$/.test(bvn ?? nin ?? "")) return invalidReply("bvn or nin is required");
  if (!/^[a-zA-Z0-9-]{6,42}$/.test(reference ?? ""))
    return invalidReply("reference must have 6 to 42 characters");
  if (world.accounts.some((account) => account.provider === "flutterwave" && account.owner === reference))
    return conflictReply("reference");
  const of = { owner: reference, email: customer.email, holder: narration };
  return successReply(renderAccount(createAccountNumber(world, "flutterwave", of)), 201);
}

function listAccounts({ world, query }: ProviderCall): ProviderReply {
  const wanted = query.get("reference");
  const accounts = world.accounts.filter(
    (account) => account.provider === "flutterwave" && (wanted === null || account.owner === wanted),
  );
  return successReply(accounts.map(renderAccount));
}

function createRefund({ world, body, headers }: ProviderCall): ProviderReply {
  const payment = world.payments.find(({ transaction }) => transaction === body.charge_id);
  if (!payment) return notFoundReply("charge");
  if (!/^(duplicate|fraudulent|requested_by_customer|expired_uncaptured_charge)$/.test(body.reason ?? ""))
    return invalidReply("reason is not known");
  const amount = parseSandboxAmount(String(body.amount)) ?? 0n;
  const key = String(body.meta?.key ?? headers["x-idempotency-key"] ?? "");
  const made = createProviderRefund(world, { key, payment, amount, reason: body.reason });
  return made
    ? successReply(renderRefund(made), 201)
    : invalidReply("amount exceeds the remainder of the charge");
}

function fetchRefund({ world, caught: [id] }: ProviderCall): ProviderReply {
  const refund = world.refunds.find((refund) => `rfd_${refund.id}` === id);
  return refund ? successReply(renderRefund(refund)) : notFoundReply("refund");
}

function listSettlements({ world, query }: ProviderCall): ProviderReply {
  const size = Number(query.get("size") ?? 10);
  if (size < 10 || size > 50) return invalidReply("size must be from 10 to 50");
  const settlements = listProviderSettlements(world, "flutterwave");
  return successReply(slicePage(settlements, query).map(renderSettlement));
}

function fetchSettlement({ world, caught: [name = ""] }: ProviderCall): ProviderReply {
  const settlement = world.settlements.find(({ id }) => `stm_${id}` === name);
  if (!settlement) return notFoundReply("settlement");
  const charges = settlement.lines.map(({ transaction, reference, amount, fee, currency }) => ({
    id: transaction,
    reference,
    currency,
    amount: toSandboxJsonNumber(amount),
    fees: [{ type: "merchant", amount: toSandboxJsonNumber(fee) }],
  }));
  return successReply({ ...renderSettlement(settlement), charges });
}

function renderSettlement({ id, at, paidOut, lines }: SandboxSettlement) {
  const sum = (of: (line: SettledTransaction) => bigint) =>
    toSandboxJsonNumber(lines.reduce((all, line) => all + of(line), 0n));
  return {
    id: `stm_${id}`,
    net_amount: toSandboxJsonNumber(paidOut),
    gross_amount: sum(({ amount }) => amount),
    currency: "NGN",
    fees: [{ type: "charge_fee", amount: sum(({ fee }) => fee) }],
    meta: {},
    status: "completed",
    due_datetime: new Date(at).toISOString(),
    destination: "bank",
    charge_count: String(lines.length),
    created_datetime: new Date(at).toISOString(),
  };
}

/** Transfers to an account number carry the reference of the account. */
const chargeReference = ({ account, reference }: SandboxPayment) => account?.owner ?? reference;

const CHARGE_STATES = {
  open: "pending",
  pending: "pending",
  paid: "succeeded",
  failed: "failed",
  reversed: "succeeded",
};
const METHODS = { card: "card", transfer: "bank_transfer", ussd: "ussd" };

function renderCharge(payment: SandboxPayment) {
  const { transaction, amount, requested, fee, currency, status, method, createdAt } = payment;
  const moved = status === "paid" || status === "reversed";
  return {
    id: transaction,
    amount: toSandboxJsonNumber(moved ? amount : (requested ?? 0n)),
    fees: moved ? [{ type: "merchant", amount: toSandboxJsonNumber(fee) }] : [],
    currency,
    customer_id: "cus_1",
    disputed: status === "reversed",
    settled: false,
    meta: {},
    payment_method_details: { type: method ? METHODS[method] : "card" },
    refunded: false,
    reference: chargeReference(payment),
    status: CHARGE_STATES[status],
    processor_response: moved ? { type: "approved", code: "00" } : { type: "declined", code: "51" },
    created_datetime: new Date(createdAt).toISOString(),
  };
}

function renderAccount({ id, owner, number, bank, holder }: SandboxAccount) {
  return {
    id: `van_${id}`,
    reference: owner,
    account_number: number,
    account_bank_name: bank,
    account_type: "static",
    amount: 0,
    currency: "NGN",
    status: "active",
    note: `Please make a bank transfer to ${holder}`,
  };
}

const REFUND_STATES = { pending: "new", done: "succeeded", failed: "failed", attention: "pending" };

function renderRefund({ id, key, payment, amount, reason, state, createdAt }: SandboxRefund) {
  return {
    id: `rfd_${id}`,
    amount_refunded: toSandboxJsonNumber(amount),
    charge_id: payment.transaction,
    reason,
    status: REFUND_STATES[state],
    meta: { key },
    created_datetime: new Date(createdAt).toISOString(),
  };
}

function renderWebhook(happening: PaymentEvent): { event: string; body: Record<string, unknown> } | null {
  const createEvent = (type: string, data: unknown) => ({
    event: type,
    body: { webhook_id: `wbk_${randomUUID()}`, timestamp: Date.now(), type, data },
  });
  switch (happening.kind) {
    case "paid":
      return createEvent("charge.completed", renderCharge(happening.payment));
    case "disputed":
      return createEvent("chargeback.created", {
        id: "chb_1",
        charge_id: happening.payment.transaction,
        status: "new",
      });
    case "refund":
      return createEvent("refund.completed", renderRefund(happening.refund));
    default:
      return null;
  }
}
