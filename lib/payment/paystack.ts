import { z } from "zod";
import { ask, type Reply, read } from "./ask.ts";
import {
  Currency,
  decimalJson,
  MinorFee,
  MinorUnits,
  Moment,
  Name,
  NameIfAny,
  Page,
  parseExact,
  Words,
} from "./exact-json.ts";
import { everyPage, PAGE_SIZE } from "./pages.ts";
import {
  type Dispute,
  type Notice,
  type OpenAccount,
  type OwnAccount,
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

const NAME = "paystack";
const SIGNED = { hash: "sha512", encoding: "hex" } as const;
const CHANNELS: Record<Way, string> = { card: "card", transfer: "bank_transfer", ussd: "ussd" };
/** The bank that keeps the account numbers: Paystack's own of its test mode, or Wema. */
const BANKS = { test: "test-bank", live: "wema-bank" };

interface Options {
  secretKey: string;
  /** The one before: a notice that it signed is read as well, and nothing else is done with it. */
  secretKeyBefore?: string | undefined;
  baseUrl: string;
  /** For the whole of one answer. */
  timeoutMs?: number;
}

/** Paystack, by its HTTP interface. */
export function paystack({ secretKey, secretKeyBefore, baseUrl, timeoutMs }: Options): Provider {
  const call = (method: "GET" | "POST", path: string, json?: unknown, more: string[] = []): Promise<Reply> =>
    ask({
      provider: NAME,
      base: baseUrl,
      method,
      path,
      json,
      headers: { authorization: `Bearer ${secretKey}` },
      secrets: [secretKey, ...more],
      timeoutMs,
    });

  /** Asks for something that Paystack either does or refuses. */
  async function done<S extends z.ZodType>(schema: S, reply: Reply | Promise<Reply>): Promise<z.output<S>> {
    const answer = await reply;
    if (answer.status >= 400) throw new PaymentRefused(NAME, read(NAME, Refusal, answer).message);
    const { data } = read(NAME, Success, answer);
    return read(NAME, schema, { ...answer, json: data });
  }

  async function ownAccountOf(email: string) {
    const answer = await call("GET", `/customer/${encodeURIComponent(email)}`);
    if (answer.status === 404) return undefined;
    return done(Customer, answer);
  }

  return {
    name: NAME,

    demands: [],

    async start({ reference, amount, currency, email, name, returnTo, ways }) {
      const begun = await done(
        Begun,
        call("POST", "/transaction/initialize", {
          reference,
          amount: decimalJson(String(amount)),
          currency,
          email,
          callback_url: returnTo,
          channels: ways.map((way) => CHANNELS[way]),
          metadata: JSON.stringify({
            cancel_action: returnTo,
            custom_fields: [{ display_name: "Name", variable_name: "name", value: name }],
          }),
        }),
      );
      if (begun.reference !== reference) throw new PaymentUnanswered(NAME, "it began another payment");
      return { page: begun.authorization_url, expiresAt: null };
    },

    async openAccount(input) {
      const known = await ownAccountOf(input.email);
      if (known?.dedicated_account) return opened(known.dedicated_account);
      const { email, phone } = input;
      const names = namesOf(input);
      const preferred_bank = secretKey.startsWith("sk_test_") ? BANKS.test : BANKS.live;
      if (input.identity) {
        if (input.identity.kind !== "bvn") throw new PaymentRefused(NAME, "it takes a BVN only");
        const bvn = input.identity.number;
        const asked = { email, phone, ...names, preferred_bank, country: "NG", bvn };
        await done(z.undefined(), call("POST", "/dedicated_account/assign", asked, [bvn]));
        return { state: "pending" };
      }
      const customer = await done(Customer, call("POST", "/customer", { email, phone, ...names }));
      const asked = { customer: customer.customer_code, preferred_bank };
      return opened(await done(Account, call("POST", "/dedicated_account", asked)));
    },

    async verify(of) {
      const named = "reference" in of;
      const path = named
        ? `/transaction/verify/${encodeURIComponent(of.reference)}`
        : `/transaction/${numberOf(of.transaction)}`;
      const answer = await call("GET", path);
      if (answer.status >= 400) return missing(answer);
      const told = await done(Transaction, answer);
      const same = named ? told.reference === of.reference : told.id === of.transaction;
      if (!same) throw new PaymentUnanswered(NAME, "it told of another payment");
      return verified(told, answer.raw);
    },

    async received({ email, number, since }) {
      const customer = await ownAccountOf(email);
      if (!customer) return [];
      const slug = customer.dedicated_account?.bank.slug;
      if (slug) {
        const query = new URLSearchParams({ account_number: number, provider_slug: slug });
        await call("GET", `/dedicated_account/requery?${query}`);
      }
      const all = await everyPage(NAME, async (page) => {
        const query = new URLSearchParams({
          ...{ customer: customer.id, from: since.toISOString(), status: "success" },
          ...{ perPage: String(PAGE_SIZE), page: String(page + 1) },
        });
        const answer = await call("GET", `/transaction?${query}`);
        return (await done(z.array(Transaction), answer)).map((one) => verified(one, answer.raw));
      });
      return all.filter(({ account }) => account === number);
    },

    async refund({ transaction, amount, currency, key, reason }) {
      const query = new URLSearchParams({ transaction: numberOf(transaction), perPage: "100" });
      const before = await call("GET", `/refund?${query}`);
      const all = await done(z.array(RefundData), before).catch(unsure);
      const known = all.find((one) => one.merchant_note === key);
      if (known) return refundOf(known, before.raw);
      const asked = {
        transaction,
        amount: decimalJson(String(amount)),
        currency,
        customer_note: reason,
        merchant_note: key,
      };
      const answer = await call("POST", "/refund", asked);
      return refundOf(await done(RefundData, answer), answer.raw);
    },

    async refundState(refund) {
      const answer = await call("GET", `/refund/${numberOf(refund)}`);
      return refundOf(await done(RefundData, answer), answer.raw);
    },

    async disputes(transaction) {
      const all = await everyPage(NAME, (page) => {
        const query = new URLSearchParams({
          ...{ transaction: numberOf(transaction), perPage: String(PAGE_SIZE), page: String(page + 1) },
        });
        return done(z.array(DisputeData), call("GET", `/dispute?${query}`));
      });
      return all.filter((one) => one.transaction?.id === transaction).map(disputeOf);
    },

    async *settlements({ since, known }) {
      const all = await everyPage(NAME, (page) => {
        const query = { from: since.toISOString(), perPage: String(PAGE_SIZE), page: String(page + 1) };
        return done(z.array(Settled), call("GET", `/settlement?${new URLSearchParams(query)}`));
      });
      for (const one of all) {
        if (one.status !== "success" || known.has(one.id)) continue;
        const lines = await everyPage(NAME, (page) => {
          const query = new URLSearchParams({ perPage: String(PAGE_SIZE), page: String(page + 1) });
          return done(
            z.array(SettledLine),
            call("GET", `/settlement/${numberOf(one.id)}/transactions?${query}`),
          );
        });
        yield {
          id: one.id,
          settledAt: one.settlement_date,
          currency: one.currency,
          paidOut: one.effective_amount ?? null,
          deducted: one.deductions ?? 0n,
          lines: lines.map(({ id, reference, amount, fees, currency }) => ({
            ...{ transaction: id, reference, gross: amount, fee: fees ?? null, currency },
          })),
        };
      }
    },

    readNotice(raw, headers) {
      const header = headers.get("x-paystack-signature");
      if (!isSigned(raw, header, [secretKey, secretKeyBefore], SIGNED)) return undefined;
      return noticeOf(raw);
    },
  };
}

const Refusal = z.object({ status: z.literal(false), message: Words, code: z.string().optional() });
const Success = z.object({ status: z.literal(true), data: z.unknown().optional() });
const Begun = z.object({ authorization_url: Page, reference: Name });
const Account = z.object({
  account_name: Words,
  account_number: z.string().regex(/^\d{6,20}$/),
  bank: z.object({ name: Words, slug: z.string().max(60) }),
});
const Customer = z.object({
  id: Name,
  customer_code: Name,
  dedicated_account: Account.nullish(),
});
const STATES = {
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
const Transaction = z.object({
  id: Name,
  status: z.enum(Object.keys(STATES) as (keyof typeof STATES)[]),
  reference: Name,
  amount: MinorUnits,
  fees: MinorFee.nullish(),
  currency: Currency,
  paid_at: Moment,
  channel: z.string().nullish(),
  authorization: z.object({ receiver_bank_account_number: z.string().nullish() }).nullish(),
});
const REFUND_STATES = {
  pending: "pending",
  processing: "pending",
  processed: "done",
  failed: "failed",
  "needs-attention": "attention",
} as const;
const RefundData = z.object({
  id: Name,
  status: z.enum(Object.keys(REFUND_STATES) as (keyof typeof REFUND_STATES)[]),
  amount: MinorUnits,
  currency: Currency,
  merchant_note: z.string().nullish(),
});

const DisputeData = z.object({
  id: Name,
  status: z.string(),
  resolution: z.string().nullish(),
  refund_amount: MinorUnits.nullish(),
  currency: Currency.nullish(),
  dueAt: Moment,
  transaction: z.object({ id: Name, currency: Currency.nullish() }).nullish(),
});

const Settled = z.object({
  id: Name,
  status: z.string(),
  currency: Currency,
  effective_amount: MinorUnits.nullish(),
  deductions: MinorUnits.nullish(),
  settlement_date: Moment,
});
const SettledLine = Transaction.pick({ id: true, reference: true, amount: true, fees: true, currency: true });

const WAYS: Record<string, Way> = {
  card: "card",
  bank_transfer: "transfer",
  dedicated_nuban: "transfer",
  ussd: "ussd",
};
const OWN_ACCOUNT = "dedicated_nuban";

function verified(told: z.output<typeof Transaction>, raw: string): Verified {
  const state = STATES[told.status];
  const moved = state === "paid" || state === "reversed";
  const own = told.channel === OWN_ACCOUNT;
  return {
    state,
    transaction: told.id,
    reference: own ? null : told.reference,
    amount: moved ? told.amount : 0n,
    fee: moved ? (told.fees ?? null) : null,
    currency: told.currency,
    paidAt: moved ? told.paid_at : null,
    way: WAYS[told.channel ?? ""] ?? null,
    account: own ? (told.authorization?.receiver_bank_account_number ?? null) : null,
    owner: null,
    raw,
  };
}

/** Only Paystack's own words for it mean that there is no such payment. */
function missing(answer: Reply): Verified {
  const { code, message } = read(NAME, Refusal, answer);
  if (code !== "transaction_not_found" && !/^transaction (reference )?not found/i.test(message))
    throw new PaymentUnanswered(NAME, `HTTP ${answer.status} ${message}`);
  return unknownPayment(answer.raw);
}

function refundOf({ id, status, amount, currency }: z.output<typeof RefundData>, raw: string): Refund {
  return { id, state: REFUND_STATES[status], amount, currency, raw };
}

function disputeOf({
  id,
  status,
  resolution,
  refund_amount,
  currency,
  dueAt,
  transaction,
}: z.output<typeof DisputeData>): Dispute {
  const known = currency ?? transaction?.currency;
  if (!known) throw new PaymentUnanswered(NAME, "it names no currency of a dispute");
  return {
    ...{ id, dueAt, currency: known, amount: refund_amount || null },
    state: status === "awaiting-merchant-feedback" ? "open" : (outcomeOf(status, resolution) ?? "answered"),
  };
}

/** Undefined while nothing is decided; words that nobody knows decide nothing. */
function outcomeOf(status: string, resolution: string | null | undefined): "won" | "lost" | undefined {
  if (status !== "resolved") return undefined;
  if (resolution === "declined") return "won";
  return /accepted$/.test(resolution ?? "") ? "lost" : undefined;
}

function opened({ account_number, account_name, bank }: z.output<typeof Account>): OwnAccount {
  return { state: "open", number: account_number, bank: bank.name, holder: account_name };
}

function namesOf({ name }: OpenAccount) {
  const [first_name = name, ...rest] = name.trim().split(/\s+/);
  return { first_name, last_name: rest.join(" ") || first_name };
}

/** An id of Paystack's, which goes into a path. */
function numberOf(id: string): string {
  if (/^\d{1,20}$/.test(id)) return id;
  throw new PaymentRefused(NAME, "this is no id of its");
}

const SignedNotice = z.object({ event: z.string(), data: z.looseObject({}) });
const Named = z.object({
  id: NameIfAny,
  reference: NameIfAny,
  authorization: z.object({ receiver_bank_account_number: NameIfAny }).nullish().catch(null),
});

/** What a signed notice is about; one that nobody can read is about nothing. Whatever it tells, it may name a transaction. */
function noticeOf(raw: Uint8Array): Notice {
  const { data: told } = SignedNotice.safeParse(parseExact(Buffer.from(raw).toString("utf8")));
  const event = told?.event.slice(0, 100) ?? "unreadable";
  const data = told?.data ?? {};
  const nothing = { id: noticeId(raw), event, refund: null, account: null };
  if (event.startsWith("dedicatedaccount.")) {
    const account = z.object({ account_number: NameIfAny }).safeParse(data.dedicated_account).data;
    const number = account?.account_number ?? null;
    return { ...nothing, about: "account", reference: null, transaction: null, account: number };
  }
  const isCharge = event.startsWith("charge.");
  const about = isCharge ? "payment" : event.startsWith("refund.") ? "refund" : "other";
  const named = Named.safeParse(
    isCharge && !event.startsWith("charge.dispute.") ? data : data.transaction,
  ).data;
  return {
    ...{ ...nothing, about },
    reference: named?.reference ?? NameIfAny.parse(data.transaction_reference ?? data.reference),
    transaction: named?.id ?? (isCharge ? null : NameIfAny.parse(data.transaction)),
    account: named?.authorization?.receiver_bank_account_number ?? null,
  };
}
