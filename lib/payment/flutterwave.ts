import { randomUUID } from "node:crypto";
import { z } from "zod";
import { decimalText } from "#lib/core/money";
import { ask, type Reply, read } from "./ask.ts";
import {
  Currency,
  Decimal,
  DecimalFee,
  decimalJson,
  Moment,
  Name,
  NameIfAny,
  Page,
  parseExact,
  Words,
} from "./exact-json.ts";
import { everyPage, PAGE_SIZE } from "./pages.ts";
import {
  IDENTITIES,
  type Notice,
  PaymentRefused,
  PaymentUnanswered,
  type Provider,
  type Refund,
  unknownPayment,
  unsure,
  type Verified,
  type Way,
} from "./provider.ts";
import { isSigned, noticeId } from "./signature.ts";
import { tokenKeeper } from "./token.ts";

const NAME = "flutterwave";
const SIGNED = { hash: "sha256", encoding: "base64" } as const;
const TOKEN_PATH = "/realms/flutterwave/protocol/openid-connect/token";
const IDENTITY_PROVIDER = "https://idp.flutterwave.com";
/** Goes before an owner to make the reference that all transfers to their account carry. */
const OWN_ACCOUNT = "va-";

interface Options {
  clientId: string;
  clientSecret: string;
  webhookSecret: string;
  /** The one before: a notice that it signed is read as well. */
  webhookSecretBefore?: string | undefined;
  baseUrl: string;
  /** For the whole of one answer. */
  timeoutMs?: number;
}

/** Flutterwave's version 4, by its HTTP interface. */
export function flutterwave(options: Options): Provider {
  const { clientId, clientSecret, webhookSecret, webhookSecretBefore, baseUrl, timeoutMs } = options;
  const secrets = [clientSecret, clientId, webhookSecret];
  // Flutterwave gives its tokens out elsewhere; a stand-in does so itself.
  const isTheirs = /(^|\.)flutterwave\.(com|cloud)$/.test(new URL(baseUrl).hostname);
  const withToken = tokenKeeper(async () => {
    const answer = await ask({
      provider: NAME,
      base: isTheirs ? IDENTITY_PROVIDER : baseUrl,
      method: "POST",
      path: TOKEN_PATH,
      headers: {},
      form: { client_id: clientId, client_secret: clientSecret, grant_type: "client_credentials" },
      secrets,
      timeoutMs,
    });
    const { access_token, expires_in } = read(NAME, Login, answer);
    return { token: access_token, seconds: Number(expires_in) };
  });

  const get = (path: string): Promise<Reply> => send("GET", path);
  /** The same key again has the same effect and answer as the first time. */
  const post = (path: string, json: unknown, key?: string, more: string[] = []): Promise<Reply> =>
    send("POST", path, { json, ...(key && { key: `portal-${key}` }) }, more);

  function send(
    method: "GET" | "POST",
    path: string,
    of: { json?: unknown; key?: string } = {},
    more: string[] = [],
  ) {
    return withToken((token) =>
      ask({
        provider: NAME,
        base: baseUrl,
        method,
        path,
        json: of.json,
        headers: {
          authorization: `Bearer ${token}`,
          "x-trace-id": randomUUID(),
          ...(of.key && { "x-idempotency-key": of.key }),
        },
        secrets: [...secrets, token, ...more],
        timeoutMs,
      }),
    );
  }

  async function customerId(email: string, name: string): Promise<string> {
    const answer = await post("/customers", { email, name: namesOf(name) });
    if (answer.status !== 409) return done(z.object({ id: Name }), answer).id;
    const [known] = done(z.array(z.object({ id: Name })), await post("/customers/search", { email }));
    if (!known) throw new PaymentUnanswered(NAME, "it neither makes nor finds the customer");
    return known.id;
  }

  /** The charges under a reference: none, until somebody tries to pay. */
  async function chargesOf(reference: string, more: Record<string, string> = {}) {
    const answer = await get(`/charges?${new URLSearchParams({ reference, ...more })}`);
    const charges = done(z.array(Charge), answer);
    if (charges.some((one) => one.reference !== reference))
      throw new PaymentUnanswered(NAME, "it told of another payment");
    return { charges, raw: answer.raw };
  }

  async function refundState(refund: string): Promise<Refund> {
    const answer = await get(`/refunds/${encodeURIComponent(refund)}`);
    const told = done(RefundData, answer);
    // Nothing but naira is asked for, and no currency is told of a refund.
    return {
      id: told.id,
      state: REFUND_STATES[told.status],
      amount: told.amount_refunded,
      currency: "NGN",
      raw: answer.raw,
    };
  }

  return {
    name: NAME,

    demands: IDENTITIES,

    async start({ reference, amount, currency, email, name, returnTo }) {
      const session = {
        amount: decimalJson(decimalText(amount, currency)),
        currency,
        reference,
        customer_id: await customerId(email, name),
        redirect_url: returnTo,
      };
      const begun = done(Session, await post("/checkout/sessions", session, `start-${reference}`));
      if (begun.reference !== reference) throw new PaymentUnanswered(NAME, "it began another payment");
      return { page: begun.checkout_url, expiresAt: null };
    },

    async openAccount({ owner, name, email, identity }) {
      const reference = OWN_ACCOUNT + owner;
      const known = done(
        z.array(Account),
        await get(`/virtual-accounts?${new URLSearchParams({ reference })}`),
      );
      const asked = async () => ({
        reference,
        customer_id: await customerId(email, name),
        amount: 0,
        currency: "NGN",
        account_type: "static",
        narration: name,
        ...(identity && { [identity.kind]: identity.number }),
      });
      const account =
        known.find((one) => one.reference === reference) ??
        done(
          Account,
          await post(
            "/virtual-accounts",
            await asked(),
            `account-${owner}`,
            identity ? [identity.number] : [],
          ),
        );
      if (account.reference !== reference) throw new PaymentUnanswered(NAME, "it told of another account");
      return { state: "open", number: account.account_number, bank: account.account_bank_name, holder: name };
    },

    async verify(of) {
      if ("reference" in of) {
        const { charges, raw } = await chargesOf(of.reference);
        // Who fails may try again under the same reference: what was paid decides.
        const told = charges.find(({ status }) => status === "succeeded") ?? charges[0];
        return told ? verified(told, raw) : unknownPayment(raw);
      }
      const answer = await get(`/charges/${encodeURIComponent(of.transaction)}`);
      if (answer.status === 404 && Refusal.safeParse(answer.json).success) return unknownPayment(answer.raw);
      const told = done(Charge, answer);
      if (told.id !== of.transaction) throw new PaymentUnanswered(NAME, "it told of another payment");
      return verified(told, answer.raw);
    },

    async received({ owner, since }) {
      const all = await everyPage(NAME, async (page) => {
        const { charges, raw } = await chargesOf(OWN_ACCOUNT + owner, {
          ...{ from: since.toISOString(), size: String(PAGE_SIZE), page: String(page + 1) },
        });
        return charges.map((one) => ({ one, raw }));
      });
      return all.filter(({ one }) => one.status === "succeeded").map(({ one, raw }) => verified(one, raw));
    },

    async refund({ transaction, amount, currency, key }) {
      const asked = {
        charge_id: transaction,
        amount: decimalJson(decimalText(amount, currency)),
        reason: "requested_by_customer",
        meta: { key },
      };
      const { id } = done(RefundData, await post("/refunds", asked, `refund-${key}`));
      // A second answer to the same key is the first one again, so that the state has to be asked for.
      return refundState(id).catch(unsure);
    },

    refundState,

    async *settlements({ since, known }) {
      const all = await everyPage(NAME, async (page) => {
        const query = new URLSearchParams({ page: String(page + 1), size: String(PAGE_SIZE) });
        return done(z.array(Settled), await get(`/settlements?${query}`));
      });
      for (const { id, status, created_datetime } of all) {
        const early = created_datetime !== null && created_datetime < since;
        if (early || !status.startsWith("completed") || known.has(id)) continue;
        const one = done(SettledWhole, await get(`/settlements/${encodeURIComponent(id)}`));
        if (one.id !== id) throw new PaymentUnanswered(NAME, "it told of another settlement");
        yield {
          id,
          settledAt: one.due_datetime,
          currency: one.currency,
          paidOut: one.net_amount ?? null,
          deducted: (one.chargeback ?? 0n) + (one.refund ?? 0n),
          lines: one.charges.map((charge) => ({
            transaction: charge.id,
            reference: charge.reference,
            gross: charge.amount,
            fee: charge.fees ? sumOf(charge.fees) : null,
            currency: charge.currency ?? one.currency,
          })),
        };
      }
    },

    readNotice(raw, headers) {
      const header = headers.get("flutterwave-signature");
      if (!isSigned(raw, header, [webhookSecret, webhookSecretBefore], SIGNED)) return undefined;
      return noticeOf(raw);
    },
  };
}

const Refusal = z.object({ status: z.literal("failed"), error: z.object({ message: Words }) });
const Success = z.object({ status: z.literal("success"), data: z.unknown() });

/** Reads an answer to something that Flutterwave either did or refused. */
function done<S extends z.ZodType>(schema: S, answer: Reply): z.output<S> {
  const refusal = Refusal.safeParse(answer.json);
  if (refusal.success) throw new PaymentRefused(NAME, refusal.data.error.message);
  const { data } = read(NAME, Success, answer);
  return read(NAME, schema, { ...answer, json: data });
}

const Login = z.object({ access_token: z.string().min(1), expires_in: Name });
const Session = z.object({ reference: Name, checkout_url: Page });
const Account = z.object({
  reference: Name,
  account_number: z.string().regex(/^\d{6,20}$/),
  account_bank_name: Words,
});
const STATES = {
  succeeded: "paid",
  pending: "pending",
  failed: "failed",
  voided: "failed",
  cancelled: "failed",
} as const;
const Fees = z.array(z.object({ amount: DecimalFee }));
const Charge = z.object({
  id: Name,
  reference: Name,
  status: z.enum(Object.keys(STATES) as (keyof typeof STATES)[]),
  amount: Decimal,
  fees: Fees.nullish(),
  currency: Currency,
  created_datetime: Moment,
  disputed: z.boolean().nullish(),
  payment_method_details: z.object({ type: z.string() }).nullish(),
});
const Settled = z.object({ id: Name, status: z.string(), created_datetime: Moment });
const SettledWhole = z.object({
  id: Name,
  currency: Currency,
  net_amount: Decimal.nullish(),
  chargeback: Decimal.nullish(),
  refund: Decimal.nullish(),
  due_datetime: Moment,
  charges: z
    .array(
      z.object({
        id: Name,
        reference: NameIfAny,
        amount: Decimal,
        fees: Fees.nullish(),
        currency: Currency.nullish(),
      }),
    )
    .max(20_000),
});
const REFUND_STATES = {
  new: "pending",
  pending: "pending",
  processing: "pending",
  succeeded: "done",
  completed: "done",
  failed: "failed",
} as const;
const RefundData = z.object({
  id: Name,
  status: z.enum(Object.keys(REFUND_STATES) as (keyof typeof REFUND_STATES)[]),
  amount_refunded: Decimal,
});

const WAYS: Record<string, Way> = { card: "card", bank_transfer: "transfer", ussd: "ussd" };

function verified(told: z.output<typeof Charge>, raw: string): Verified {
  // A disputed charge is the payer's bank's again, until the dispute is won.
  const state = told.disputed && told.status === "succeeded" ? "reversed" : STATES[told.status];
  const moved = state === "paid" || state === "reversed";
  const own = told.reference.startsWith(OWN_ACCOUNT);
  return {
    state,
    transaction: told.id,
    reference: own ? null : told.reference,
    amount: moved ? told.amount : 0n,
    fee: moved && told.fees ? sumOf(told.fees) : null,
    currency: told.currency,
    paidAt: moved ? told.created_datetime : null,
    way: WAYS[told.payment_method_details?.type ?? ""] ?? null,
    account: null,
    owner: own ? told.reference.slice(OWN_ACCOUNT.length) : null,
    raw,
  };
}

function sumOf(fees: z.output<typeof Fees>) {
  return fees.reduce((sum, { amount }) => sum + amount, 0n);
}

function namesOf(name: string) {
  const [first = name, ...rest] = name.trim().split(/\s+/);
  return { first, last: rest.join(" ") || first };
}

const SignedNotice = z.object({ webhook_id: NameIfAny, type: z.string(), data: z.looseObject({}) });
const Told = z.object({ id: NameIfAny, reference: NameIfAny, charge_id: NameIfAny });

/** What a signed notice is about; one that nobody can read is about nothing. */
function noticeOf(raw: Uint8Array): Notice {
  const { data: told } = SignedNotice.safeParse(parseExact(Buffer.from(raw).toString("utf8")));
  const event = told?.type.slice(0, 100) ?? "unreadable";
  const { id = null, reference = null, charge_id = null } = Told.safeParse(told?.data).data ?? {};
  const about = /^charge(back)?\./.test(event) ? "payment" : event.startsWith("refund.") ? "refund" : "other";
  const own = reference?.startsWith(OWN_ACCOUNT);
  return {
    id: told?.webhook_id ?? noticeId(raw),
    event,
    about,
    reference: own ? null : reference,
    transaction: event.startsWith("charge.") ? id : charge_id,
    refund: about === "refund" ? id : null,
    account: null,
  };
}
