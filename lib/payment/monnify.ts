import { z } from "zod";
import { decimalText } from "#lib/core/money";
import { ask, type Reply, read } from "./ask.ts";
import {
  Currency,
  Decimal,
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
import { tokenKeeper } from "./token.ts";

const NAME = "monnify";
const SIGNED = { hash: "sha512", encoding: "hex" } as const;
const METHODS: Record<Way, string> = { card: "CARD", transfer: "ACCOUNT_TRANSFER", ussd: "USSD" };
const PAGE_MS = 40 * 60_000;
/** Wema and Moniepoint, the banks that keep reserved accounts. */
const BANKS = ["035", "50515"];

interface Options {
  apiKey: string;
  secretKey: string;
  /** The one before: a notice that it signed is read as well, and nothing else is done with it. */
  secretKeyBefore?: string | undefined;
  contractCode: string;
  baseUrl: string;
  /** For the whole of one answer. */
  timeoutMs?: number;
}

/** Monnify, by its HTTP interface. */
export function monnify({ apiKey, secretKey, contractCode, baseUrl, ...rest }: Options): Provider {
  const { secretKeyBefore, timeoutMs } = rest;
  const basic = Buffer.from(`${apiKey}:${secretKey}`).toString("base64");
  const send = (
    method: "GET" | "POST",
    path: string,
    authorization: string,
    json?: unknown,
    secrets: string[] = [],
  ) =>
    ask({
      provider: NAME,
      base: baseUrl,
      method,
      path,
      json,
      headers: { authorization },
      secrets: [secretKey, apiKey, basic, ...secrets],
      timeoutMs,
    });
  const withToken = tokenKeeper(async () => {
    const answer = await send("POST", "/api/v1/auth/login", `Basic ${basic}`, {});
    const { accessToken, expiresIn } = done(Login, answer);
    return { token: accessToken, seconds: Number(expiresIn) };
  });
  const call = (
    method: "GET" | "POST",
    path: string,
    json?: unknown,
    secrets: string[] = [],
  ): Promise<Reply> => withToken((token) => send(method, path, `Bearer ${token}`, json, [token, ...secrets]));

  async function transaction(of: { reference: string } | { transaction: string }): Promise<Verified> {
    const answer = await call(
      "GET",
      "reference" in of
        ? `/api/v2/merchant/transactions/query?paymentReference=${encodeURIComponent(of.reference)}`
        : `/api/v2/transactions/${encodeURIComponent(of.transaction)}`,
    );
    if (isMissing(answer)) return unknownPayment(answer.raw);
    const told = done(Transaction, answer);
    const same =
      "reference" in of
        ? told.paymentReference === of.reference
        : told.transactionReference === of.transaction;
    if (!same) throw new PaymentUnanswered(NAME, "it told of another payment");
    return verified(told, answer.raw);
  }

  async function refundOf(key: string): Promise<Refund | undefined> {
    const answer = await call("GET", `/api/v1/refunds/${encodeURIComponent(key)}`);
    return isMissing(answer) ? undefined : toRefund(done(RefundData, answer), answer.raw);
  }

  function settledLines(reference: string) {
    return everyPage(NAME, async (page) => {
      const query = new URLSearchParams({ reference, page: String(page), size: String(PAGE_SIZE) });
      const answer = await call("GET", `/api/v1/transactions/find-by-settlement-reference?${query}`);
      return done(z.object({ content: z.array(SettledLine) }), answer).content;
    });
  }

  return {
    name: NAME,

    demands: IDENTITIES,

    async start({ reference, amount, currency, email, name, returnTo, ways }) {
      const answer = await call("POST", "/api/v1/merchant/transactions/init-transaction", {
        amount: decimalJson(decimalText(amount, currency)),
        currencyCode: currency,
        customerName: name,
        customerEmail: email,
        paymentReference: reference,
        paymentDescription: reference,
        contractCode,
        redirectUrl: returnTo,
        paymentMethods: ways.map((way) => METHODS[way]),
      });
      const begun = done(Begun, answer);
      if (begun.paymentReference !== reference) throw new PaymentUnanswered(NAME, "it began another payment");
      return { page: begun.checkoutUrl, expiresAt: new Date(Date.now() + PAGE_MS) };
    },

    async openAccount({ owner, name, email, identity }) {
      const path = "/api/v2/bank-transfer/reserved-accounts";
      const known = await call("GET", `${path}/${encodeURIComponent(owner)}`);
      if (!isMissing(known)) return opened(owner, done(Reserved, known));
      const asked = {
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
      const answer = await call("POST", path, asked, identity ? [identity.number] : []);
      return opened(owner, done(Reserved, answer));
    },

    verify: transaction,

    async received({ owner, since }) {
      const isOld = ({ createdOn }: z.output<typeof Listed>) => createdOn !== null && createdOn < since;
      const all = await everyPage(
        NAME,
        async (page) => {
          const query = new URLSearchParams({
            ...{ accountReference: owner, page: String(page), size: String(PAGE_SIZE) },
          });
          const answer = await call("GET", `/api/v1/bank-transfer/reserved-accounts/transactions?${query}`);
          return isMissing(answer) ? [] : done(z.object({ content: z.array(Listed) }), answer).content;
        },
        (rows) => rows.every(isOld) && Number(rows[0]?.createdOn) >= Number(rows.at(-1)?.createdOn),
      );
      const fresh = all.filter((one) => !isOld(one));
      const found: Verified[] = [];
      for (const one of fresh) found.push(await transaction({ transaction: one.transactionReference }));
      return found.filter(({ state }) => state === "paid");
    },

    async refund({ transaction: of, amount, currency, key, reason }) {
      const known = await refundOf(key).catch(unsure);
      if (known) return known;
      const answer = await call("POST", "/api/v1/refunds/initiate-refund", {
        transactionReference: of,
        refundReference: key,
        refundAmount: decimalJson(decimalText(amount, currency)),
        refundReason: reason.slice(0, 64),
        customerNote: reason.slice(0, 16),
      });
      return toRefund(done(RefundData, answer), answer.raw);
    },

    async refundState(refund) {
      const known = await refundOf(refund);
      if (!known) throw new PaymentRefused(NAME, "it has no such refund");
      return known;
    },

    async *settlements({ known, waiting }) {
      const told = new Set<string>();
      const left = new Set(waiting);
      for (const one of waiting) {
        if (!left.delete(one)) continue;
        const query = new URLSearchParams({ transactionReference: one });
        const answer = await call("GET", `/api/v1/settlement-detail?${query}`);
        if (isMissing(answer)) continue;
        for (const { settlementInformation: info } of done(SettlementDetail, answer).beneficiaries) {
          if (!info || known.has(info.settlementReference) || told.has(info.settlementReference)) continue;
          told.add(info.settlementReference);
          const lines = await settledLines(info.settlementReference);
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

    readNotice(raw, headers) {
      const header = headers.get("monnify-signature");
      if (!isSigned(raw, header, [secretKey, secretKeyBefore], SIGNED)) return undefined;
      return noticeOf(raw);
    },
  };
}

const Refusal = z.object({ requestSuccessful: z.literal(false), responseMessage: Words });
const Success = z.object({ requestSuccessful: z.literal(true), responseBody: z.unknown() });

/** Reads an answer to something that Monnify either did or refused. */
function done<S extends z.ZodType>(schema: S, answer: Reply): z.output<S> {
  const refusal = Refusal.safeParse(answer.json);
  if (refusal.success) throw new PaymentRefused(NAME, refusal.data.responseMessage);
  const { responseBody } = read(NAME, Success, answer);
  return read(NAME, schema, { ...answer, json: responseBody });
}

/** Only Monnify's own words for it mean that there is no such thing. */
function isMissing(answer: Reply): boolean {
  const { data } = Refusal.safeParse(answer.json);
  return data !== undefined && /(could not|cannot) find|not found|does not exist/i.test(data.responseMessage);
}

const Login = z.object({ accessToken: z.string().min(1), expiresIn: Name });
const Begun = z.object({ paymentReference: Name, checkoutUrl: Page });
const Reserved = z.object({
  accountReference: Name,
  accounts: z
    .array(z.object({ accountNumber: z.string().regex(/^\d{6,20}$/), accountName: Words, bankName: Words }))
    .min(1),
});
const Listed = z.object({ transactionReference: Name, createdOn: Moment });
const STATES = {
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
const Transaction = z
  .object({
    transactionReference: Name,
    paymentReference: Name,
    paymentStatus: z.enum(Object.keys(STATES) as (keyof typeof STATES)[]),
    amountPaid: Decimal.nullish(),
    settlementAmount: Decimal.nullish(),
    currency: Currency,
    paidOn: Moment,
    paymentMethod: z.string().nullish(),
    product: z.object({ type: z.string(), reference: Name }).nullish(),
    destinationAccountInformation: z.object({ accountNumber: z.string().nullish() }).nullish(),
  })
  .refine(
    ({ paymentStatus, amountPaid }) => typeof amountPaid === "bigint" || STATES[paymentStatus] !== "paid",
    {
      path: ["amountPaid"],
    },
  );
const REFUND_STATES = {
  PENDING: "pending",
  PROCESSING: "pending",
  IN_PROGRESS: "pending",
  COMPLETED: "done",
  FAILED: "failed",
} as const;
const RefundData = z.object({
  refundReference: Name,
  refundStatus: z.enum(Object.keys(REFUND_STATES) as (keyof typeof REFUND_STATES)[]),
  refundAmount: Decimal,
});

const SettlementDetail = z.object({
  beneficiaries: z.array(
    z.object({
      settlementInformation: z.object({ settlementReference: Name, settledDate: Moment }).nullish(),
    }),
  ),
});
const SettledLine = z
  .object({
    transactionReference: Name,
    paymentReference: NameIfAny,
    amountPaid: Decimal,
    settlementAmount: Decimal.nullish().transform((amount) => amount ?? null),
    currency: Currency,
  })
  .refine(({ amountPaid, settlementAmount }) => settlementAmount === null || settlementAmount <= amountPaid, {
    path: ["settlementAmount"],
  });

const WAYS: Record<string, Way> = { CARD: "card", ACCOUNT_TRANSFER: "transfer", USSD: "ussd" };
const OWN_ACCOUNT = "RESERVED_ACCOUNT";

function verified(told: z.output<typeof Transaction>, raw: string): Verified {
  const state = STATES[told.paymentStatus];
  const moved = state === "paid" || state === "reversed";
  const own = told.product?.type === OWN_ACCOUNT;
  const amount = moved ? (told.amountPaid ?? 0n) : 0n;
  const { settlementAmount } = told;
  return {
    state,
    transaction: told.transactionReference,
    reference: own ? null : told.paymentReference,
    amount,
    fee:
      moved && typeof settlementAmount === "bigint" && settlementAmount <= amount
        ? amount - settlementAmount
        : null,
    currency: told.currency,
    paidAt: moved ? told.paidOn : null,
    way: WAYS[told.paymentMethod ?? ""] ?? null,
    account: own ? (told.destinationAccountInformation?.accountNumber ?? null) : null,
    owner: own ? (told.product?.reference ?? null) : null,
    raw,
  };
}

function toRefund(
  { refundReference, refundStatus, refundAmount }: z.output<typeof RefundData>,
  raw: string,
): Refund {
  // Monnify pays in naira alone, and says no currency of a refund.
  return {
    id: refundReference,
    state: REFUND_STATES[refundStatus],
    amount: refundAmount,
    currency: "NGN",
    raw,
  };
}

function opened(owner: string, { accountReference, accounts }: z.output<typeof Reserved>): OwnAccount {
  const [first] = accounts;
  if (accountReference !== owner || !first) throw new PaymentUnanswered(NAME, "it told of another account");
  return { state: "open", number: first.accountNumber, bank: first.bankName, holder: first.accountName };
}

const SignedNotice = z.object({ eventType: z.string(), eventData: z.looseObject({}) });
const Told = z.object({
  transactionReference: NameIfAny,
  paymentReference: NameIfAny,
  refundReference: NameIfAny,
  product: z.object({ type: NameIfAny }).nullish().catch(null),
  destinationAccountInformation: z.object({ accountNumber: NameIfAny }).nullish().catch(null),
});

/** What a signed notice is about; one that nobody can read is about nothing. */
function noticeOf(raw: Uint8Array): Notice {
  const { data: told } = SignedNotice.safeParse(parseExact(Buffer.from(raw).toString("utf8")));
  const event = told?.eventType.slice(0, 100) ?? "unreadable";
  const { data } = Told.safeParse(told?.eventData);
  const own = data?.product?.type === OWN_ACCOUNT;
  const about = event.endsWith("_REFUND")
    ? "refund"
    : event === "SUCCESSFUL_TRANSACTION" || event === "REJECTED_PAYMENT"
      ? "payment"
      : "other";
  return {
    id: noticeId(raw),
    event,
    about,
    reference: own ? null : (data?.paymentReference ?? null),
    transaction: data?.transactionReference ?? null,
    refund: data?.refundReference ?? null,
    account: data?.destinationAccountInformation?.accountNumber ?? null,
  };
}
