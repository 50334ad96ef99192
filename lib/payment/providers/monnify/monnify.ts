import { z } from "zod";
import { formatDecimal } from "#lib/core/money/money";
import { createTokenCache } from "#lib/payment/providers/access-token";
import type { ProviderKeys, ProviderOptions } from "#lib/payment/providers/descriptor";
import {
  CurrencyCode,
  DecimalAmount,
  Identifier,
  OptionalIdentifier,
  OptionalTimestamp,
  ProviderText,
  parseExact,
  toJsonNumber,
  WebUrl,
} from "#lib/payment/providers/exact-json";
import {
  createUnknownPayment,
  type PaymentLookup,
  type PaymentMethod,
  PaymentRejected,
  PaymentUnclear,
  type Provider,
  type ProviderAccount,
  type ProviderRefund,
  type ProviderWebhook,
  throwAsUnclear,
  type VerifiedPayment,
} from "#lib/payment/providers/provider";
import { PAGE_SIZE, readAllPages } from "#lib/payment/providers/read-all-pages";
import {
  type ProviderResponse,
  parseProviderResponse,
  requestProvider,
} from "#lib/payment/providers/request-provider";
import { isSigned } from "#lib/payment/providers/webhook-signature";

const NAME = "monnify";
export const SIGNATURE_HEADER = "monnify-signature";
const SIGNATURE_FORMAT = { hash: "sha512", encoding: "hex" } as const;
const CODE_BY_METHOD: Record<PaymentMethod, string> = {
  card: "CARD",
  transfer: "ACCOUNT_TRANSFER",
  ussd: "USSD",
};
const CHECKOUT_LIFETIME_MS = 40 * 60_000;
/** Wema and Moniepoint, the banks that keep reserved accounts. */
const BANKS = ["035", "50515"];

export function createMonnify(
  { apiKey = "", secretKey = "", contractCode = "" }: ProviderKeys,
  { previous, baseUrl, timeoutMs }: ProviderOptions,
): Provider {
  const basic = Buffer.from(`${apiKey}:${secretKey}`).toString("base64");
  const send = (
    method: "GET" | "POST",
    path: string,
    authorization: string,
    json?: unknown,
    secrets: string[] = [],
  ) =>
    requestProvider({
      provider: NAME,
      base: baseUrl,
      method,
      path,
      json,
      headers: { authorization },
      secrets: [secretKey, apiKey, basic, ...secrets],
      timeoutMs,
    });
  const withToken = createTokenCache(async () => {
    const response = await send("POST", "/api/v1/auth/login", `Basic ${basic}`, {});
    const { accessToken, expiresIn } = unwrapResponse(LoginBody, response);
    return { token: accessToken, seconds: Number(expiresIn) };
  });
  const call = (
    method: "GET" | "POST",
    path: string,
    json?: unknown,
    secrets: string[] = [],
  ): Promise<ProviderResponse> =>
    withToken((token) => send(method, path, `Bearer ${token}`, json, [token, ...secrets]));

  async function verifyPayment(lookup: PaymentLookup): Promise<VerifiedPayment> {
    const response = await call(
      "GET",
      "reference" in lookup
        ? `/api/v2/merchant/transactions/query?paymentReference=${encodeURIComponent(lookup.reference)}`
        : `/api/v2/transactions/${encodeURIComponent(lookup.transaction)}`,
    );
    if (isNotFound(response)) return createUnknownPayment(response.raw);
    const body = unwrapResponse(TransactionBody, response);
    const same =
      "reference" in lookup
        ? body.paymentReference === lookup.reference
        : body.transactionReference === lookup.transaction;
    if (!same) throw new PaymentUnclear(NAME, "its response is about another payment");
    return toVerifiedPayment(body, response.raw);
  }

  async function findRefund(key: string): Promise<ProviderRefund | undefined> {
    const response = await call("GET", `/api/v1/refunds/${encodeURIComponent(key)}`);
    return isNotFound(response)
      ? undefined
      : toProviderRefund(unwrapResponse(RefundBody, response), response.raw);
  }

  function listSettlementLines(reference: string) {
    return readAllPages(NAME, async (page) => {
      const query = new URLSearchParams({ reference, page: String(page), size: String(PAGE_SIZE) });
      const response = await call("GET", `/api/v1/transactions/find-by-settlement-reference?${query}`);
      return unwrapResponse(z.object({ content: z.array(SettlementLineBody) }), response).content;
    });
  }

  return {
    name: NAME,

    async startPayment({ reference, amount, currency, email, name, returnTo, methods }) {
      const response = await call("POST", "/api/v1/merchant/transactions/init-transaction", {
        amount: toJsonNumber(formatDecimal(amount, currency)),
        currencyCode: currency,
        customerName: name,
        customerEmail: email,
        paymentReference: reference,
        paymentDescription: reference,
        contractCode,
        redirectUrl: returnTo,
        paymentMethods: methods.map((method) => CODE_BY_METHOD[method]),
      });
      const begun = unwrapResponse(CheckoutBody, response);
      if (begun.paymentReference !== reference) throw new PaymentUnclear(NAME, "it started another payment");
      return { page: begun.checkoutUrl, expiresAt: new Date(Date.now() + CHECKOUT_LIFETIME_MS) };
    },

    async openAccount({ owner, name, email, identity }) {
      const path = "/api/v2/bank-transfer/reserved-accounts";
      const existing = await call("GET", `${path}/${encodeURIComponent(owner)}`);
      if (!isNotFound(existing))
        return toProviderAccount(owner, unwrapResponse(ReservedAccountBody, existing));
      const request = {
        accountReference: owner,
        accountName: name,
        customerName: name,
        customerEmail: email,
        currencyCode: "NGN",
        contractCode,
        getAllAvailableBanks: false,
        preferredBanks: BANKS,
        ...(identity && { [identity.kind]: identity.number }),
      };
      const response = await call("POST", path, request, identity ? [identity.number] : []);
      return toProviderAccount(owner, unwrapResponse(ReservedAccountBody, response));
    },

    verify: verifyPayment,

    async listTransfers({ owner, since }) {
      const isOld = ({ createdOn }: z.output<typeof ListedTransactionBody>) =>
        createdOn !== null && createdOn < since;
      const all = await readAllPages(
        NAME,
        async (page) => {
          const query = new URLSearchParams({
            accountReference: owner,
            page: String(page),
            size: String(PAGE_SIZE),
          });
          const response = await call("GET", `/api/v1/bank-transfer/reserved-accounts/transactions?${query}`);
          return isNotFound(response)
            ? []
            : unwrapResponse(z.object({ content: z.array(ListedTransactionBody) }), response).content;
        },
        (rows) => rows.every(isOld) && Number(rows[0]?.createdOn) >= Number(rows.at(-1)?.createdOn),
      );
      const fresh = all.filter((row) => !isOld(row));
      const transfers: VerifiedPayment[] = [];
      for (const row of fresh) transfers.push(await verifyPayment({ transaction: row.transactionReference }));
      return transfers.filter(({ state }) => state === "paid");
    },

    async refund({ transaction: transactionReference, amount, currency, key, reason }) {
      const existing = await findRefund(key).catch(throwAsUnclear);
      if (existing) return existing;
      const response = await call("POST", "/api/v1/refunds/initiate-refund", {
        transactionReference,
        refundReference: key,
        refundAmount: toJsonNumber(formatDecimal(amount, currency)),
        refundReason: reason.slice(0, 64),
        customerNote: reason.slice(0, 16),
      });
      return toProviderRefund(unwrapResponse(RefundBody, response), response.raw);
    },

    async getRefund(refund) {
      const existing = await findRefund(refund);
      if (!existing) throw new PaymentRejected(NAME, "it doesn’t have this refund");
      return existing;
    },

    async *listSettlements({ known, waiting }) {
      const yielded = new Set<string>();
      const left = new Set(waiting);
      for (const transaction of waiting) {
        if (!left.delete(transaction)) continue;
        const query = new URLSearchParams({ transactionReference: transaction });
        const response = await call("GET", `/api/v1/settlement-detail?${query}`);
        if (isNotFound(response)) continue;
        for (const { settlementInformation: info } of unwrapResponse(SettlementBody, response)
          .beneficiaries) {
          if (!info || known.has(info.settlementReference) || yielded.has(info.settlementReference)) continue;
          yielded.add(info.settlementReference);
          const lines = await listSettlementLines(info.settlementReference);
          for (const { transactionReference } of lines) left.delete(transactionReference);
          yield {
            id: info.settlementReference,
            settledAt: info.settledDate,
            currency: lines[0]?.currency ?? "NGN",
            paidOut: null,
            deducted: 0n,
            lines: lines.map(
              ({ transactionReference, paymentReference, amountPaid, settlementAmount, currency }) => ({
                transaction: transactionReference,
                reference: paymentReference,
                gross: amountPaid,
                fee: settlementAmount === null ? null : amountPaid - settlementAmount,
                currency,
              }),
            ),
          };
        }
      }
    },

    readWebhook(raw, headers) {
      const header = headers.get(SIGNATURE_HEADER);
      if (!isSigned(raw, header, [secretKey, previous?.secretKey], SIGNATURE_FORMAT)) return undefined;
      return toProviderWebhook(raw);
    },
  };
}

const ErrorBody = z.object({ requestSuccessful: z.literal(false), responseMessage: ProviderText });
const SuccessBody = z.object({ requestSuccessful: z.literal(true), responseBody: z.unknown() });

/** Reads a response to something that Monnify either did or rejected. */
function unwrapResponse<S extends z.ZodType>(schema: S, response: ProviderResponse): z.output<S> {
  const rejection = ErrorBody.safeParse(response.json);
  if (rejection.success) throw new PaymentRejected(NAME, rejection.data.responseMessage);
  const { responseBody } = parseProviderResponse(NAME, SuccessBody, response);
  return parseProviderResponse(NAME, schema, { ...response, json: responseBody });
}

/** Only Monnify's own words for it mean that there is no such thing. */
function isNotFound(response: ProviderResponse): boolean {
  const { data } = ErrorBody.safeParse(response.json);
  return data !== undefined && /(could not|cannot) find|not found|does not exist/i.test(data.responseMessage);
}

const LoginBody = z.object({ accessToken: z.string().min(1), expiresIn: Identifier });
const CheckoutBody = z.object({ paymentReference: Identifier, checkoutUrl: WebUrl });
const ReservedAccountBody = z.object({
  accountReference: Identifier,
  accounts: z
    .array(
      z.object({
        accountNumber: z.string().regex(/^\d{6,20}$/),
        accountName: ProviderText,
        bankName: ProviderText,
      }),
    )
    .min(1),
});
const ListedTransactionBody = z.object({ transactionReference: Identifier, createdOn: OptionalTimestamp });
const STATE_BY_STATUS = {
  PAID: "paid",
  OVERPAID: "paid",
  PARTIALLY_PAID: "paid",
  PENDING: "pending",
  // Not paid yet: the payer may come back to the page.
  ABANDONED: "pending",
  FAILED: "failed",
  CANCELLED: "failed",
  USER_CANCELLED: "failed",
  EXPIRED: "failed",
  REVERSED: "reversed",
} as const;
const TransactionBody = z
  .object({
    transactionReference: Identifier,
    paymentReference: Identifier,
    paymentStatus: z.enum(Object.keys(STATE_BY_STATUS) as (keyof typeof STATE_BY_STATUS)[]),
    amountPaid: DecimalAmount.nullish(),
    settlementAmount: DecimalAmount.nullish(),
    currency: CurrencyCode,
    paidOn: OptionalTimestamp,
    paymentMethod: z.string().nullish(),
    product: z.object({ type: z.string(), reference: Identifier }).nullish(),
    destinationAccountInformation: z.object({ accountNumber: z.string().nullish() }).nullish(),
  })
  .refine(
    ({ paymentStatus, amountPaid }) =>
      typeof amountPaid === "bigint" || STATE_BY_STATUS[paymentStatus] !== "paid",
    {
      path: ["amountPaid"],
    },
  );
const REFUND_STATE_BY_STATUS = {
  PENDING: "pending",
  PROCESSING: "pending",
  IN_PROGRESS: "pending",
  COMPLETED: "done",
  FAILED: "failed",
} as const;
const RefundBody = z.object({
  refundReference: Identifier,
  refundStatus: z.enum(Object.keys(REFUND_STATE_BY_STATUS) as (keyof typeof REFUND_STATE_BY_STATUS)[]),
  refundAmount: DecimalAmount,
});

const SettlementBody = z.object({
  beneficiaries: z.array(
    z.object({
      settlementInformation: z
        .object({ settlementReference: Identifier, settledDate: OptionalTimestamp })
        .nullish(),
    }),
  ),
});
const SettlementLineBody = z
  .object({
    transactionReference: Identifier,
    paymentReference: OptionalIdentifier,
    amountPaid: DecimalAmount,
    settlementAmount: DecimalAmount.nullish().transform((amount) => amount ?? null),
    currency: CurrencyCode,
  })
  .refine(({ amountPaid, settlementAmount }) => settlementAmount === null || settlementAmount <= amountPaid, {
    path: ["settlementAmount"],
  });

const METHOD_BY_CODE: Record<string, PaymentMethod> = {
  CARD: "card",
  ACCOUNT_TRANSFER: "transfer",
  USSD: "ussd",
};
const DEDICATED_ACCOUNT_CODE = "RESERVED_ACCOUNT";

function toVerifiedPayment(body: z.output<typeof TransactionBody>, raw: string): VerifiedPayment {
  const state = STATE_BY_STATUS[body.paymentStatus];
  const moved = state === "paid" || state === "reversed";
  const isTransfer = body.product?.type === DEDICATED_ACCOUNT_CODE;
  const amount = moved ? (body.amountPaid ?? 0n) : 0n;
  const { settlementAmount } = body;
  return {
    state,
    transaction: body.transactionReference,
    reference: isTransfer ? null : body.paymentReference,
    amount,
    fee:
      moved && typeof settlementAmount === "bigint" && settlementAmount <= amount
        ? amount - settlementAmount
        : null,
    currency: body.currency,
    paidAt: moved ? body.paidOn : null,
    method: METHOD_BY_CODE[body.paymentMethod ?? ""] ?? null,
    account: isTransfer ? (body.destinationAccountInformation?.accountNumber ?? null) : null,
    owner: isTransfer ? (body.product?.reference ?? null) : null,
    raw,
  };
}

function toProviderRefund(
  { refundReference, refundStatus, refundAmount }: z.output<typeof RefundBody>,
  raw: string,
): ProviderRefund {
  // Monnify pays in naira alone, and says no currency of a refund.
  return {
    id: refundReference,
    state: REFUND_STATE_BY_STATUS[refundStatus],
    amount: refundAmount,
    currency: "NGN",
    raw,
  };
}

function toProviderAccount(
  owner: string,
  { accountReference, accounts }: z.output<typeof ReservedAccountBody>,
): ProviderAccount {
  const [first] = accounts;
  if (accountReference !== owner || !first)
    throw new PaymentUnclear(NAME, "its response is about another account");
  return { state: "open", number: first.accountNumber, bank: first.bankName, holder: first.accountName };
}

const WebhookBody = z.object({ eventType: z.string(), eventData: z.looseObject({}) });
const WebhookData = z.object({
  transactionReference: OptionalIdentifier,
  paymentReference: OptionalIdentifier,
  refundReference: OptionalIdentifier,
  product: z.object({ type: OptionalIdentifier }).nullish().catch(null),
});

/** Reads a webhook whose signature is valid. An unreadable one is about nothing. */
function toProviderWebhook(raw: Uint8Array): ProviderWebhook {
  const { data: webhook } = WebhookBody.safeParse(parseExact(Buffer.from(raw).toString("utf8")));
  const event = webhook?.eventType.slice(0, 100) ?? "unreadable";
  const { data } = WebhookData.safeParse(webhook?.eventData);
  const isTransfer = data?.product?.type === DEDICATED_ACCOUNT_CODE;
  const about = event.endsWith("_REFUND")
    ? "refund"
    : event === "SUCCESSFUL_TRANSACTION" || event === "REJECTED_PAYMENT"
      ? "payment"
      : "other";
  return {
    event,
    about,
    reference: isTransfer ? null : (data?.paymentReference ?? null),
    transaction: data?.transactionReference ?? null,
    refund: data?.refundReference ?? null,
  };
}
