import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Providers } from "#lib/payment/providers/configured-providers";
import {
  createUnknownPayment,
  PaymentRejected,
  PaymentUnclear,
  type Provider,
  type ProviderDispute,
  type ProviderRefund,
  type VerifiedPayment,
} from "#lib/payment/providers/provider";

const TEST_SECRET = "the test provider’s secret";
const signBody = (raw: Uint8Array) => createHmac("sha512", TEST_SECRET).update(raw).digest("hex");

/** Starts a payment provider of the tests' own, behind real HTTP, which says what it is made to say. */
export async function startTestProvider() {
  const book = new Map<string, Partial<VerifiedPayment>>();
  const refunds = new Map<string, ProviderRefund & { transaction: string }>();
  let answer: ProviderRefund["state"] | "rejected" = "pending";
  const disputes = new Map<string, ProviderDispute[]>();
  const requests: string[] = [];
  let silence = false;
  const server = createServer((request, response) => {
    const about = decodeURIComponent(request.url?.slice(1) ?? "");
    requests.push(about);
    if (silence) return void response.destroy();
    const said = { ...createUnknownPayment("{}"), ...book.get(about) };
    response.end(JSON.stringify(said, (_key, value) => (typeof value === "bigint" ? String(value) : value)));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const ask = async (about: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/${encodeURIComponent(about)}`).catch(
      () => undefined,
    );
    if (!answer?.ok) throw new PaymentUnclear("paystack", "it hung up");
    return JSON.parse(await answer.text());
  };
  const notBuilt = () => Promise.reject(new Error("the test provider has none of it"));
  const provider: Provider = {
    name: "paystack",
    async startPayment({ reference }) {
      await ask(`start ${reference}`);
      return { page: `https://pay.example/${reference}`, expiresAt: null };
    },
    async verify(lookup) {
      const said = await ask("reference" in lookup ? lookup.reference : lookup.transaction);
      return {
        ...said,
        amount: BigInt(said.amount),
        fee: said.fee === null ? null : BigInt(said.fee),
        paidAt: said.paidAt === null ? null : new Date(said.paidAt),
      };
    },
    readWebhook(raw, headers) {
      if (headers.get("x-paystack-signature") !== signBody(raw)) return undefined;
      const { reference = null, transaction = null } = JSON.parse(Buffer.from(raw).toString());
      return {
        reference,
        transaction,
        event: "charge.success",
        about: "payment",
        refund: null,
      };
    },
    async *listDisputes(transaction) {
      yield* disputes.get(transaction) ?? [];
    },
    openAccount: notBuilt,
    // biome-ignore lint/correctness/useYield: it never has any
    async *listTransfers() {
      await notBuilt();
    },
    async refund({ key, transaction, amount, currency }) {
      const existing = refunds.get(key);
      if (existing) return existing;
      if (answer === "rejected") throw new PaymentRejected("paystack", "not now");
      const refund: ProviderRefund = { id: key, state: answer, amount, currency, raw: "{}" };
      refunds.set(key, { ...refund, transaction });
      return refund;
    },
    async getRefund(id) {
      const refund = refunds.get(id);
      if (!refund) throw new PaymentRejected("paystack", "there is none");
      const isOver = refund.state === "done" || refund.state === "failed";
      if (answer !== "rejected" && !isOver) refund.state = answer;
      return refund;
    },
    // biome-ignore lint/correctness/useYield: it never has any
    async *listSettlements() {
      await notBuilt();
    },
  };
  const providers: Providers = new Map([["paystack", provider]]);
  return {
    providers,
    /** All requests to it, in order. */
    asked: requests,
    /** Sets its response about a payment, by our reference or its own transaction. */
    setPayment(reference: string, what: Partial<VerifiedPayment>) {
      book.set(reference, what);
    },
    /** Sets the state of every refund from now on; a new refund gets that state, or is rejected. */
    refunds(state: typeof answer) {
      answer = state;
    },
    /** Stops what it cannot send of a transaction. */
    stopRefunds(transaction: string) {
      for (const refund of refunds.values())
        if (refund.transaction === transaction && refund.state === "attention") refund.state = "failed";
    },
    /** The refunded amount of each transaction, failed refunds excluded. */
    sentBack() {
      const sums = new Map<string, bigint>();
      for (const { transaction, state, amount } of refunds.values())
        if (state !== "failed") sums.set(transaction, (sums.get(transaction) ?? 0n) + amount);
      return sums;
    },
    /** Which disputes it tells of a transaction. */
    disputes(transaction: string, all: ProviderDispute[]) {
      disputes.set(transaction, all);
    },
    /** Whether its responses are unclear. */
    silent(yes: boolean) {
      silence = yes;
    },
    /** A webhook as it would be sent, signed. */
    webhook(about: { reference?: string; transaction?: string; id?: string }) {
      const raw = Buffer.from(JSON.stringify(about));
      return { raw, headers: new Headers({ "x-paystack-signature": signBody(raw) }) };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export type TestProvider = Awaited<ReturnType<typeof startTestProvider>>;
