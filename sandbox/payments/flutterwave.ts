import { createHmac, randomUUID } from "node:crypto";
import { jsonNumber, toMinor } from "../money.ts";
import type { Answer, Call, Dialect, Happening } from "./dialect.ts";
import { share } from "./dialect.ts";
import { keys } from "./keys.ts";
import { begin, newAccount, refund, settlementsOf } from "./till.ts";
import { type Account, type Payment, type Refund, type SettledLine, type Settlement, ways } from "./world.ts";

const MINUTE = 60_000;
const TOKEN_S = 600;

/** Flutterwave's version 4 as its reference documents it. */
export const flutterwave: Dialect = {
  name: "flutterwave",
  bank: "Sterling Bank",
  routes: [
    {
      method: "POST",
      pattern: /^\/realms\/flutterwave\/protocol\/openid-connect\/token$/,
      name: "token",
      handle: login,
    },
    { method: "POST", pattern: /^\/customers$/, name: "customer", handle: createCustomer },
    { method: "POST", pattern: /^\/customers\/search$/, name: "customer", handle: searchCustomer },
    { method: "POST", pattern: /^\/checkout\/sessions$/, name: "start", handle: once(createSession) },
    { method: "GET", pattern: /^\/charges$/, name: "verify", handle: listCharges },
    { method: "GET", pattern: /^\/charges\/([^/]+)$/, name: "verify", handle: fetchCharge },
    { method: "POST", pattern: /^\/virtual-accounts$/, name: "account", handle: once(createAccount) },
    { method: "GET", pattern: /^\/virtual-accounts$/, name: "account", handle: listAccounts },
    { method: "POST", pattern: /^\/refunds$/, name: "refund", handle: once(createRefund) },
    { method: "GET", pattern: /^\/refunds\/([^/]+)$/, name: "refundState", handle: fetchRefund },
    { method: "GET", pattern: /^\/settlements$/, name: "settlements", handle: listSettlements },
    { method: "GET", pattern: /^\/settlements\/([^/]+)$/, name: "settled", handle: fetchSettlement },
  ],
  refuse({ world, headers }, route) {
    if (route === "token") return null;
    const until = world.tokens.get(headers.authorization ?? "");
    return until !== undefined && Date.now() < until
      ? null
      : no("UNAUTHORIZED", "10401", "Unauthorized", 401);
  },
  transaction: (id) => `chg_${id.toString(36)}`,
  fee: ({ amount }) => share(amount, 20n, 0n, 200_000n),
  notice,
  lie(body, { amount, currency }) {
    const data = body.data as Record<string, unknown>;
    if (amount !== undefined) data.amount = jsonNumber(amount);
    if (currency !== undefined) data.currency = currency;
  },
  sign: (body) => ({
    "flutterwave-signature": createHmac("sha256", keys.FLUTTERWAVE_WEBHOOK_SECRET)
      .update(body)
      .digest("base64"),
  }),
  retries: Array<number>(3).fill(30 * MINUTE),
  returns: ({ reference, status }) => ({ reference, status: status === "paid" ? "succeeded" : status }),
};

function ok(data: unknown, status = 200): Answer {
  return { status, body: { status: "success", message: "OK", data } };
}

function no(type: string, code: string, message: string, status = 400): Answer {
  return { status, body: { status: "failed", error: { type, code, message, validation_errors: [] } } };
}

const invalid = (message: string) => no("REQUEST_NOT_VALID", "10400", message);
const conflict = (what: string) => no("RESOURCE_CONFLICT", "10409", `${what} already exists`, 409);
const notFound = (what: string) => no("RESOURCE_NOT_FOUND", "10404", `${what} not found`, 404);

/** The same idempotency key gets the first answer again. */
function once(handle: (call: Call) => Answer): (call: Call) => Answer {
  return (call) => {
    const key = call.headers["x-idempotency-key"];
    if (key === undefined) return handle(call);
    if (key.length < 12 || key.length > 255)
      return invalid("X-Idempotency-Key must have 12 to 255 characters");
    const known = call.world.answered.get(key) as Answer | undefined;
    if (known) return known;
    const answer = handle(call);
    if (answer.status < 300) call.world.answered.set(key, answer);
    return answer;
  };
}

function login({ world, body }: Call): Answer {
  const { client_id, client_secret, grant_type } = body;
  const known = client_id === keys.FLUTTERWAVE_CLIENT_ID && client_secret === keys.FLUTTERWAVE_CLIENT_SECRET;
  if (!known || grant_type !== "client_credentials")
    return { status: 401, body: { error: "invalid_client" } };
  const access_token = randomUUID();
  world.tokens.set(`Bearer ${access_token}`, Date.now() + TOKEN_S * 1000);
  return { status: 200, body: { access_token, expires_in: TOKEN_S, token_type: "Bearer" } };
}

function createCustomer({ world, body }: Call): Answer {
  const { email, name } = body;
  if (!/^[^@\s]+@[^@\s]+$/.test(email ?? "")) return invalid("email must be valid");
  if (world.customers.some((one) => one.provider === "flutterwave" && one.email === email))
    return conflict("customer");
  const customer = {
    provider: "flutterwave" as const,
    id: world.nextId++,
    email,
    name: `${name?.first} ${name?.last}`,
  };
  world.customers.push(customer);
  return ok({ id: `cus_${customer.id}`, email, name }, 201);
}

function searchCustomer({ world, body }: Call): Answer {
  const found = world.customers.filter((one) => one.provider === "flutterwave" && one.email === body.email);
  return ok(found.map(({ id, email }) => ({ id: `cus_${id}`, email })));
}

function createSession({ world, body }: Call): Answer {
  const { reference, currency, customer_id, redirect_url } = body;
  const asked = toMinor(String(body.amount));
  const customer = world.customers.find(({ id }) => `cus_${id}` === customer_id);
  if (asked === null || asked < 1n) return invalid("amount must be at least 0.01");
  if (!/^[a-zA-Z0-9-]{6,42}$/.test(reference ?? "")) return invalid("reference must have 6 to 42 characters");
  if (currency !== "NGN") return invalid("currency is not enabled");
  if (!customer) return notFound("customer");
  if (world.payments.some((one) => one.provider === "flutterwave" && one.reference === reference))
    return conflict("reference");
  const payment = begin(world, flutterwave, {
    reference,
    asked,
    currency,
    email: customer.email,
    name: customer.name,
    ways: [...ways],
    returnTo: redirect_url ?? null,
  });
  return ok(
    {
      id: `chs_${payment.id}`,
      reference,
      checkout_url: `${world.url}/flutterwave/pay/${payment.id}`,
      status: "open",
    },
    201,
  );
}

/** A charge is there as soon as somebody tried to pay. */
function listCharges({ world, query }: Call): Answer {
  const from = Date.parse(query.get("from") ?? "1970-01-01");
  const found = world.payments.filter(
    (one) =>
      one.provider === "flutterwave" &&
      one.status !== "open" &&
      one.createdAt >= from &&
      (!query.has("reference") || referenceOf(one) === query.get("reference")),
  );
  const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("size") ?? 10)];
  return ok(
    found
      .reverse()
      .slice((page - 1) * size, page * size)
      .map(chargeData),
  );
}

function fetchCharge({ world, caught: [name = ""] }: Call): Answer {
  const payment = world.payments.find((one) => one.transaction === name && one.status !== "open");
  return payment ? ok(chargeData(payment)) : notFound("charge");
}

function createAccount({ world, body }: Call): Answer {
  const { reference, customer_id, account_type, amount, bvn, nin, narration } = body;
  const customer = world.customers.find(({ id }) => `cus_${id}` === customer_id);
  if (!customer) return notFound("customer");
  if (account_type !== "static" || amount !== 0) return invalid("amount must be 0 for static accounts");
  if (!/^[1-9]\d{10}$/.test(bvn ?? nin ?? "")) return invalid("bvn or nin is required");
  if (!/^[a-zA-Z0-9-]{6,42}$/.test(reference ?? "")) return invalid("reference must have 6 to 42 characters");
  if (world.accounts.some((one) => one.provider === "flutterwave" && one.owner === reference))
    return conflict("reference");
  const of = { owner: reference, email: customer.email, holder: narration };
  return ok(accountData(newAccount(world, flutterwave, of)), 201);
}

function listAccounts({ world, query }: Call): Answer {
  const wanted = query.get("reference");
  const found = world.accounts.filter(
    (one) => one.provider === "flutterwave" && (wanted === null || one.owner === wanted),
  );
  return ok(found.map(accountData));
}

function createRefund({ world, body, headers }: Call): Answer {
  const payment = world.payments.find(({ transaction }) => transaction === body.charge_id);
  if (!payment) return notFound("charge");
  if (!/^(duplicate|fraudulent|requested_by_customer|expired_uncaptured_charge)$/.test(body.reason ?? ""))
    return invalid("reason is not known");
  const amount = toMinor(String(body.amount)) ?? 0n;
  const key = String(body.meta?.key ?? headers["x-idempotency-key"] ?? "");
  const made = refund(world, flutterwave, { key, payment, amount, reason: body.reason });
  return made ? ok(refundData(made), 201) : invalid("amount is more than what is left of the charge");
}

function fetchRefund({ world, caught: [id] }: Call): Answer {
  const found = world.refunds.find((one) => `rfd_${one.id}` === id);
  return found ? ok(refundData(found)) : notFound("refund");
}

function listSettlements({ world, query }: Call): Answer {
  const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("size") ?? 10)];
  if (size < 10 || size > 50) return invalid("size must be from 10 to 50");
  const found = settlementsOf(world, flutterwave).slice((page - 1) * size, page * size);
  return ok(found.map(settlementData));
}

function fetchSettlement({ world, caught: [name = ""] }: Call): Answer {
  const found = world.settlements.find(({ id }) => `stm_${id}` === name);
  if (!found) return notFound("settlement");
  const charges = found.lines.map(({ transaction, reference, amount, fee, currency }) => ({
    ...{ id: transaction, reference, currency, amount: jsonNumber(amount) },
    fees: [{ type: "merchant", amount: jsonNumber(fee) }],
  }));
  return ok({ ...settlementData(found), charges });
}

function settlementData({ id, at, paidOut, lines }: Settlement) {
  const sum = (of: (line: SettledLine) => bigint) =>
    jsonNumber(lines.reduce((all, line) => all + of(line), 0n));
  return {
    id: `stm_${id}`,
    net_amount: jsonNumber(paidOut),
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
const referenceOf = ({ account, reference }: Payment) => account?.owner ?? reference;

const STATES = {
  open: "pending",
  pending: "pending",
  paid: "succeeded",
  failed: "failed",
  reversed: "succeeded",
};
const METHODS = { card: "card", transfer: "bank_transfer", ussd: "ussd" };

function chargeData(payment: Payment) {
  const { transaction, amount, asked, fee, currency, status, way, createdAt } = payment;
  const moved = status === "paid" || status === "reversed";
  return {
    id: transaction,
    amount: jsonNumber(moved ? amount : (asked ?? 0n)),
    fees: moved ? [{ type: "merchant", amount: jsonNumber(fee) }] : [],
    currency,
    customer_id: "cus_1",
    disputed: status === "reversed",
    settled: false,
    meta: {},
    payment_method_details: { type: way ? METHODS[way] : "card" },
    refunded: false,
    reference: referenceOf(payment),
    status: STATES[status],
    processor_response: moved ? { type: "approved", code: "00" } : { type: "declined", code: "51" },
    created_datetime: new Date(createdAt).toISOString(),
  };
}

function accountData({ id, owner, number, bank, holder }: Account) {
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

function refundData({ id, key, payment, amount, reason, state, createdAt }: Refund) {
  return {
    id: `rfd_${id}`,
    amount_refunded: jsonNumber(amount),
    charge_id: payment.transaction,
    reason,
    status: REFUND_STATES[state],
    meta: { key },
    created_datetime: new Date(createdAt).toISOString(),
  };
}

function notice(happening: Happening): { event: string; body: Record<string, unknown> } | null {
  const told = (type: string, data: unknown) => ({
    event: type,
    body: { webhook_id: `wbk_${randomUUID()}`, timestamp: Date.now(), type, data },
  });
  switch (happening.kind) {
    case "paid":
      return told("charge.completed", chargeData(happening.payment));
    case "disputed":
      return told("chargeback.created", {
        id: "chb_1",
        charge_id: happening.payment.transaction,
        status: "new",
      });
    case "refund":
      return told("refund.completed", refundData(happening.refund));
    default:
      return null;
  }
}
