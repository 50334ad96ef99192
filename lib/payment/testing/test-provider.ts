import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Providers } from "#lib/payment/providers/configured-providers";
import {
  PaymentRejected,
  PaymentUnanswered,
  type Provider,
  type ProviderDispute,
  type ProviderRefund,
  type VerifiedPayment,
} from "#lib/payment/providers/provider";

/** A payment provider of the tests' own, behind real HTTP, and what it is made to say. */
export interface TestProvider {
  providers: Providers;
  /** Sets its response about a payment, by our reference or its own transaction. */
  setPayment(reference: string, what: Partial<VerifiedPayment>): void;
  /** Which disputes it tells of a transaction. */
  disputes(transaction: string, all: ProviderDispute[]): void;
  /** Sets the state of every refund from now on; a new refund gets that state, or is rejected. */
  refunds(state: ProviderRefund["state"] | "refused"): void;
  /** Stops what it cannot send of a transaction. */
  stopRefunds(transaction: string): void;
  /** The refunded amount of each transaction, failed refunds excluded. */
  sentBack(): Map<string, bigint>;
  /** Whether its responses are unclear. */
  silent(yes: boolean): void;
  /** All requests to it, in order. */
  asked: string[];
  /** A webhook as it would be sent, signed. */
  notice(about: { reference?: string; transaction?: string; id?: string }): {
    raw: Uint8Array;
    headers: Headers;
  };
  close(): Promise<void>;
}

const TEST_SECRET = "the test provider’s secret";
const signBody = (raw: Uint8Array) => createHmac("sha512", TEST_SECRET).update(raw).digest("hex");

const UNKNOWN_PAYMENT: VerifiedPayment = {
  state: "unknown",
  transaction: null,
  reference: null,
  amount: 0n,
  fee: null,
  currency: null,
  paidAt: null,
  method: null,
  account: null,
  owner: null,
  raw: "{}",
};

export async function startTestProvider(): Promise<TestProvider> {
  const book = new Map<string, Partial<VerifiedPayment>>();
  const refunds = new Map<string, ProviderRefund & { transaction: string }>();
  let answer: ProviderRefund["state"] | "refused" = "pending";
  const disputes = new Map<string, ProviderDispute[]>();
  const requests: string[] = [];
  let silence = false;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const about = decodeURIComponent(request.url?.slice(1) ?? "");
    requests.push(about);
    if (silence) return void response.destroy();
    const said = { ...UNKNOWN_PAYMENT, ...book.get(about) };
    response.end(JSON.stringify(said, (_key, value) => (typeof value === "bigint" ? String(value) : value)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const ask = async (about: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/${encodeURIComponent(about)}`).catch(
      () => undefined,
    );
    if (!answer?.ok) throw new PaymentUnanswered("paystack", "it hung up");
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
      const { id = "1", reference = null, transaction = null } = JSON.parse(Buffer.from(raw).toString());
      return {
        id,
        reference,
        transaction,
        event: "charge.success",
        about: "payment",
        refund: null,
        account: null,
      };
    },
    listDisputes: async (transaction) => disputes.get(transaction) ?? [],
    openAccount: notBuilt,
    listTransfers: notBuilt,
    async refund({ key, transaction, amount, currency }) {
      const existing = refunds.get(key);
      if (existing) return existing;
      if (answer === "refused") throw new PaymentRejected("paystack", "not now");
      const refund: ProviderRefund = { id: key, state: answer, amount, currency, raw: "{}" };
      refunds.set(key, { ...refund, transaction });
      return refund;
    },
    async getRefund(id) {
      const refund = refunds.get(id);
      if (!refund) throw new PaymentRejected("paystack", "there is none");
      const isOver = refund.state === "done" || refund.state === "failed";
      if (answer !== "refused" && !isOver) refund.state = answer;
      return refund;
    },
    // biome-ignore lint/correctness/useYield: it never has any
    async *listSettlements() {
      await notBuilt();
    },
  };
  return {
    providers: new Map([["paystack", provider]]),
    asked: requests,
    setPayment(reference, what) {
      book.set(reference, what);
    },
    refunds(state) {
      answer = state;
    },
    stopRefunds(transaction) {
      for (const refund of refunds.values())
        if (refund.transaction === transaction && refund.state === "attention") refund.state = "failed";
    },
    sentBack() {
      const sums = new Map<string, bigint>();
      for (const { transaction, state, amount } of refunds.values())
        if (state !== "failed") sums.set(transaction, (sums.get(transaction) ?? 0n) + amount);
      return sums;
    },
    disputes(transaction, all) {
      disputes.set(transaction, all);
    },
    silent(yes) {
      silence = yes;
    },
    notice(about) {
      const raw = Buffer.from(JSON.stringify(about));
      return { raw, headers: new Headers({ "x-paystack-signature": signBody(raw) }) };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
