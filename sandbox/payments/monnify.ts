import { createHmac, randomUUID } from "node:crypto";
import { createDate } from "../clock.ts";
import { decimal, jsonNumber, toMinor } from "../money.ts";
import type { Answer, Call, Dialect, Happening } from "./dialect.ts";
import { share } from "./dialect.ts";
import { keys } from "./keys.ts";
import { begin, newAccount, refund, settlementsOf } from "./till.ts";
import { type Account, find, type Payment, type Refund, type Way } from "./world.ts";

const MINUTE = 60_000;
const TOKEN_S = 3567;

/** Monnify as its reference documents it. */
export const monnify: Dialect = {
  name: "monnify",
  bank: "Moniepoint Microfinance Bank",
  routes: [
    { method: "POST", pattern: /^\/api\/v1\/auth\/login$/, name: "token", handle: login },
    {
      method: "POST",
      pattern: /^\/api\/v1\/merchant\/transactions\/init-transaction$/,
      name: "start",
      handle: initialize,
    },
    { method: "GET", pattern: /^\/api\/v2\/transactions\/([^/]+)$/, name: "verify", handle: verify },
    { method: "GET", pattern: /^\/api\/v2\/merchant\/transactions\/query$/, name: "verify", handle: query },
    {
      method: "POST",
      pattern: /^\/api\/v2\/bank-transfer\/reserved-accounts$/,
      name: "account",
      handle: reserve,
    },
    {
      method: "GET",
      pattern: /^\/api\/v1\/bank-transfer\/reserved-accounts\/transactions$/,
      name: "list",
      handle: list,
    },
    {
      method: "GET",
      pattern: /^\/api\/v2\/bank-transfer\/reserved-accounts\/([^/]+)$/,
      name: "account",
      handle: fetchAccount,
    },
    {
      method: "POST",
      pattern: /^\/api\/v1\/refunds\/initiate-refund$/,
      name: "refund",
      handle: createRefund,
    },
    { method: "GET", pattern: /^\/api\/v1\/refunds\/([^/]+)$/, name: "refundState", handle: fetchRefund },
    {
      method: "GET",
      pattern: /^\/api\/v1\/settlement-detail$/,
      name: "settlements",
      handle: settlementDetail,
    },
    {
      method: "GET",
      pattern: /^\/api\/v1\/transactions\/find-by-settlement-reference$/,
      name: "settled",
      handle: listSettled,
    },
  ],
  refuse({ world, headers }, route) {
    const basic = Buffer.from(`${keys.MONNIFY_API_KEY}:${keys.MONNIFY_SECRET_KEY}`).toString("base64");
    if (route === "token")
      return headers.authorization === `Basic ${basic}` ? null : no("Invalid credentials", 401);
    const until = world.tokens.get(headers.authorization ?? "");
    return until !== undefined && Date.now() < until
      ? null
      : no("Access token is invalid or has expired", 401);
  },
  transaction: (id) => `MNFY|46|20260101000000|${id}`,
  fee: ({ amount }) => share(amount, 15n, 0n, 200_000n),
  notice,
  lie(body, { amount, currency }) {
    const data = body.eventData as Record<string, unknown>;
    if (amount !== undefined) data.amountPaid = jsonNumber(amount);
    if (currency !== undefined) data.currency = currency;
  },
  sign: (body) => ({
    "monnify-signature": createHmac("sha512", keys.MONNIFY_SECRET_KEY).update(body).digest("hex"),
  }),
  // Documented is only that anything but 200 is tried again.
  retries: Array<number>(10).fill(10 * MINUTE),
  returns: ({ reference }) => ({ paymentReference: reference }),
};

const METHODS: Record<string, Way> = { CARD: "card", ACCOUNT_TRANSFER: "transfer", USSD: "ussd" };

function ok(responseBody: unknown): Answer {
  return {
    status: 200,
    body: { requestSuccessful: true, responseMessage: "success", responseCode: "0", responseBody },
  };
}

function no(responseMessage: string, status = 422): Answer {
  return { status, body: { requestSuccessful: false, responseMessage, responseCode: "99" } };
}

function login({ world }: Call): Answer {
  const accessToken = randomUUID();
  world.tokens.set(`Bearer ${accessToken}`, Date.now() + TOKEN_S * 1000);
  return ok({ accessToken, expiresIn: TOKEN_S });
}

function initialize({ world, body }: Call): Answer {
  const {
    paymentReference,
    customerEmail,
    customerName,
    currencyCode,
    contractCode,
    redirectUrl,
    paymentMethods,
  } = body;
  const asked = toMinor(String(body.amount));
  if (asked === null || asked < 2_000n) return no("Amount must be at least 20.00");
  if (!/^[^@\s]+@[^@\s]+$/.test(customerEmail ?? "")) return no("must be a well-formed email address");
  if (contractCode !== keys.MONNIFY_CONTRACT_CODE) return no("Contract not found");
  if (currencyCode !== "NGN") return no("Currency is not supported");
  if (!paymentReference) return no("Payment reference is required");
  if (find(world, "monnify", paymentReference)) return no("Duplicate payment reference");
  const ways = ((paymentMethods ?? Object.keys(METHODS)) as string[]).flatMap((name) => METHODS[name] ?? []);
  const payment = begin(world, monnify, {
    reference: paymentReference,
    asked,
    currency: currencyCode,
    email: customerEmail,
    name: customerName,
    ways,
    returnTo: redirectUrl ?? null,
  });
  return ok({
    transactionReference: payment.transaction,
    paymentReference,
    merchantName: "Sandbox",
    apiKey: keys.MONNIFY_API_KEY,
    enabledPaymentMethod: paymentMethods,
    checkoutUrl: `${world.url}/monnify/pay/${payment.id}`,
  });
}

function verify({ world, caught: [name = ""] }: Call): Answer {
  const payment = find(world, "monnify", name);
  return payment ? ok(transactionData(payment)) : no("Could not find transaction", 404);
}

function query({ world, query: asked }: Call): Answer {
  const payment = find(world, "monnify", asked.get("paymentReference") ?? "");
  return payment ? ok(transactionData(payment)) : no("Could not find transaction with paymentReference", 404);
}

function reserve({ world, body }: Call): Answer {
  const { accountReference, accountName, customerEmail, contractCode, bvn, nin } = body;
  if (contractCode !== keys.MONNIFY_CONTRACT_CODE) return no("Contract not found");
  if (!/^\d{11}$/.test(bvn ?? nin ?? "")) return no("BVN or NIN is required");
  if (accountFor(world.accounts, accountReference))
    return no("You can not reserve two accounts with the same reference");
  const of = { owner: accountReference, email: customerEmail, holder: accountName };
  return ok(accountData(newAccount(world, monnify, of)));
}

function fetchAccount({ world, caught: [name = ""] }: Call): Answer {
  const account = accountFor(world.accounts, name);
  return account ? ok(accountData(account)) : no("Cannot find reserved account", 404);
}

function accountFor(accounts: Account[], owner: string) {
  return accounts.find((one) => one.provider === "monnify" && one.owner === owner);
}

function list({ world, query: asked }: Call): Answer {
  const owner = asked.get("accountReference") ?? "";
  if (!accountFor(world.accounts, owner)) return no("Cannot find reserved account", 404);
  const [page, size] = [Number(asked.get("page") ?? 0), Number(asked.get("size") ?? 10)];
  const all = world.payments
    .filter((one) => one.provider === "monnify" && one.account?.owner === owner)
    .reverse();
  const content = all.slice(page * size, (page + 1) * size).map((payment) => ({
    transactionReference: payment.transaction,
    paymentReference: payment.reference,
    amount: jsonNumber(payment.amount),
    amountPaid: jsonNumber(payment.amount),
    fee: jsonNumber(payment.fee),
    currencyCode: payment.currency,
    paymentStatus: statusOf(payment),
    createdOn: new Date(payment.createdAt).toISOString(),
    completed: true,
  }));
  return ok({ content, totalElements: all.length, last: (page + 1) * size >= all.length });
}

function createRefund({ world, body }: Call): Answer {
  const { transactionReference, refundReference, refundReason = "" } = body;
  const payment = find(world, "monnify", transactionReference ?? "");
  if (!payment) return no("Could not find transaction", 404);
  if (refundFor(world.refunds, refundReference)) return no("Duplicate refund reference");
  const amount = toMinor(String(body.refundAmount)) ?? 0n;
  const made = refund(world, monnify, { key: refundReference, payment, amount, reason: refundReason });
  return made ? ok(refundData(made)) : no("Refund amount is more than what is left of the transaction");
}

function fetchRefund({ world, caught: [key = ""] }: Call): Answer {
  const found = refundFor(world.refunds, key);
  return found ? ok(refundData(found)) : no("Could not find refund", 404);
}

function refundFor(refunds: Refund[], key: string) {
  return refunds.find((one) => one.provider === "monnify" && one.key === key);
}

/** Monnify has no list of settlements: it tells in which one a transaction is. */
function settlementDetail({ world, query: asked }: Call): Answer {
  const payment = find(world, "monnify", asked.get("transactionReference") ?? "");
  if (!payment) return no("Could not find transaction", 404);
  const all = settlementsOf(world, monnify).filter(({ lines }) =>
    lines.some(({ transaction }) => transaction === payment.transaction),
  );
  const beneficiaries = all.map(({ id, at, paidOut }) => ({
    beneficiaryType: "MERCHANT",
    beneficiaryCode: "MERCHANT",
    beneficiaryIncome: jsonNumber(payment.amount - payment.fee),
    incurredFee: jsonNumber(payment.fee),
    settlementStatus: "SETTLED",
    settlementInformation: {
      settledDate: createDate(at),
      settlementReference: settlementName(id),
      settlementAmount: jsonNumber(paidOut),
      settlementFee: 0,
      destinationAccountNumber: "6000000249",
      destinationAccountName: "Sandbox",
      destinationBankName: "Fidelity Bank",
      destinationBankCode: "070",
    },
  }));
  return ok({ transaction: transactionData(payment), beneficiaries });
}

function listSettled({ world, query: asked }: Call): Answer {
  const found = world.settlements.find((one) => settlementName(one.id) === asked.get("reference"));
  if (!found) return no("Could not find settlement", 404);
  const [page, size] = [Number(asked.get("page") ?? 0), Number(asked.get("size") ?? 10)];
  const content = found.lines.slice(page * size, (page + 1) * size).map((line) => ({
    transactionReference: line.transaction,
    paymentReference: line.reference,
    amountPaid: decimal(line.amount),
    totalPayable: decimal(line.amount),
    settlementAmount: decimal(line.amount - line.fee),
    paidOn: createDate(found.at),
    paymentStatus: "PAID",
    currency: line.currency,
  }));
  const last = (page + 1) * size >= found.lines.length;
  return ok({ content, totalElements: found.lines.length, last });
}

const settlementName = (id: number) => `ST${id}`;

function statusOf({ status, asked, amount }: Payment): string {
  if (status !== "paid")
    return { open: "PENDING", pending: "PENDING", failed: "FAILED", reversed: "REVERSED" }[status];
  if (asked === null || amount === asked) return "PAID";
  return amount > asked ? "OVERPAID" : "PARTIALLY_PAID";
}

function transactionData(payment: Payment) {
  const { transaction, reference, amount, asked, fee, currency, way, account, paidAt, email, name } = payment;
  const moved = payment.status === "paid" || payment.status === "reversed";
  return {
    transactionReference: transaction,
    paymentReference: reference,
    amountPaid: decimal(moved ? amount : 0n),
    totalPayable: decimal(asked ?? amount),
    settlementAmount: decimal(moved ? amount - fee : 0n),
    paidOn: paidAt === null ? null : createDate(paidAt),
    paymentStatus: statusOf(payment),
    paymentDescription: reference,
    currency,
    paymentMethod: Object.keys(METHODS).find((method) => METHODS[method] === way) ?? null,
    product: account
      ? { type: "RESERVED_ACCOUNT", reference: account.owner }
      : { type: "WEB_SDK", reference },
    ...(account && {
      destinationAccountInformation: {
        bankCode: "50515",
        bankName: account.bank,
        accountNumber: account.number,
      },
    }),
    customer: { email, name },
    metaData: {},
  };
}

function accountData({ owner, email, number, bank, holder }: Account) {
  return {
    contractCode: keys.MONNIFY_CONTRACT_CODE,
    accountReference: owner,
    accountName: holder,
    currencyCode: "NGN",
    customerEmail: email,
    customerName: holder,
    accounts: [{ bankCode: "50515", bankName: bank, accountNumber: number, accountName: holder }],
    collectionChannel: "RESERVED_ACCOUNT",
    status: "ACTIVE",
  };
}

/** A refund that hangs has no word of its own here. */
const REFUND_STATES = { pending: "PENDING", done: "COMPLETED", failed: "FAILED", attention: "PENDING" };

function refundData({ key, payment, amount, reason, state, createdAt }: Refund) {
  return {
    refundReference: key,
    transactionReference: payment.transaction,
    refundReason: reason,
    refundAmount: jsonNumber(amount),
    refundType: amount === payment.amount ? "FULL_REFUND" : "PARTIAL_REFUND",
    refundStatus: REFUND_STATES[state],
    createdOn: createDate(createdAt),
  };
}

function notice(happening: Happening): { event: string; body: Record<string, unknown> } | null {
  const told = (eventType: string, eventData: unknown) => ({
    event: eventType,
    body: { eventType, eventData },
  });
  if (happening.kind === "paid") {
    const { payment } = happening;
    // Unlike an answer, a notice tells amounts as numbers.
    const numbers = {
      amountPaid: jsonNumber(payment.amount),
      settlementAmount: jsonNumber(payment.amount - payment.fee),
    };
    return told("SUCCESSFUL_TRANSACTION", { ...transactionData(payment), ...numbers });
  }
  if (happening.kind === "refund") {
    const { refund: made } = happening;
    if (made.state === "done") return told("SUCCESSFUL_REFUND", refundData(made));
    if (made.state === "failed") return told("FAILED_REFUND", refundData(made));
  }
  return null;
}
