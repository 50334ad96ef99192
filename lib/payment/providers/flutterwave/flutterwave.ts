import { randomUUID } from "node:crypto";
import { z } from "zod";
import { formatDecimal } from "#lib/core/money/money";
import { createTokenCache } from "#lib/payment/providers/access-token";
import type { ProviderKeys, ProviderOptions } from "#lib/payment/providers/descriptor";
import {
  CurrencyCode,
  DecimalAmount,
  DecimalFee,
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
  type PaymentMethod,
  PaymentRejected,
  PaymentUnclear,
  type Provider,
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

const NAME = "flutterwave";
export const SIGNATURE_HEADER = "flutterwave-signature";
const SIGNATURE_FORMAT = { hash: "sha256", encoding: "base64" } as const;
const TOKEN_PATH = "/realms/flutterwave/protocol/openid-connect/token";
const IDENTITY_PROVIDER_URL = "https://idp.flutterwave.com";
/** Goes before an owner to make the reference that all transfers to their account carry. */
const DEDICATED_ACCOUNT_PREFIX = "va-";

export function createFlutterwave(
  { clientId = "", clientSecret = "", webhookSecret = "" }: ProviderKeys,
  { previous, baseUrl, timeoutMs }: ProviderOptions,
): Provider {
  const secrets = [clientSecret, clientId, webhookSecret];
  // Flutterwave gives its tokens out elsewhere; a stand-in does so itself.
  const isTheirs = /(^|\.)flutterwave\.(com|cloud)$/.test(new URL(baseUrl).hostname);
  const withToken = createTokenCache(async () => {
    const response = await requestProvider({
      provider: NAME,
      base: isTheirs ? IDENTITY_PROVIDER_URL : baseUrl,
      method: "POST",
      path: TOKEN_PATH,
      headers: {},
      form: { client_id: clientId, client_secret: clientSecret, grant_type: "client_credentials" },
      secrets,
      timeoutMs,
    });
    const { access_token, expires_in } = parseProviderResponse(NAME, LoginBody, response);
    return { token: access_token, seconds: Number(expires_in) };
  });

  const get = (path: string): Promise<ProviderResponse> => send("GET", path);
  /** The same key again has the same effect and response as the first time. */
  const post = (path: string, json: unknown, key?: string, more: string[] = []): Promise<ProviderResponse> =>
    send("POST", path, { json, ...(key && { key: `portal-${key}` }) }, more);

  function send(
    method: "GET" | "POST",
    path: string,
    options: { json?: unknown; key?: string } = {},
    more: string[] = [],
  ) {
    return withToken((token) =>
      requestProvider({
        provider: NAME,
        base: baseUrl,
        method,
        path,
        json: options.json,
        headers: {
          authorization: `Bearer ${token}`,
          "x-trace-id": randomUUID(),
          ...(options.key && { "x-idempotency-key": options.key }),
        },
        secrets: [...secrets, token, ...more],
        timeoutMs,
      }),
    );
  }

  async function registerCustomer(email: string, name: string): Promise<string> {
    const response = await post("/customers", { email, name: splitName(name) });
    if (response.status !== 409) return unwrapResponse(z.object({ id: Identifier }), response).id;
    const [known] = unwrapResponse(
      z.array(z.object({ id: Identifier })),
      await post("/customers/search", { email }),
    );
    if (!known) throw new PaymentUnclear(NAME, "it neither creates nor finds the customer");
    return known.id;
  }

  /** Lists the charges under a reference; empty until the payer tries to pay. */
  async function listCharges(reference: string, more: Record<string, string> = {}) {
    const response = await get(`/charges?${new URLSearchParams({ reference, ...more })}`);
    const charges = unwrapResponse(z.array(ChargeBody), response);
    if (charges.some((row) => row.reference !== reference))
      throw new PaymentUnclear(NAME, "its response is about another payment");
    return { charges, raw: response.raw };
  }

  async function getRefund(refund: string): Promise<ProviderRefund> {
    const response = await get(`/refunds/${encodeURIComponent(refund)}`);
    const body = unwrapResponse(RefundBody, response);
    // Refunds name no currency, and only naira is refunded.
    return {
      id: body.id,
      state: REFUND_STATE_BY_STATUS[body.status],
      amount: body.amount_refunded,
      currency: "NGN",
      raw: response.raw,
    };
  }

  return {
    name: NAME,

    async startPayment({ reference, amount, currency, email, name, returnTo }) {
      const session = {
        amount: toJsonNumber(formatDecimal(amount, currency)),
        currency,
        reference,
        customer_id: await registerCustomer(email, name),
        redirect_url: returnTo,
      };
      const begun = unwrapResponse(
        SessionBody,
        await post("/checkout/sessions", session, `start-${reference}`),
      );
      if (begun.reference !== reference) throw new PaymentUnclear(NAME, "it started another payment");
      return { page: begun.checkout_url, expiresAt: null };
    },

    async openAccount({ owner, name, email, identity }) {
      const reference = DEDICATED_ACCOUNT_PREFIX + owner;
      const existing = unwrapResponse(
        z.array(AccountBody),
        await get(`/virtual-accounts?${new URLSearchParams({ reference })}`),
      );
      const createRequest = async () => ({
        reference,
        customer_id: await registerCustomer(email, name),
        amount: 0,
        currency: "NGN",
        account_type: "static",
        narration: name,
        ...(identity && { [identity.kind]: identity.number }),
      });
      const account =
        existing.find((row) => row.reference === reference) ??
        unwrapResponse(
          AccountBody,
          await post(
            "/virtual-accounts",
            await createRequest(),
            `account-${owner}`,
            identity ? [identity.number] : [],
          ),
        );
      if (account.reference !== reference)
        throw new PaymentUnclear(NAME, "its response is about another account");
      return { state: "open", number: account.account_number, bank: account.account_bank_name, holder: name };
    },

    async verify(lookup) {
      if ("reference" in lookup) {
        const { charges, raw } = await listCharges(lookup.reference);
        // A payer may try again under the same reference, so a successful charge decides.
        const body = charges.find(({ status }) => status === "succeeded") ?? charges[0];
        return body ? toVerifiedPayment(body, raw) : createUnknownPayment(raw);
      }
      const response = await get(`/charges/${encodeURIComponent(lookup.transaction)}`);
      if (response.status === 404 && ErrorBody.safeParse(response.json).success)
        return createUnknownPayment(response.raw);
      const body = unwrapResponse(ChargeBody, response);
      if (body.id !== lookup.transaction)
        throw new PaymentUnclear(NAME, "its response is about another payment");
      return toVerifiedPayment(body, response.raw);
    },

    async listTransfers({ owner, since }) {
      const all = await readAllPages(NAME, async (page) => {
        const { charges, raw } = await listCharges(DEDICATED_ACCOUNT_PREFIX + owner, {
          from: since.toISOString(),
          size: String(PAGE_SIZE),
          page: String(page + 1),
        });
        return charges.map((row) => ({ row, raw }));
      });
      return all
        .filter(({ row }) => row.status === "succeeded")
        .map(({ row, raw }) => toVerifiedPayment(row, raw));
    },

    async refund({ transaction, amount, currency, key }) {
      const request = {
        charge_id: transaction,
        amount: toJsonNumber(formatDecimal(amount, currency)),
        reason: "requested_by_customer",
        meta: { key },
      };
      const { id } = unwrapResponse(RefundBody, await post("/refunds", request, `refund-${key}`));
      // A second response to the same key is the first one again, so that the state has to be asked for.
      return getRefund(id).catch(throwAsUnclear);
    },

    getRefund,

    async *listSettlements({ since, known }) {
      const all = await readAllPages(NAME, async (page) => {
        const query = new URLSearchParams({ page: String(page + 1), size: String(PAGE_SIZE) });
        return unwrapResponse(z.array(SettlementSummaryBody), await get(`/settlements?${query}`));
      });
      for (const { id, status, created_datetime } of all) {
        const early = created_datetime !== null && created_datetime < since;
        if (early || !status.startsWith("completed") || known.has(id)) continue;
        const row = unwrapResponse(SettlementBody, await get(`/settlements/${encodeURIComponent(id)}`));
        if (row.id !== id) throw new PaymentUnclear(NAME, "its response is about another settlement");
        yield {
          id,
          settledAt: row.due_datetime,
          currency: row.currency,
          paidOut: row.net_amount ?? null,
          deducted: (row.chargeback ?? 0n) + (row.refund ?? 0n),
          lines: row.charges.map((charge) => ({
            transaction: charge.id,
            reference: charge.reference,
            gross: charge.amount,
            fee: charge.fees ? sumFees(charge.fees) : null,
            currency: charge.currency ?? row.currency,
          })),
        };
      }
    },

    readWebhook(raw, headers) {
      const header = headers.get(SIGNATURE_HEADER);
      if (!isSigned(raw, header, [webhookSecret, previous?.webhookSecret], SIGNATURE_FORMAT))
        return undefined;
      return toProviderWebhook(raw);
    },
  };
}

const ErrorBody = z.object({ status: z.literal("failed"), error: z.object({ message: ProviderText }) });
const SuccessBody = z.object({ status: z.literal("success"), data: z.unknown() });

/** Reads a response to something that Flutterwave either did or rejected. */
function unwrapResponse<S extends z.ZodType>(schema: S, response: ProviderResponse): z.output<S> {
  const rejection = ErrorBody.safeParse(response.json);
  if (rejection.success) throw new PaymentRejected(NAME, rejection.data.error.message);
  const { data } = parseProviderResponse(NAME, SuccessBody, response);
  return parseProviderResponse(NAME, schema, { ...response, json: data });
}

const LoginBody = z.object({ access_token: z.string().min(1), expires_in: Identifier });
const SessionBody = z.object({ reference: Identifier, checkout_url: WebUrl });
const AccountBody = z.object({
  reference: Identifier,
  account_number: z.string().regex(/^\d{6,20}$/),
  account_bank_name: ProviderText,
});
const STATE_BY_STATUS = {
  succeeded: "paid",
  pending: "pending",
  failed: "failed",
  voided: "failed",
  cancelled: "failed",
} as const;
const FeesBody = z.array(z.object({ amount: DecimalFee }));
const ChargeBody = z.object({
  id: Identifier,
  reference: Identifier,
  status: z.enum(Object.keys(STATE_BY_STATUS) as (keyof typeof STATE_BY_STATUS)[]),
  amount: DecimalAmount,
  fees: FeesBody.nullish(),
  currency: CurrencyCode,
  created_datetime: OptionalTimestamp,
  disputed: z.boolean().nullish(),
  payment_method_details: z.object({ type: z.string() }).nullish(),
});
const SettlementSummaryBody = z.object({
  id: Identifier,
  status: z.string(),
  created_datetime: OptionalTimestamp,
});
const SettlementBody = z.object({
  id: Identifier,
  currency: CurrencyCode,
  net_amount: DecimalAmount.nullish(),
  chargeback: DecimalAmount.nullish(),
  refund: DecimalAmount.nullish(),
  due_datetime: OptionalTimestamp,
  charges: z
    .array(
      z.object({
        id: Identifier,
        reference: OptionalIdentifier,
        amount: DecimalAmount,
        fees: FeesBody.nullish(),
        currency: CurrencyCode.nullish(),
      }),
    )
    .max(20_000),
});
const REFUND_STATE_BY_STATUS = {
  new: "pending",
  pending: "pending",
  processing: "pending",
  succeeded: "done",
  completed: "done",
  failed: "failed",
} as const;
const RefundBody = z.object({
  id: Identifier,
  status: z.enum(Object.keys(REFUND_STATE_BY_STATUS) as (keyof typeof REFUND_STATE_BY_STATUS)[]),
  amount_refunded: DecimalAmount,
});

const METHOD_BY_CODE: Record<string, PaymentMethod> = {
  card: "card",
  bank_transfer: "transfer",
  ussd: "ussd",
};

function toVerifiedPayment(body: z.output<typeof ChargeBody>, raw: string): VerifiedPayment {
  // A disputed charge is the payer's bank's again, until the dispute is won.
  const state = body.disputed && body.status === "succeeded" ? "reversed" : STATE_BY_STATUS[body.status];
  const moved = state === "paid" || state === "reversed";
  const isTransfer = body.reference.startsWith(DEDICATED_ACCOUNT_PREFIX);
  return {
    state,
    transaction: body.id,
    reference: isTransfer ? null : body.reference,
    amount: moved ? body.amount : 0n,
    fee: moved && body.fees ? sumFees(body.fees) : null,
    currency: body.currency,
    paidAt: moved ? body.created_datetime : null,
    method: METHOD_BY_CODE[body.payment_method_details?.type ?? ""] ?? null,
    account: null,
    owner: isTransfer ? body.reference.slice(DEDICATED_ACCOUNT_PREFIX.length) : null,
    raw,
  };
}

function sumFees(fees: z.output<typeof FeesBody>) {
  return fees.reduce((sum, { amount }) => sum + amount, 0n);
}

const WebhookBody = z.object({ type: z.string(), data: z.looseObject({}) });
const WebhookData = z.object({
  id: OptionalIdentifier,
  reference: OptionalIdentifier,
  charge_id: OptionalIdentifier,
});

/** Reads a webhook whose signature is valid. An unreadable one is about nothing. */
function toProviderWebhook(raw: Uint8Array): ProviderWebhook {
  const { data: webhook } = WebhookBody.safeParse(parseExact(Buffer.from(raw).toString("utf8")));
  const event = webhook?.type.slice(0, 100) ?? "unreadable";
  const { id = null, reference = null, charge_id = null } = WebhookData.safeParse(webhook?.data).data ?? {};
  const about = /^charge(back)?\./.test(event) ? "payment" : event.startsWith("refund.") ? "refund" : "other";
  const isTransfer = reference?.startsWith(DEDICATED_ACCOUNT_PREFIX);
  return {
    event,
    about,
    reference: isTransfer ? null : reference,
    transaction: event.startsWith("charge.") ? id : charge_id,
    refund: about === "refund" ? id : null,
  };
}
