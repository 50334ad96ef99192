import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  PaymentRejected,
  PaymentUnclear,
  type Provider,
  type ProviderName,
  type VerifiedPayment,
} from "#lib/payment/providers/provider";
import { PROVIDERS } from "#lib/payment/providers/providers";
import { type PaymentsSandbox, startPaymentProviders } from "#sandbox/payments/server";
import { encodeJson } from "#sandbox/values";
import { createSandboxProvider, getSandboxKeys } from "./sandbox-providers.ts";
import { type ReceivedWebhook, startWebhookListener } from "./webhook-listener.ts";

const EXPECTED_AMOUNT = 500_000n;
const RETURN_TO = "http://127.0.0.1:3000/wallet";

export interface ProviderSubject {
  name: ProviderName;
  /** The provider's fee for 5,000.00 by card, and for 1,000.00 to a dedicated account. */
  fees: { card: bigint; own: bigint };
  /** The state of a payment that wasn't tried. */
  untouched: "pending" | "unknown";
  /** Whether a repeated start returns the page again. */
  pageAgain: boolean;
  /** Whether it opens no account without a BVN or NIN. */
  needsIdentity: boolean;
  /** A verify response of the true shape with another amount, or another type, in one field. */
  amountField: RegExp;
}

/** Tests the promises that every provider keeps. */
export function describeProvider(subject: ProviderSubject) {
  const { name } = subject;
  const { shownKey, signingKey, signatureHeader } = PROVIDERS[name];
  const previous = getSandboxKeys(name);
  const secrets = Object.values(previous).filter((key) => key !== previous.contractCode);
  let at: PaymentsSandbox;
  let inbox: Awaited<ReturnType<typeof startWebhookListener>>;
  let provider: Provider;

  beforeAll(async () => {
    inbox = await startWebhookListener();
    at = await startPaymentProviders({ settings: { webhooks: inbox.url } });
    provider = createSandboxProvider(at, name);
  });
  beforeEach(async () => {
    await at.control.do("reset", {});
    inbox.got.length = 0;
    inbox.statuses.length = 0;
  });
  afterAll(() => Promise.all([at?.close(), inbox?.close()]));

  const start = (reference = "pay-001", amount = EXPECTED_AMOUNT) =>
    provider.startPayment({
      reference,
      amount,
      currency: "NGN",
      email: "ada@example.com",
      name: "Ada Obi",
      returnTo: RETURN_TO,
      methods: ["card", "transfer", "ussd"],
    });
  const paid = (more: { amount?: bigint; currency?: string } = {}, reference = "pay-001") =>
    at.control.do("pay", { provider: name, reference, method: "card", ...more });
  const open = (owner = "reseller-1", email = "ada@example.com") =>
    provider.openAccount({
      owner,
      email,
      name: "Ada Obi",
      phone: "+2348031234567",
      ...(subject.needsIdentity && { identity: { kind: "nin", number: "12345678901" } }),
    });
  const webhooks = async (count: number): Promise<ReceivedWebhook[]> => {
    await at.control.waitForLog((log) => {
      const tries = log.reduce((sum, entry) => sum + (entry.what === "webhook" ? entry.tries : 0), 0);
      return tries >= count;
    });
    return inbox.got;
  };
  const broken = (work: Promise<unknown>) =>
    work.then(
      () => "answered",
      (error: unknown) => error,
    );

  describe("a payment on the provider's page", () => {
    it("begins with a page that a browser can open", async () => {
      const { page } = await start();
      const answer = await fetch(page);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain("NGN 5000.00");
    });

    it("is one payment, however often its reference is started", async () => {
      const first = await start();
      if (subject.pageAgain) expect(await start()).toEqual(first);
      else expect(await broken(start())).toBeInstanceOf(PaymentRejected);
      expect((await at.control.payments()).filter(({ provider }) => provider === name)).toHaveLength(1);
    });

    const states: [string, () => Promise<unknown>, Partial<VerifiedPayment>][] = [
      [
        "open until it is paid",
        async () => {},
        { state: subject.untouched, amount: 0n, fee: null, paidAt: null },
      ],
      [
        "paid",
        () => paid(),
        { state: "paid", amount: EXPECTED_AMOUNT, fee: subject.fees.card, currency: "NGN", method: "card" },
      ],
      ["paid less than asked", () => paid({ amount: 499_999n }), { state: "paid", amount: 499_999n }],
      ["paid more than asked", () => paid({ amount: 500_001n }), { state: "paid", amount: 500_001n }],
      [
        "paid in another currency",
        () => paid({ currency: "USD" }),
        { state: "paid", amount: EXPECTED_AMOUNT, currency: "USD" },
      ],
      [
        "failed",
        () => at.control.do("fail", { provider: name, reference: "pay-001" }),
        { state: "failed", amount: 0n, fee: null },
      ],
      [
        "pending, then failed",
        async () => {
          await at.control.do("order", { fault: "pending", provider: name });
          await paid();
          expect(await provider.verify({ reference: "pay-001" })).toMatchObject({
            state: "pending",
            amount: 0n,
          });
          await at.control.do("fail", { provider: name, reference: "pay-001" });
        },
        { state: "failed", amount: 0n },
      ],
      [
        "paid, then reversed",
        async () => {
          await paid();
          await at.control.do("reverse", { provider: name, reference: "pay-001" });
        },
        { state: "reversed", amount: EXPECTED_AMOUNT },
      ],
    ];
    it.each(states)("is %s", async (_, happen, wanted) => {
      await start();
      await happen();
      const transaction = await provider.verify({ reference: "pay-001" });
      const reference = wanted.state === "unknown" ? null : "pay-001";
      expect(transaction).toMatchObject({ reference, account: null, owner: null, ...wanted });
      if (wanted.state === "paid") expect(transaction.paidAt).toBeInstanceOf(Date);
      if (transaction.transaction === null) return;
      const again = await provider.verify({ transaction: transaction.transaction });
      expect({ ...again, raw: "" }).toEqual({ ...transaction, raw: "" });
    });

    it("is unknown before it is started", async () => {
      expect(await provider.verify({ reference: "pay-none" })).toMatchObject({
        state: "unknown",
        amount: 0n,
      });
    });
  });

  describe("an own account", () => {
    it("is one per owner, and reports transfers with its number or owner", async () => {
      const account = await open();
      expect(account).toMatchObject({ state: "open", holder: expect.stringContaining("Ada") });
      expect(await open()).toEqual(account);
      if (account.state !== "open") throw new Error("it is not open");
      const { number } = account;
      const transaction = (await at.control.do("transfer", { number, amount: 100_000n })) as string;
      await at.control.do("transfer", { number, amount: 55n });
      const to = { owner: "reseller-1", email: "ada@example.com", number, since: new Date(0) };
      const received = await Array.fromAsync(provider.listTransfers(to));
      expect(received.map(({ amount }) => amount).sort()).toEqual([100_000n, 55n]);
      const [one] = received.filter(({ amount }) => amount === 100_000n);
      expect(one).toMatchObject({
        state: "paid",
        reference: null,
        fee: subject.fees.own,
        method: "transfer",
      });
      expect([one?.account, one?.owner]).toContain(one?.owner === null ? number : "reseller-1");
      const { raw: _, ...rest } = await provider.verify({ transaction: one?.transaction ?? "" });
      expect(rest).toMatchObject({ amount: 100_000n, reference: null, account: one?.account });
      expect(transaction).toBeTruthy();
      const later = { ...to, since: new Date(Date.now() + 60_000) };
      expect(await Array.fromAsync(provider.listTransfers(later))).toEqual([]);
    });

    it("tells of every transfer, however many came", async () => {
      const account = await open();
      if (account.state !== "open") throw new Error("it is not open");
      const { number } = account;
      for (let n = 0; n < 102; n += 1) await at.control.do("transfer", { number, amount: 100_000n });
      const to = { owner: "reseller-1", email: "ada@example.com", number, since: new Date(0) };
      const received = await Array.fromAsync(provider.listTransfers(to));
      expect(new Set(received.map(({ transaction }) => transaction)).size).toBe(102);
    });

    it("tells of every transfer but an unreadable one, and then of that", async () => {
      const account = await open();
      if (account.state !== "open") throw new Error("it is not open");
      const { number } = account;
      for (const currency of ["NGN", "naira", "NGN"])
        await at.control.do("transfer", { number, amount: 100_000n, currency });
      const received: VerifiedPayment[] = [];
      const read = async () => {
        const to = { owner: "reseller-1", email: "ada@example.com", number, since: new Date(0) };
        for await (const transfer of provider.listTransfers(to)) received.push(transfer);
      };
      expect(await broken(read())).toBeInstanceOf(PaymentUnclear);
      expect(new Set(received.map(({ transaction }) => transaction)).size).toBe(2);
    });

    it("is opened for an owner who paid before", async () => {
      await start();
      await paid();
      expect(await open()).toMatchObject({ state: "open", holder: "Ada Obi" });
    });

    it("sends an identity to the provider only", async () => {
      const identity = { kind: "bvn" as const, number: "22123456789" };
      const input = {
        owner: "reseller-2",
        email: "bola@example.com",
        name: "Bola Ade",
        phone: "+2348031234567",
      };
      await provider.openAccount({ ...input, identity });
      expect(encodeJson(await at.control.log())).not.toContain(identity.number);
    });
  });

  describe("a refund", () => {
    async function payment() {
      await start();
      await paid();
      const { transaction } = await provider.verify({ reference: "pay-001" });
      return transaction ?? "";
    }
    const ask = (transaction: string, amount = 200_000n, key = "refund-1") =>
      provider.refund({ transaction, amount, currency: "NGN", key, reason: "not delivered" });

    it("is the same for the same key, even if the first response was lost", async () => {
      const transaction = await payment();
      await at.control.do("order", { fault: "lost", route: "refund", provider: name });
      expect(await broken(ask(transaction))).toBeInstanceOf(PaymentUnclear);
      const first = await ask(transaction);
      expect(first).toMatchObject({ state: "pending", amount: 200_000n, currency: "NGN" });
      expect((await ask(transaction)).id).toBe(first.id);
      expect(await at.control.refunds()).toHaveLength(1);
      const second = await ask(transaction, 300_000n, "refund-2");
      expect(second.id).not.toBe(first.id);
    });

    it("of more than was paid is rejected", async () => {
      const transaction = await payment();
      await ask(transaction, 400_000n);
      expect(await broken(ask(transaction, 100_001n, "refund-2"))).toBeInstanceOf(PaymentRejected);
    });

    const ends = [
      ["done", "done"],
      ["failed", "failed"],
      ["attention", name === "paystack" ? "attention" : "pending"],
    ] as const;
    it.each(ends)("reports %s", async (state, expected) => {
      const transaction = await payment();
      const { id } = await ask(transaction);
      expect(await provider.getRefund(id)).toMatchObject({ id, state: "pending" });
      await at.control.do("settle-refund", { key: "refund-1", state });
      expect(await provider.getRefund(id)).toMatchObject({ id, state: expected, amount: 200_000n });
      expect(await ask(transaction)).toMatchObject({ id, state: expected });
    });

    it("is reported by a webhook", async () => {
      const transaction = await payment();
      const { id } = await ask(transaction);
      await at.control.do("settle-refund", { key: "refund-1", state: "done" });
      // A webhook of an earlier test may still come.
      const webhook = (await webhooks(2))
        .map(({ raw, headers }) => provider.readWebhook(raw, headers))
        .find((event) => event?.about === "refund");
      expect(webhook).toBeDefined();
      expect([webhook?.refund, webhook?.reference, webhook?.transaction]).toContain(
        webhook?.refund === null ? "pay-001" : id,
      );
    });
  });

  describe("a settlement", () => {
    const settlements = (more: { known?: string[]; waiting?: string[]; since?: Date } = {}) => {
      const { known = [], waiting = [], since = new Date(0) } = more;
      return Array.fromAsync(provider.listSettlements({ since, waiting, known: new Set(known) }));
    };
    const transactions = async () => (await at.control.payments()).map(({ transaction }) => transaction);
    const readPaymentId = async () => {
      const { id, transaction } = (await at.control.payments())[0] ?? {};
      return name === "paystack" ? String(id) : transaction;
    };

    it("lists each of its transactions, with amount and fee", async () => {
      await start();
      await paid();
      expect(await settlements({ waiting: await transactions() })).toEqual([]);
      await at.control.do("pay-out", { provider: name });
      const [one, ...more] = await settlements({ waiting: await transactions() });
      expect(more).toEqual([]);
      expect(one).toMatchObject({ currency: "NGN", deducted: 0n, settledAt: expect.any(Date) });
      expect([null, EXPECTED_AMOUNT - subject.fees.card]).toContain(one?.paidOut);
      const line = { transaction: await readPaymentId(), reference: "pay-001", currency: "NGN" };
      expect(one?.lines).toEqual([{ ...line, gross: EXPECTED_AMOUNT, fee: subject.fees.card }]);
      expect(one?.lines[0]?.transaction).toBe((await provider.verify({ reference: "pay-001" })).transaction);
      expect(await settlements({ waiting: await transactions(), known: [one?.id ?? ""] })).toEqual([]);
    });

    it("is read page after page, with every payout", async () => {
      for (let n = 0; n < 60; n += 1) {
        await start(`pay-00${n}`);
        await paid({}, `pay-00${n}`);
      }
      await at.control.do("pay-out", { provider: name });
      await start("pay-late");
      await paid({}, "pay-late");
      await at.control.do("pay-out", { provider: name });
      const all = await settlements({ waiting: await transactions() });
      expect(all.map(({ lines }) => lines.length).toSorted()).toEqual([1, 60]);
    });

    it("hides no other when it is unreadable", async () => {
      for (const [reference, currency] of [
        ["pay-001", "NGN"],
        ["pay-002", "naira"],
        ["pay-003", "NGN"],
      ] as const) {
        await start(reference);
        await paid({ currency }, reference);
        await at.control.do("pay-out", { provider: name });
      }
      const read: (string | null | undefined)[] = [];
      const list = async () => {
        const waiting = await transactions();
        for await (const { lines } of provider.listSettlements({
          since: new Date(0),
          known: new Set(),
          waiting,
        }))
          read.push(lines[0]?.reference);
      };
      expect(await broken(list())).toBeInstanceOf(PaymentUnclear);
      expect(read.toSorted()).toEqual(["pay-001", "pay-003"]);
    });

    it.each(["lost", "server-error", "not-json", "huge"] as const)(
      "%s is nothing definite",
      async (fault) => {
        await start();
        await paid();
        await at.control.do("pay-out", { provider: name });
        for (const route of ["settlements", "settled"]) {
          await at.control.do("order", { fault, route, provider: name });
          expect(await broken(settlements({ waiting: await transactions() }))).toBeInstanceOf(PaymentUnclear);
        }
      },
    );
  });

  describe("a webhook", () => {
    const first = async () => {
      await start();
      await paid();
      const [told] = await webhooks(1);
      if (!told) throw new Error("no webhook came");
      return told;
    };

    it("is read when its signature is right, and names the payment", async () => {
      const { raw, headers, path } = await first();
      const { transaction } = await provider.verify({ reference: "pay-001" });
      expect(path).toBe(`/api/payments/${name}/webhook`);
      expect(provider.readWebhook(raw, headers)).toMatchObject({
        about: "payment",
        reference: "pay-001",
        transaction,
      });
    });

    it("is not read when a byte, the key, or the signature is another", async () => {
      const { raw, headers } = await first();
      const again = Buffer.from(JSON.stringify(JSON.parse(Buffer.from(raw).toString()), null, 1));
      expect(provider.readWebhook(again, headers)).toBeUndefined();
      const changed = Buffer.from(Buffer.from(raw).toString().replace("pay-001", "pay-002"));
      expect(provider.readWebhook(changed, headers)).toBeUndefined();
      const stranger = createSandboxProvider(at, name, { [signingKey.name]: "other" });
      expect(stranger.readWebhook(raw, headers)).toBeUndefined();
      const signature = headers.get(signatureHeader) ?? "";
      for (const wrong of [
        "",
        "x",
        signature.slice(1),
        `${signature}00`,
        signature.replace(/^./, (c) => (c === "a" ? "b" : "a")),
      ])
        expect(provider.readWebhook(raw, new Headers({ [signatureHeader]: wrong }))).toBeUndefined();
      expect(provider.readWebhook(raw, new Headers())).toBeUndefined();
    });

    it("is read as well when the key before signed it, by which nothing is asked any more", async () => {
      const { raw, headers } = await first();
      const now = { [shownKey]: "new", [signingKey.name]: "new" };
      const changed = createSandboxProvider(at, name, now, { previous });
      expect(changed.readWebhook(raw, headers)).toEqual(provider.readWebhook(raw, headers));
      expect(changed.readWebhook(Buffer.concat([raw, Buffer.from(" ")]), headers)).toBeUndefined();
      expect(await broken(changed.verify({ reference: "pay-001" }))).toBeInstanceOf(PaymentUnclear);
    });

    it("with a wrong signature from the provider itself is not read", async () => {
      await at.control.do("order", { fault: "wrong-signature", provider: name });
      const { raw, headers } = await first();
      expect(provider.readWebhook(raw, headers)).toBeUndefined();
    });

    it.each(["other-amount", "other-currency"] as const)(
      "with a false %s changes nothing that verify returns",
      async (fault) => {
        await at.control.do("order", { fault, provider: name });
        const { raw, headers } = await first();
        expect(provider.readWebhook(raw, headers)).toMatchObject({ about: "payment", reference: "pay-001" });
        expect(await provider.verify({ reference: "pay-001" })).toMatchObject({
          amount: EXPECTED_AMOUNT,
          currency: "NGN",
        });
      },
    );

    it("comes twice with the same bytes, late, out of order or never, as ordered, and again until it is taken", async () => {
      await at.control.do("order", { fault: "twice", provider: name });
      await first();
      const [one, two] = await webhooks(2);
      expect(one?.raw).toEqual(two?.raw);

      await at.control.do("reset", {});
      inbox.got.length = 0;
      for (const fault of ["reordered", "late", "never"] as const)
        await at.control.do("order", { fault, provider: name });
      inbox.statuses.push(500);
      for (const reference of ["pay-00a", "pay-00b", "pay-00c", "pay-00d"]) {
        await start(reference);
        await paid({}, reference);
      }
      const order = (await webhooks(3)).map(
        ({ raw, headers }) => provider.readWebhook(raw, headers)?.reference,
      );
      expect(order.toSorted()).toEqual(["pay-00a", "pay-00d", "pay-00d"]);
      expect(order[0]).toBe("pay-00d");
      await at.control.do("release", {});
      const all = (await webhooks(4)).map(
        ({ raw, headers }) => provider.readWebhook(raw, headers)?.reference,
      );
      expect(all[3]).toBe("pay-00b");
    });
  });

  describe("an unreliable response", () => {
    const faults = ["lost", "cut", "server-error", "redirect", "not-json", "huge", "unauthorized"] as const;
    it.each(faults)("%s is nothing definite", async (fault) => {
      await start();
      await paid();
      // As often as a token may be asked for again.
      await at.control.do("order", { fault, route: "verify", provider: name, times: 2 });
      const error = await broken(provider.verify({ reference: "pay-001" }));
      expect(error).toBeInstanceOf(PaymentUnclear);
      expect(String(error)).not.toMatch(new RegExp(secrets.join("|")));
    });

    it("that does not come in time is nothing definite", async () => {
      await start();
      await at.control.do("order", { fault: "hang", route: "verify", provider: name });
      const hasty = createSandboxProvider(at, name, {}, { timeoutMs: 300 });
      expect(await broken(hasty.verify({ reference: "pay-001" }))).toMatchObject({ reason: "time-out" });
    });

    it("of an unreachable provider is nothing definite", async () => {
      const gone = await startPaymentProviders();
      await gone.close();
      expect(await broken(createSandboxProvider(gone, name).verify({ reference: "pay-001" }))).toBeInstanceOf(
        PaymentUnclear,
      );
    });

    const wrong = [
      '"5000.00.00"',
      "-1",
      "1e6",
      "null",
      "true",
      "[]",
      '{"a":1}',
      '"NaN"',
      "123456789012345678901",
    ];
    it.each(wrong)("with %s for the amount is nothing definite", async (amount) => {
      await start();
      await paid();
      const { raw } = await provider.verify({ reference: "pay-001" });
      expect(raw).toMatch(subject.amountField);
      const text = raw.replace(subject.amountField, `$1${amount}`);
      await at.control.do("order", { route: "verify", provider: name, text });
      expect(await broken(provider.verify({ reference: "pay-001" }))).toBeInstanceOf(PaymentUnclear);
    });

    it("with three decimals for the amount is rounded down, and never nothing definite", async () => {
      await start();
      await paid();
      const { raw } = await provider.verify({ reference: "pay-001" });
      const more = (field: string) =>
        field.replace(/([\d.]+)("?)$/, (_, amount: string, quote: string) =>
          amount.includes(".") ? `${amount}9${quote}` : `${amount}.009${quote}`,
        );
      await at.control.do("order", {
        route: "verify",
        provider: name,
        text: raw.replace(subject.amountField, more),
      });
      const transaction = await provider.verify({ reference: "pay-001" });
      expect(transaction).toMatchObject({ state: "paid", amount: EXPECTED_AMOUNT });
    });

    const shapes = { list: "[]", null: "null", text: '"paid"', nothing: "{}", deep: "[".repeat(50_000) };
    it.each(Object.entries(shapes))("of another shape (%s) is nothing definite", async (_, text) => {
      await start();
      await at.control.do("order", { route: "verify", provider: name, text });
      expect(await broken(provider.verify({ reference: "pay-001" }))).toBeInstanceOf(PaymentUnclear);
    });

    it("about another payment is nothing definite", async () => {
      await start("pay-001");
      await start("pay-002");
      await paid({}, "pay-002");
      const { raw } = await provider.verify({ reference: "pay-002" });
      await at.control.do("order", { route: "verify", provider: name, text: raw });
      expect(await broken(provider.verify({ reference: "pay-001" }))).toBeInstanceOf(PaymentUnclear);
    });

    it("repeats no secret", async () => {
      await start();
      await paid();
      const { raw } = await provider.verify({ reference: "pay-001" });
      const echo = JSON.stringify(secrets.join(" "));
      await at.control.do("order", {
        route: "verify",
        provider: name,
        text: raw.replace("{", `{"echo":${echo},`),
      });
      const transaction = await provider.verify({ reference: "pay-001" });
      expect(transaction).toMatchObject({ state: "paid", raw: expect.stringContaining("echo") });
      for (const secret of secrets) expect(transaction.raw).not.toContain(secret);
    });
  });
}
