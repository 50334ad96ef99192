import { z } from "zod";
import type { ProviderKeys, ProviderOptions } from "#lib/payment/providers/descriptor";
import {
  CurrencyCode,
  Identifier,
  MinorFee,
  MinorUnits,
  OptionalIdentifier,
  OptionalTimestamp,
  ProviderText,
  parseExact,
  toJsonNumber,
  WebUrl,
} from "#lib/payment/providers/exact-json";
import {
  createUnknownPayment,
  type PaymentMethod,
  PaymentRejected,
  PaymentUnclear,
  type Provider,
  type ProviderAccount,
  type ProviderDispute,
  type ProviderRefund,
  type ProviderWebhook,
  splitName,
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

const NAME = "paystack";
export const SIGNATURE_HEADER = "x-paystack-signature";
const SIGNATURE_FORMAT = { hash: "sha512", encoding: "hex" } as const;
const CHANNEL_BY_METHOD: Record<PaymentMethod, string> = {
  card: "card",
  transfer: "bank_transfer",
  ussd: "ussd",
};
/** The bank that keeps the account numbers: Paystack's own of its test mode, or Wema. */
const BANK_BY_MODE = { test: "test-bank", live: "wema-bank" };

export function createPaystack(
  { secretKey = "" }: ProviderKeys,
  { previous, baseUrl, timeoutMs }: ProviderOptions,
): Provider {
  const call = (
    method: "GET" | "POST",
    path: string,
    json?: unknown,
    more: string[] = [],
  ): Promise<ProviderResponse> =>
    requestProvider({
      provider: NAME,
      base: baseUrl,
      method,
      path,
      json,
      headers: { authorization: `Bearer ${secretKey}` },
      secrets: [secretKey, ...more],
      timeoutMs,
    });

  /** Asks for something that Paystack either does or rejects. */
  async function unwrapResponse<S extends z.ZodType>(
    schema: S,
    reply: ProviderResponse | Promise<ProviderResponse>,
  ): Promise<z.output<S>> {
    const response = await reply;
    if (response.status >= 400)
      throw new PaymentRejected(NAME, parseProviderResponse(NAME, ErrorBody, response).message);
    const { data } = parseProviderResponse(NAME, SuccessBody, response);
    return parseProviderResponse(NAME, schema, { ...response, json: data });
  }

  async function findCustomer(email: string) {
    const response = await call("GET", `/customer/${encodeURIComponent(email)}`);
    if (response.status === 404) return undefined;
    return unwrapResponse(CustomerBody, response);
  }

  return {
    name: NAME,

    async startPayment({ reference, amount, currency, email, name, returnTo, methods }) {
      const begun = await unwrapResponse(
        CheckoutBody,
        call("POST", "/transaction/initialize", {
          reference,
          amount: toJsonNumber(String(amount)),
          currency,
          email,
          callback_url: returnTo,
          channels: methods.map((method) => CHANNEL_BY_METHOD[method]),
          metadata: JSON.stringify({
            cancel_action: returnTo,
            custom_fields: [{ display_name: "Name", variable_name: "name", value: name }],
          }),
        }),
      );
      if (begun.reference !== reference) throw new PaymentUnclear(NAME, "it started another payment");
      return { page: begun.authorization_url, expiresAt: null };
    },

    async openAccount(input) {
      const existing = await findCustomer(input.email);
      if (existing?.dedicated_account) return toProviderAccount(existing.dedicated_account);
      const { email, phone } = input;
      const { first: first_name, last: last_name } = splitName(input.name);
      const preferred_bank = secretKey.startsWith("sk_test_") ? BANK_BY_MODE.test : BANK_BY_MODE.live;
      if (input.identity) {
        if (input.identity.kind !== "bvn") throw new PaymentRejected(NAME, "it accepts only a BVN");
        const bvn = input.identity.number;
        const request = { email, phone, first_name, last_name, preferred_bank, country: "NG", bvn };
        await unwrapResponse(z.undefined(), call("POST", "/dedicated_account/assign", request, [bvn]));
        return { state: "pending" };
      }
      const customer = await unwrapResponse(
        CustomerBody,
        call("POST", "/customer", { email, phone, first_name, last_name }),
      );
      const request = { customer: customer.customer_code, preferred_bank };
      return toProviderAccount(
        await unwrapResponse(AccountBody, call("POST", "/dedicated_account", request)),
      );
    },

    async verify(lookup) {
      const named = "reference" in lookup;
      const path = named
        ? `/transaction/verify/${encodeURIComponent(lookup.reference)}`
        : `/transaction/${requireNumericId(lookup.transaction)}`;
      const response = await call("GET", path);
      if (response.status >= 400) return toMissingPayment(response);
      const body = await unwrapResponse(TransactionBody, response);
      const same = named ? body.reference === lookup.reference : body.id === lookup.transaction;
      if (!same) throw new PaymentUnclear(NAME, "its response is about another payment");
      return toVerifiedPayment(body, response.raw);
    },

    async listTransfers({ email, number, since }) {
      const customer = await findCustomer(email);
      if (!customer) return [];
      const slug = customer.dedicated_account?.bank.slug;
      if (slug) {
        const query = new URLSearchParams({ account_number: number, provider_slug: slug });
        await call("GET", `/dedicated_account/requery?${query}`);
      }
      const all = await readAllPages(NAME, async (page) => {
        const query = new URLSearchParams({
          customer: customer.id,
          from: since.toISOString(),
          status: "success",
          perPage: String(PAGE_SIZE),
          page: String(page + 1),
        });
        const response = await call("GET", `/transaction?${query}`);
        return (await unwrapResponse(z.array(TransactionBody), response)).map((row) =>
          toVerifiedPayment(row, response.raw),
        );
      });
      return all.filter(({ account }) => account === number);
    },

    async refund({ transaction, amount, currency, key, reason }) {
      const query = new URLSearchParams({ transaction: requireNumericId(transaction), perPage: "100" });
      const before = await call("GET", `/refund?${query}`);
      const all = await unwrapResponse(z.array(RefundBody), before).catch(throwAsUnclear);
      const existing = all.find((row) => row.merchant_note === key);
      if (existing) return toProviderRefund(existing, before.raw);
      const request = {
        transaction,
        amount: toJsonNumber(String(amount)),
        currency,
        customer_note: reason,
        merchant_note: key,
      };
      const response = await call("POST", "/refund", request);
      return toProviderRefund(await unwrapResponse(RefundBody, response), response.raw);
    },

    async getRefund(refund) {
      const response = await call("GET", `/refund/${requireNumericId(refund)}`);
      return toProviderRefund(await unwrapResponse(RefundBody, response), response.raw);
    },

    async listDisputes(transaction) {
      const all = await readAllPages(NAME, (page) => {
        const query = new URLSearchParams({
          transaction: requireNumericId(transaction),
          perPage: String(PAGE_SIZE),
          page: String(page + 1),
        });
        return unwrapResponse(z.array(DisputeBody), call("GET", `/dispute?${query}`));
      });
      return all.filter((row) => row.transaction?.id === transaction).map(toProviderDispute);
    },

    async *listSettlements({ since, known }) {
      const all = await readAllPages(NAME, (page) => {
        const query = { from: since.toISOString(), perPage: String(PAGE_SIZE), page: String(page + 1) };
        return unwrapResponse(
          z.array(SettlementBody),
          call("GET", `/settlement?${new URLSearchParams(query)}`),
        );
      });
      for (const row of all) {
        if (row.status !== "success" || known.has(row.id)) continue;
        const lines = await readAllPages(NAME, (page) => {
          const query = new URLSearchParams({ perPage: String(PAGE_SIZE), page: String(page + 1) });
          return unwrapResponse(
            z.array(SettlementLineBody),
            call("GET", `/settlement/${requireNumericId(row.id)}/transactions?${query}`),
          );
        });
        yield {
          id: row.id,
          settledAt: row.settlement_date,
          currency: row.currency,
          paidOut: row.effective_amount ?? null,
          deducted: row.deductions ?? 0n,
          lines: lines.map(({ id, reference, amount, fees, currency }) => ({
            transaction: id,
            reference,
            gross: amount,
            fee: fees ?? null,
            currency,
          })),
        };
      }
    },

    readWebhook(raw, headers) {
      const header = headers.get(SIGNATURE_HEADER);
      if (!isSigned(raw, header, [secretKey, previous?.secretKey], SIGNATURE_FORMAT)) return undefined;
      return toProviderWebhook(raw);
    },
  };
}

const ErrorBody = z.object({ status: z.literal(false), message: ProviderText, code: z.string().optional() });
const SuccessBody = z.object({ status: z.literal(true), data: z.unknown().optional() });
const CheckoutBody = z.object({ authorization_url: WebUrl, reference: Identifier });
const AccountBody = z.object({
  account_name: ProviderText,
  account_number: z.string().regex(/^\d{6,20}$/),
  bank: z.object({ name: ProviderText, slug: z.string().max(60) }),
});
const CustomerBody = z.object({
  id: Identifier,
  customer_code: Identifier,
  dedicated_account: AccountBody.nullish(),
});
const STATE_BY_STATUS = {
  success: "paid",
  failed: "failed",
  reversed: "reversed",
  // Not paid yet: the payer may come back to the page.
  abandoned: "pending",
  ongoing: "pending",
  pending: "pending",
  processing: "pending",
  queued: "pending",
} as const;
const TransactionBody = z.object({
  id: Identifier,
  status: z.enum(Object.keys(STATE_BY_STATUS) as (keyof typeof STATE_BY_STATUS)[]),
  reference: Identifier,
  amount: MinorUnits,
  fees: MinorFee.nullish(),
  currency: CurrencyCode,
  paid_at: OptionalTimestamp,
  channel: z.string().nullish(),
  authorization: z.object({ receiver_bank_account_number: z.string().nullish() }).nullish(),
});
const REFUND_STATE_BY_STATUS = {
  pending: "pending",
  processing: "pending",
  processed: "done",
  failed: "failed",
  "needs-attention": "attention",
} as const;
const RefundBody = z.object({
  id: Identifier,
  status: z.enum(Object.keys(REFUND_STATE_BY_STATUS) as (keyof typeof REFUND_STATE_BY_STATUS)[]),
  amount: MinorUnits,
  currency: CurrencyCode,
  merchant_note: z.string().nullish(),
});

const DisputeBody = z.object({
  id: Identifier,
  status: z.string(),
  resolution: z.string().nullish(),
  refund_amount: MinorUnits.nullish(),
  currency: CurrencyCode.nullish(),
  dueAt: OptionalTimestamp,
  transaction: z.object({ id: Identifier, currency: CurrencyCode.nullish() }).nullish(),
});

const SettlementBody = z.object({
  id: Identifier,
  status: z.string(),
  currency: CurrencyCode,
  effective_amount: MinorUnits.nullish(),
  deductions: MinorUnits.nullish(),
  settlement_date: OptionalTimestamp,
});
const SettlementLineBody = TransactionBody.pick({
  id: true,
  reference: true,
  amount: true,
  fees: true,
  currency: true,
});

const METHOD_BY_CHANNEL: Record<string, PaymentMethod> = {
  card: "card",
  bank_transfer: "transfer",
  dedicated_nuban: "transfer",
  ussd: "ussd",
};
const DEDICATED_ACCOUNT_CHANNEL = "dedicated_nuban";

function toVerifiedPayment(body: z.output<typeof TransactionBody>, raw: string): VerifiedPayment {
  const state = STATE_BY_STATUS[body.status];
  const moved = state === "paid" || state === "reversed";
  const isTransfer = body.channel === DEDICATED_ACCOUNT_CHANNEL;
  return {
    state,
    transaction: body.id,
    reference: isTransfer ? null : body.reference,
    amount: moved ? body.amount : 0n,
    fee: moved ? (body.fees ?? null) : null,
    currency: body.currency,
    paidAt: moved ? body.paid_at : null,
    method: METHOD_BY_CHANNEL[body.channel ?? ""] ?? null,
    account: isTransfer ? (body.authorization?.receiver_bank_account_number ?? null) : null,
    owner: null,
    raw,
  };
}

/** Only Paystack's own words for it mean that there is no such payment. */
function toMissingPayment(response: ProviderResponse): VerifiedPayment {
  const { code, message } = parseProviderResponse(NAME, ErrorBody, response);
  if (code !== "transaction_not_found" && !/^transaction (reference )?not found/i.test(message))
    throw new PaymentUnclear(NAME, `HTTP ${response.status} ${message}`);
  return createUnknownPayment(response.raw);
}

function toProviderRefund(
  { id, status, amount, currency }: z.output<typeof RefundBody>,
  raw: string,
): ProviderRefund {
  return { id, state: REFUND_STATE_BY_STATUS[status], amount, currency, raw };
}

function toProviderDispute({
  id,
  status,
  resolution,
  refund_amount,
  currency,
  dueAt,
  transaction,
}: z.output<typeof DisputeBody>): ProviderDispute {
  const disputeCurrency = currency ?? transaction?.currency;
  if (!disputeCurrency) throw new PaymentUnclear(NAME, "it names no currency of a dispute");
  return {
    id,
    dueAt,
    currency: disputeCurrency,
    amount: refund_amount || null,
    state:
      status === "awaiting-merchant-feedback"
        ? "open"
        : (getDisputeOutcome(status, resolution) ?? "answered"),
  };
}

/** Undefined while a dispute is open, and for a resolution that we don't know. */
function getDisputeOutcome(
  status: string,
  resolution: string | null | undefined,
): "won" | "lost" | undefined {
  if (status !== "resolved") return undefined;
  if (resolution === "declined") return "won";
  return /accepted$/.test(resolution ?? "") ? "lost" : undefined;
}

function toProviderAccount({
  account_number,
  account_name,
  bank,
}: z.output<typeof AccountBody>): ProviderAccount {
  return { state: "open", number: account_number, bank: bank.name, holder: account_name };
}

/** An id of Paystack's, which goes into a path. */
function requireNumericId(id: string): string {
  if (/^\d{1,20}$/.test(id)) return id;
  throw new PaymentRejected(NAME, "this isn’t an id of Paystack’s");
}

const WebhookBody = z.object({ event: z.string(), data: z.looseObject({}) });
const WebhookData = z.object({
  id: OptionalIdentifier,
  reference: OptionalIdentifier,
});

/** Reads a webhook whose signature is valid. An unreadable one is about nothing. Any event may name a transaction. */
function toProviderWebhook(raw: Uint8Array): ProviderWebhook {
  const { data: webhook } = WebhookBody.safeParse(parseExact(Buffer.from(raw).toString("utf8")));
  const event = webhook?.event.slice(0, 100) ?? "unreadable";
  const data = webhook?.data ?? {};
  const isCharge = event.startsWith("charge.");
  const about = isCharge ? "payment" : event.startsWith("refund.") ? "refund" : "other";
  const named = WebhookData.safeParse(
    isCharge && !event.startsWith("charge.dispute.") ? data : data.transaction,
  ).data;
  return {
    event,
    about,
    reference: named?.reference ?? OptionalIdentifier.parse(data.transaction_reference ?? data.reference),
    transaction: named?.id ?? (isCharge ? null : OptionalIdentifier.parse(data.transaction)),
    refund: null,
  };
}
