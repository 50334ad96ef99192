import { createHmac, randomUUID } from "node:crypto";
import {
  formatCreateDate,
  formatSandboxAmount,
  parseSandboxAmount,
  toSandboxJsonNumber,
} from "#sandbox/values";
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
  findProviderPayment,
  type PaymentsWorld,
  type ProviderMethod,
  type SandboxAccount,
  type SandboxPayment,
  type SandboxRefund,
} from "./world.ts";

const MINUTE_MS = 60_000;
const TOKEN_S = 3567;

/** Monnify as its reference documents it. */
export const monnifyDialect: ProviderDialect = {
  name: "monnify",
  bank: "Moniepoint Microfinance Bank",
  routes: {
    "POST /api/v1/auth/login": ["token", createAccessToken],
    "POST /api/v1/merchant/transactions/init-transaction": ["start", initialiseTransaction],
    "GET /api/v2/transactions/*": ["verify", verifyTransaction],
    "GET /api/v2/merchant/transactions/query": ["verify", queryTransaction],
    "POST /api/v2/bank-transfer/reserved-accounts": ["account", reserveAccount],
    "GET /api/v1/bank-transfer/reserved-accounts/transactions": ["list", listTransactions],
    "GET /api/v2/bank-transfer/reserved-accounts/*": ["account", fetchAccount],
    "POST /api/v1/refunds/initiate-refund": ["refund", createRefund],
    "GET /api/v1/refunds/*": ["refundState", fetchRefund],
    "GET /api/v1/settlement-detail": ["settlements", fetchSettlementDetail],
    "GET /api/v1/transactions/find-by-settlement-reference": ["settled", listSettledTransactions],
  },
  refuse({ world, headers }, route) {
    const basic = Buffer.from(`${SANDBOX_KEYS.MONNIFY_API_KEY}:${SANDBOX_KEYS.MONNIFY_SECRET_KEY}`).toString(
      "base64",
    );
    if (route === "token")
      return headers.authorization === `Basic ${basic}` ? null : errorReply("Invalid credentials", 401);
    const until = world.tokens.get(headers.authorization ?? "");
    return until !== undefined && Date.now() < until
      ? null
      : errorReply("Access token is invalid or has expired", 401);
  },
  transaction: (id) => `MNFY|46|20260101000000|${id}`,
  fee: ({ amount }) => calculateFee(amount, 15n, 0n, 200_000n),
  webhook: renderWebhook,
  lie(body, { amount, currency }) {
    const data = body.eventData as Record<string, unknown>;
    if (amount !== undefined) data.amountPaid = toSandboxJsonNumber(amount);
    if (currency !== undefined) data.currency = currency;
  },
  sign: (body) => ({
    "monnify-signature": createHmac("sha512", SANDBOX_KEYS.MONNIFY_SECRET_KEY).update(body).digest("hex"),
  }),
  // The reference only says that any response but 200 is retried.
  retries: Array<number>(10).fill(10 * MINUTE_MS),
  returns: ({ reference }) => ({ paymentReference: reference }),
};

const METHODS: Record<string, ProviderMethod> = { CARD: "card", ACCOUNT_TRANSFER: "transfer", USSD: "ussd" };

function successReply(responseBody: unknown): ProviderReply {
  return {
    status: 200,
    body: { requestSuccessful: true, responseMessage: "success", responseCode: "0", responseBody },
  };
}

function errorReply(responseMessage: string, status = 422): ProviderReply {
  return { status, body: { requestSuccessful: false, responseMessage, responseCode: "99" } };
}

function createAccessToken({ world }: ProviderCall): ProviderReply {
  const accessToken = randomUUID();
  world.tokens.set(`Bearer ${accessToken}`, Date.now() + TOKEN_S * 1000);
  return successReply({ accessToken, expiresIn: TOKEN_S });
}

function initialiseTransaction({ world, body }: ProviderCall): ProviderReply {
  const {
    paymentReference,
    customerEmail,
    customerName,
    currencyCode,
    contractCode,
    redirectUrl,
    paymentMethods,
  } = body;
  const requested = parseSandboxAmount(String(body.amount));
  if (requested === null || requested < 2_000n) return errorReply("Amount must be at least 20.00");
  if (!/^[^@\s]+@[^@\s]+$/.test(customerEmail ?? ""))
    return errorReply("must be a well-formed email address");
  if (contractCode !== SANDBOX_KEYS.MONNIFY_CONTRACT_CODE) return errorReply("Contract not found");
  if (currencyCode !== "NGN") return errorReply("Currency is not supported");
  if (!paymentReference) return errorReply("Payment reference is required");
  if (findProviderPayment(world, "monnify", paymentReference))
    return errorReply("Duplicate payment reference");
  const ways = ((paymentMethods ?? Object.keys(METHODS)) as string[]).flatMap((name) => METHODS[name] ?? []);
  const payment = createProviderPayment(world, "monnify", {
    reference: paymentReference,
    requested,
    currency: currencyCode,
    email: customerEmail,
    name: customerName,
    ways,
    returnTo: redirectUrl ?? null,
  });
  return successReply({
    transactionReference: payment.transaction,
    paymentReference,
    merchantName: "Sandbox",
    apiKey: SANDBOX_KEYS.MONNIFY_API_KEY,
    enabledPaymentMethod: paymentMethods,
    checkoutUrl: `${world.url}/monnify/pay/${payment.id}`,
  });
}

function verifyTransaction({ world, caught: [name] }: ProviderCall): ProviderReply {
  return transactionReply(world, name);
}

function queryTransaction({ world, query }: ProviderCall): ProviderReply {
  return transactionReply(world, query.get("paymentReference"));
}

function transactionReply(world: PaymentsWorld, name: string | null | undefined): ProviderReply {
  const payment = findProviderPayment(world, "monnify", name ?? "");
  return payment ? successReply(renderTransaction(payment)) : errorReply("Could not find transaction", 404);
}

function reserveAccount({ world, body }: ProviderCall): ProviderReply {
  const { accountReference, accountName, customerEmail, contractCode, bvn, nin } = body;
  if (contractCode !== SANDBOX_KEYS.MONNIFY_CONTRACT_CODE) return errorReply("Contract not found");
  if (!/^\d{11}$/.test(bvn ?? nin ?? "")) return errorReply("BVN or NIN is required");
  if (findAccount(world.accounts, accountReference))
    return errorReply("You can not reserve two accounts with the same reference");
  const of = { owner: accountReference, email: customerEmail, holder: accountName };
  return successReply(renderAccount(createAccountNumber(world, "monnify", of)));
}

function fetchAccount({ world, caught: [name = ""] }: ProviderCall): ProviderReply {
  const account = findAccount(world.accounts, name);
  return account ? successReply(renderAccount(account)) : errorReply("Cannot find reserved account", 404);
}

function findAccount(accounts: SandboxAccount[], owner: string) {
  return accounts.find((account) => account.provider === "monnify" && account.owner === owner);
}

function listTransactions({ world, query }: ProviderCall): ProviderReply {
  const owner = query.get("accountReference") ?? "";
  if (!findAccount(world.accounts, owner)) return errorReply("Cannot find reserved account", 404);
  const all = world.payments.filter(
    (payment) => payment.provider === "monnify" && payment.account?.owner === owner,
  );
  return pageReply(all.reverse(), query, (payment) => ({
    transactionReference: payment.transaction,
    paymentReference: payment.reference,
    amount: toSandboxJsonNumber(payment.amount),
    amountPaid: toSandboxJsonNumber(payment.amount),
    fee: toSandboxJsonNumber(payment.fee),
    currencyCode: payment.currency,
    paymentStatus: monnifyStatus(payment),
    createdOn: new Date(payment.createdAt).toISOString(),
    completed: true,
  }));
}

function pageReply<T>(all: T[], query: URLSearchParams, render: (row: T) => unknown): ProviderReply {
  const [page, size] = [Number(query.get("page") ?? 0), Number(query.get("size") ?? 10)];
  const content = all.slice(page * size, (page + 1) * size).map(render);
  return successReply({ content, totalElements: all.length, last: (page + 1) * size >= all.length });
}

function createRefund({ world, body }: ProviderCall): ProviderReply {
  const { transactionReference, refundReference, refundReason = "" } = body;
  const payment = findProviderPayment(world, "monnify", transactionReference ?? "");
  if (!payment) return errorReply("Could not find transaction", 404);
  if (findRefund(world.refunds, refundReference)) return errorReply("Duplicate refund reference");
  const amount = parseSandboxAmount(String(body.refundAmount)) ?? 0n;
  const made = createProviderRefund(world, { key: refundReference, payment, amount, reason: refundReason });
  return made
    ? successReply(renderRefund(made))
    : errorReply("Refund amount exceeds the remainder of the transaction");
}

function fetchRefund({ world, caught: [key = ""] }: ProviderCall): ProviderReply {
  const refund = findRefund(world.refunds, key);
  return refund ? successReply(renderRefund(refund)) : errorReply("Could not find refund", 404);
}

function findRefund(refunds: SandboxRefund[], key: string) {
  return refunds.find((refund) => refund.provider === "monnify" && refund.key === key);
}

/** Monnify has no list of settlements: it reports the settlement of a transaction. */
function fetchSettlementDetail({ world, query }: ProviderCall): ProviderReply {
  const payment = findProviderPayment(world, "monnify", query.get("transactionReference") ?? "");
  if (!payment) return errorReply("Could not find transaction", 404);
  const all = listProviderSettlements(world, "monnify").filter(({ lines }) =>
    lines.some(({ transaction }) => transaction === payment.transaction),
  );
  const beneficiaries = all.map(({ id, at, paidOut }) => ({
    beneficiaryType: "MERCHANT",
    beneficiaryCode: "MERCHANT",
    beneficiaryIncome: toSandboxJsonNumber(payment.amount - payment.fee),
    incurredFee: toSandboxJsonNumber(payment.fee),
    settlementStatus: "SETTLED",
    settlementInformation: {
      settledDate: formatCreateDate(at),
      settlementReference: formatSettlementName(id),
      settlementAmount: toSandboxJsonNumber(paidOut),
      settlementFee: 0,
      destinationAccountNumber: "6000000249",
      destinationAccountName: "Sandbox",
      destinationBankName: "Fidelity Bank",
      destinationBankCode: "070",
    },
  }));
  return successReply({ transaction: renderTransaction(payment), beneficiaries });
}

function listSettledTransactions({ world, query }: ProviderCall): ProviderReply {
  const settlement = world.settlements.find(
    (settlement) => formatSettlementName(settlement.id) === query.get("reference"),
  );
  if (!settlement) return errorReply("Could not find settlement", 404);
  return pageReply(settlement.lines, query, (line) => ({
    transactionReference: line.transaction,
    paymentReference: line.reference,
    amountPaid: formatSandboxAmount(line.amount),
    totalPayable: formatSandboxAmount(line.amount),
    settlementAmount: formatSandboxAmount(line.amount - line.fee),
    paidOn: formatCreateDate(settlement.at),
    paymentStatus: "PAID",
    currency: line.currency,
  }));
}

const formatSettlementName = (id: number) => `ST${id}`;

function monnifyStatus({ status, requested, amount }: SandboxPayment): string {
  if (status !== "paid")
    return { open: "PENDING", pending: "PENDING", failed: "FAILED", reversed: "REVERSED" }[status];
  if (requested === null || amount === requested) return "PAID";
  return amount > requested ? "OVERPAID" : "PARTIALLY_PAID";
}

function renderTransaction(payment: SandboxPayment) {
  const { transaction, reference, amount, requested, fee, currency, method, account, paidAt, email, name } =
    payment;
  const moved = payment.status === "paid" || payment.status === "reversed";
  return {
    transactionReference: transaction,
    paymentReference: reference,
    amountPaid: formatSandboxAmount(moved ? amount : 0n),
    totalPayable: formatSandboxAmount(requested ?? amount),
    settlementAmount: formatSandboxAmount(moved ? amount - fee : 0n),
    paidOn: paidAt === null ? null : formatCreateDate(paidAt),
    paymentStatus: monnifyStatus(payment),
    paymentDescription: reference,
    currency,
    paymentMethod: Object.keys(METHODS).find((name) => METHODS[name] === method) ?? null,
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

function renderAccount({ owner, email, number, bank, holder }: SandboxAccount) {
  return {
    contractCode: SANDBOX_KEYS.MONNIFY_CONTRACT_CODE,
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

/** Monnify has no word for a refund that hangs. */
const REFUND_STATES = { pending: "PENDING", done: "COMPLETED", failed: "FAILED", attention: "PENDING" };

function renderRefund({ key, payment, amount, reason, state, createdAt }: SandboxRefund) {
  return {
    refundReference: key,
    transactionReference: payment.transaction,
    refundReason: reason,
    refundAmount: toSandboxJsonNumber(amount),
    refundType: amount === payment.amount ? "FULL_REFUND" : "PARTIAL_REFUND",
    refundStatus: REFUND_STATES[state],
    createdOn: formatCreateDate(createdAt),
  };
}

function renderWebhook(happening: PaymentEvent): { event: string; body: Record<string, unknown> } | null {
  const createEvent = (eventType: string, eventData: unknown) => ({
    event: eventType,
    body: { eventType, eventData },
  });
  if (happening.kind === "paid") {
    const { payment } = happening;
    // Unlike a response, a webhook has amounts as numbers.
    const numbers = {
      amountPaid: toSandboxJsonNumber(payment.amount),
      settlementAmount: toSandboxJsonNumber(payment.amount - payment.fee),
    };
    return createEvent("SUCCESSFUL_TRANSACTION", { ...renderTransaction(payment), ...numbers });
  }
  if (happening.kind === "refund") {
    const { refund: made } = happening;
    if (made.state === "done") return createEvent("SUCCESSFUL_REFUND", renderRefund(made));
    if (made.state === "failed") return createEvent("FAILED_REFUND", renderRefund(made));
  }
  return null;
}
