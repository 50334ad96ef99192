import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { getWallet } from "#lib/ledger/wallet";
import { openPaymentScene } from "#lib/payment/testing/open-payment-scene";
import { runPaymentLanes } from "#lib/payment/testing/run-payment-lanes";
import { runPerRow } from "#lib/request/run-per-row";
import { closeDays } from "#lib/sales/close-days";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { storeSettings } from "#lib/testing/store-settings";
import { paymentSettings } from "./payment-settings.ts";
import { PaymentUnclear, type VerifiedPayment } from "./providers/provider.ts";
import { recheckOwnPayment, recheckPayment } from "./recheck-payment.ts";
import { startFunding } from "./start-funding.ts";
import { assignSuspense, recordManualRefund } from "./suspense/resolve-suspense.ts";
import { handleProviderWebhook } from "./webhook/provider-webhook-route.ts";

const { at, provider, admin, verify, booksHold } = await openPaymentScene();
let ada: { id: number; ctx: Ctx };
let made = 0;

beforeEach(async () => {
  provider.silent(false);
  ada = await at.reseller("affiliate", 0n);
});

const sqlRow = async (query: ReturnType<typeof sql>) => (await at.system.db.execute(query))[0];
const walletOf = async (ctx: Ctx) => (await getWallet(ctx)).wallet;

/** Starts a payment, with the provider's response once exactly that is paid. */
async function started(amount = 500_000n): Promise<{ reference: string; paid: Partial<VerifiedPayment> }> {
  made += 1;
  const input = { ref: `r${made}`, amount, provider: "paystack" as const };
  const { reference } = await startFunding(ada.ctx, input, provider.providers);
  const paid = { transaction: `t${made}`, reference, amount, fee: 7_500n, currency: "NGN" };
  // What the payer could have written into it is not believed.
  const raw = JSON.stringify({ metadata: { amount: "900000" } });
  return { reference, paid: { state: "paid", paidAt: new Date(), raw, ...paid } };
}

const sweep = () => runPaymentLanes(at.system, provider.providers);
const stateOf = async (reference: string) =>
  (await sqlRow(sql`select state from payments where reference = ${reference}`))?.state;
const moneyOf = (transaction: string) =>
  sqlRow(
    sql`select id, state, suspense_reason, credited from provider_transactions where transaction = ${transaction}`,
  );

test("a payment that the provider confirms is in the wallet, less the fee, once", async () => {
  const { reference, paid } = await started();
  expect(await verify({ reference })).toBe("unknown");
  expect(await walletOf(ada.ctx)).toBe(0n);
  provider.setPayment(reference, paid);
  expect(await verify({ reference })).toBe("paid");
  expect(await verify({ reference })).toBe("paid");
  expect(await walletOf(ada.ctx)).toBe(492_500n);
  expect(await stateOf(reference)).toBe("paid");
  const [record] = await at.system.db.execute(
    sql`select actor, journal_id, after from audit where action = 'money.credited' and reseller_id = ${ada.id}`,
  );
  expect(record).toMatchObject({ actor: "system:test", after: { credited: "492500", gross: "500000" } });
  await booksHold();
});

test("credits the whole payment where the operator bears the fee", async () => {
  await storeSettings(at.system.db, paymentSettings, { feeBearer: "operator" });
  const { reference, paid } = await started();
  await storeSettings(at.system.db, paymentSettings, { feeBearer: "reseller" });
  provider.setPayment(reference, paid);
  await verify({ reference });
  expect(await walletOf(ada.ctx)).toBe(500_000n);
  await booksHold();
});

test("credits once for a hundred concurrent webhooks and checks", async () => {
  const { reference, paid } = await started();
  provider.setPayment(reference, paid);
  provider.setPayment(String(paid.transaction), paid);
  const send = async (n: number) => {
    const { raw, headers } = provider.webhook({
      reference,
      transaction: String(paid.transaction),
      id: String(n % 3),
    });
    const request = new Request("http://x/", { method: "POST", body: Buffer.from(raw), headers });
    return (await handleProviderWebhook(request, "paystack", provider.providers)).status;
  };
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      n % 2 === 0 ? verify(n % 4 === 0 ? { reference } : { transaction: String(paid.transaction) }) : send(n),
    ),
  );
  expect(new Set(answers)).toEqual(new Set(["paid", 200]));
  await Promise.all([sweep(), sweep(), sweep()]);
  expect(await walletOf(ada.ctx)).toBe(492_500n);
  expect(
    await sqlRow(sql`select count(*)::int as n from provider_webhooks where reference = ${reference}`),
  ).toEqual({
    n: 3,
  });
  expect(
    await sqlRow(
      sql`select count(*)::int as n from provider_webhooks where reference = ${reference} and handled_at is null`,
    ),
  ).toEqual({ n: 0 });
  await booksHold();
});

test.each<[string, Partial<VerifiedPayment>]>([
  ["under_paid", { amount: 499_999n }],
  ["over_paid", { amount: 500_001n }],
  ["other_currency", { currency: "USD" }],
  ["late", { paidAt: new Date(Date.now() + 2 * 86_400_000) }],
  ["unknown_reference", { reference: "somebody-elses" }],
  ["unclear_fee", { fee: null }],
  ["unclear_fee", { fee: 500_000n }],
])("puts money that doesn't match the request into suspense: %s", async (reason, odd) => {
  const { reference, paid } = await started();
  provider.setPayment(reference, { ...paid, ...odd });
  expect(await verify({ reference })).toBe("paid");
  await verify({ reference });
  expect(await walletOf(ada.ctx)).toBe(0n);
  expect(await moneyOf(String(paid.transaction))).toMatchObject({
    state: "suspense",
    suspense_reason: reason,
    credited: null,
  });
  expect(await stateOf(reference)).toBe(reason === "unknown_reference" ? "started" : "review");
  await booksHold();
});

test("credits one payment per reference", async () => {
  const { reference, paid } = await started();
  provider.setPayment(reference, paid);
  await verify({ reference });
  provider.setPayment("again", { ...paid, transaction: `${paid.transaction}-again` });
  await verify({ transaction: "again" });
  expect(await walletOf(ada.ctx)).toBe(492_500n);
  expect(await moneyOf(`${paid.transaction}-again`)).toMatchObject({
    state: "suspense",
    suspense_reason: "doubled",
  });
  expect(await stateOf(reference)).toBe("paid");
  await booksHold();
});

test("credits a payment made in time but confirmed late, and expires an unpaid one after asking the provider", async () => {
  const [seen, unpaid] = [await started(), await started()];
  await at.system.db.execute(sql`
    update payments set expires_at = now() - interval '1 hour', next_check_at = now() where reseller_id = ${ada.id}`);
  provider.silent(true);
  await sweep();
  expect([await stateOf(seen.reference), await stateOf(unpaid.reference)]).toEqual(["started", "started"]);
  provider.silent(false);
  provider.setPayment(seen.reference, { ...seen.paid, paidAt: new Date(Date.now() - 7_200_000) });
  await at.system.db.execute(sql`update payments set next_check_at = now() where reseller_id = ${ada.id}`);
  await sweep();
  expect([await stateOf(seen.reference), await stateOf(unpaid.reference)]).toEqual(["paid", "expired"]);
  expect(await walletOf(ada.ctx)).toBe(492_500n);
  await booksHold();
});

test("credits a payment whose webhook was lost, checking with growing pauses", async () => {
  const { reference, paid } = await started();
  provider.setPayment(reference, { state: "pending" });
  const due = () =>
    at.system.db.execute(sql`update payments set next_check_at = now() where reference = ${reference}`);
  const pauses: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    await due();
    await sweep();
    const row = await sqlRow(
      sql`select extract(epoch from next_check_at - checked_at)::float as s from payments where reference = ${reference}`,
    );
    pauses.push(Math.round(Number(row?.s) / 30));
  }
  expect(pauses).toEqual([1, 2, 4]);
  provider.setPayment(reference, paid);
  await due();
  await sweep();
  expect(await walletOf(ada.ctx)).toBe(492_500n);
});

test("accepts a webhook only with a valid signature, and stores nothing of a rejected one", async () => {
  const count = () => sqlRow(sql`select count(*)::int as n from provider_webhooks`);
  const before = await count();
  const { raw } = provider.webhook({ reference: "any" });
  const post = (body: Uint8Array, name: string, headers = new Headers()) =>
    handleProviderWebhook(
      new Request("http://x/", { method: "POST", body: Buffer.from(body), headers }),
      name,
      provider.providers,
    );
  expect((await post(raw, "paystack")).status).toBe(401);
  expect((await post(raw, "paystack", new Headers({ "x-paystack-signature": "00" }))).status).toBe(401);
  expect((await post(Buffer.alloc(300_000), "paystack")).status).toBe(413);
  expect((await post(raw, "monnify")).status).toBe(404);
  expect((await post(raw, "nobody")).status).toBe(404);
  expect(await count()).toEqual(before);
});

test("moves no money for a webhook that the provider doesn't confirm", async () => {
  const { reference } = await started();
  const { raw, headers } = provider.webhook({ reference });
  const request = new Request("http://x/", { method: "POST", body: Buffer.from(raw), headers });
  expect((await handleProviderWebhook(request, "paystack", provider.providers)).status).toBe(200);
  await sweep();
  expect([await walletOf(ada.ctx), await stateOf(reference)]).toEqual([0n, "started"]);
});

test("the same form is the same payment, also after the provider gave no page; five may be open", async () => {
  const input = { ref: "once", amount: "5,000", provider: "paystack" as const };
  provider.silent(true);
  await expect(startFunding(ada.ctx, input, provider.providers)).rejects.toMatchObject({
    code: "unavailable",
  });
  provider.silent(false);
  const [one, two] = await Promise.all([1, 2].map(() => startFunding(ada.ctx, input, provider.providers)));
  expect(one).toEqual(two);
  expect(await sqlRow(sql`select page from payments where reference = ${one?.reference}`)).toEqual({
    page: `https://pay.example/${one?.reference}`,
  });
  const conflicting = startFunding(ada.ctx, { ...input, amount: "6,000" }, provider.providers);
  await expect(conflicting).rejects.toMatchObject({ code: "ref_reused" });
  for (let n = 0; n < 4; n += 1) await started();
  await expect(started()).rejects.toMatchObject({ code: "conflict" });
});

test("applies the operator's limits, and offers no provider that is off or has no keys", async () => {
  const start = (amount: string, name: "paystack" | "monnify" = "paystack") =>
    startFunding(ada.ctx, { ref: `b${amount.replace(",", "")}`, amount, provider: name }, provider.providers);
  await expect(start("99.99")).rejects.toMatchObject({
    code: "invalid",
    fields: { amount: [expect.any(String)] },
  });
  await expect(start("500,000.01")).rejects.toMatchObject({ code: "invalid" });
  await expect(start("100", "monnify")).rejects.toMatchObject({
    code: "invalid",
    fields: { provider: [expect.any(String)] },
  });
  await storeSettings(at.system.db, paymentSettings, { paystack: false });
  await expect(start("100")).rejects.toMatchObject({ code: "invalid" });
  await storeSettings(at.system.db, paymentSettings, { paystack: true });
});

test("a reseller asks for a look at their own payment alone, and not twice in a moment", async () => {
  const { reference, paid } = await started();
  const otherReseller = await at.reseller("affiliate", 0n);
  await expect(recheckOwnPayment(otherReseller.ctx, { reference }, provider.providers)).rejects.toMatchObject(
    {
      code: "not_found",
    },
  );
  expect(await recheckOwnPayment(ada.ctx, { reference }, provider.providers)).toBe("unknown");
  await expect(recheckOwnPayment(ada.ctx, { reference }, provider.providers)).rejects.toMatchObject({
    code: "rate_limited",
  });
  await at.system.db.execute(sql`update payments set looked_at = now() - interval '1 minute'`);
  provider.silent(true);
  expect(await recheckOwnPayment(ada.ctx, { reference }, provider.providers)).toBe("unanswered");
  await at.system.db.execute(sql`update payments set looked_at = now() - interval '1 minute'`);
  provider.silent(false);
  provider.setPayment(reference, paid);
  expect(await recheckOwnPayment(ada.ctx, { reference }, provider.providers)).toBe("paid");
  expect(await walletOf(ada.ctx)).toBe(492_500n);
});

test("rechecks payments of any reseller with a result for each, and stops at a silent provider", async () => {
  const [good, odd, open, more] = [await started(), await started(), await started(), await started()];
  const check = (...rows: { reference: string }[]) =>
    runPerRow(
      rows.map(({ reference }) => reference),
      (reference) => recheckPayment(admin, { reference }, provider.providers),
    );
  provider.setPayment(good.reference, good.paid);
  provider.setPayment(odd.reference, { ...odd.paid, amount: 400_000n });
  const { message, rows } = await check(good, odd, open, { reference: "nobody-began-it" });
  expect(message).toBe("3 done, 1 not possible.");
  expect(rows).toMatchObject({
    [good.reference]: { came: "done", explanation: "Paid." },
    [odd.reference]: { came: "done", explanation: expect.stringContaining("suspense") },
    [open.reference]: { came: "done", explanation: "The payer hasn’t tried to pay." },
  });
  expect(await walletOf(ada.ctx)).toBe(492_500n);
  expect((await check(open)).rows[open.reference]).toMatchObject({
    came: "not_possible",
    explanation: expect.stringContaining("a moment ago"),
  });
  await at.system.db.execute(sql`update payments set looked_at = null`);
  provider.silent(true);
  const silent = await check(open, more);
  expect(silent.rows[open.reference]).toMatchObject({
    came: "failed",
    explanation: expect.stringContaining("Paystack gave no clear response"),
  });
  expect(silent.rows[more.reference]).toMatchObject({
    explanation: expect.stringMatching(/^Not attempted\. Paystack/),
  });
  const selectRechecks = sql`select from audit where action = 'payment.rechecked' and subject_id = ${open.reference}`;
  expect(await at.system.db.execute(selectRechecks)).toHaveLength(2);
  await booksHold();
});

test("an admin gives money in suspense to its owner, or notes that it went back; once", async () => {
  const [one, two] = [await started(), await started()];
  provider.setPayment(one.reference, { ...one.paid, amount: 400_000n });
  provider.setPayment(two.reference, { ...two.paid, amount: 400_000n });
  await verify({ reference: one.reference });
  await verify({ reference: two.reference });
  const [first, second] = [
    await moneyOf(String(one.paid.transaction)),
    await moneyOf(String(two.paid.transaction)),
  ];
  const email = ada.ctx.actor.kind === "reseller" ? ada.ctx.actor.email : "";
  const assign = () =>
    assignSuspense(admin, { id: Number(first?.id), email, reason: "paid less on purpose" });
  const tries = await Promise.allSettled([assign(), assign(), assign()]);
  expect(tries.filter(({ status }) => status === "fulfilled").length).toBe(1);
  expect(await walletOf(ada.ctx)).toBe(392_500n);
  await recordManualRefund(admin, { id: Number(second?.id), reason: "sent back by the bank" });
  await expect(recordManualRefund(admin, { id: Number(second?.id), reason: "again" })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await walletOf(ada.ctx)).toBe(392_500n);
  await booksHold();
});

test("money of another currency gets into no wallet", async () => {
  const { reference, paid } = await started();
  provider.setPayment(reference, { ...paid, currency: "USD" });
  await verify({ reference });
  const money = await moneyOf(String(paid.transaction));
  const email = ada.ctx.actor.kind === "reseller" ? ada.ctx.actor.email : "";
  await expect(
    assignSuspense(admin, { id: Number(money?.id), email, reason: "it is theirs" }),
  ).rejects.toMatchObject({ code: "conflict" });
});

test("rejects a credit in the database that no provider confirmed", async () => {
  const { reference, paid } = await started();
  const [payment] = await at.system.db.execute<{ id: string }>(
    sql`select id from payments where reference = ${reference}`,
  );
  const insert = (values: { currency?: string; gross?: bigint; credited?: bigint; reference?: string }) => {
    const { currency = "NGN", gross = 500_000n, credited = 492_500n, reference: of = reference } = values;
    return at.system.db.execute(sql`
      insert into provider_transactions (provider, transaction, payment_id, reference, gross, fee, currency, paid_at, raw,
        state, reseller_id, credited)
      values ('paystack', ${`forged ${made}`}, ${payment?.id}, ${of}, ${gross}, 7500, ${currency}, now(), '{}',
        'credited', ${ada.id}, ${credited})`);
  };
  const broken = (name: string) => ({ cause: { constraint_name: name } });
  await expect(insert({ currency: "USD" })).rejects.toMatchObject(broken("payments_exact"));
  await expect(insert({ gross: 600_000n, credited: 592_500n })).rejects.toMatchObject(
    broken("payments_exact"),
  );
  await expect(insert({ credited: 500_000n })).rejects.toMatchObject(broken("payments_exact"));
  await expect(insert({ reference: "another" })).rejects.toMatchObject(broken("payments_exact"));
  await expect(insert({})).rejects.toMatchObject(broken("operator_entries_agree"));
  await expect(
    at.system.db.execute(sql`
      with moved as (
        update wallets set wallet = wallet + 5, funding = funding - 5 where reseller_id = ${ada.id}
        returning wallet, funding
      )
      insert into transfers (
        reseller_id, kind, from_account, to_account, amount, from_balance, to_balance, actor
      )
      select ${ada.id}, 'payment', 'funding', 'wallet', 5, funding, wallet, 'system:test' from moved`),
  ).rejects.toMatchObject(broken("payments_proven"));
  provider.setPayment(reference, paid);
  await verify({ reference });
  const rewrite = sql`update provider_transactions set gross = gross + 1 where reference = ${reference}`;
  await expect(at.system.db.execute(rewrite)).rejects.toThrow();
  await booksHold();
});

test("credits once after a crash between the provider's response and the commit", async () => {
  const { reference, paid } = await started();
  provider.setPayment(reference, paid);
  // The database session is ended at the very statement that writes the audit record.
  await at.system.db.execute(sql`
    create function die() returns trigger language plpgsql as $$ begin
      perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60); return new; end $$`);
  await at.system.db.execute(
    sql`create trigger die before insert on audit for each row when (new.action = 'money.credited') execute function die()`,
  );
  const before = await sqlRow(sql`select count(*)::int as n from provider_transactions`);
  await at.system.db.execute(sql`update payments set next_check_at = now() where reference = ${reference}`);
  await sweep();
  expect(await walletOf(ada.ctx)).toBe(0n);
  expect(await sqlRow(sql`select count(*)::int as n from provider_transactions`)).toEqual(before);
  expect(await stateOf(reference)).toBe("started");
  await at.system.db.execute(sql`drop trigger die on audit`);
  await at.system.db.execute(sql`update payments set next_check_at = now() where reference = ${reference}`);
  await sweep();
  await sweep();
  expect(await walletOf(ada.ctx)).toBe(492_500n);
  await booksHold();
});

test("starts a payment after five provider errors, and limits such attempts", async () => {
  const broken = new Map(provider.providers);
  const [paystack] = provider.providers.values();
  if (!paystack) throw new Error("there is no provider");
  broken.set("paystack", {
    ...paystack,
    startPayment: () => Promise.reject(new PaymentUnclear("paystack", "HTTP 500")),
  });
  const begin = (providers: typeof broken) => {
    made += 1;
    return startFunding(ada.ctx, { ref: `e${made}`, amount: 500_000n, provider: "paystack" }, providers);
  };
  for (let n = 0; n < 5; n += 1) await expect(begin(broken)).rejects.toMatchObject({ code: "unavailable" });
  for (let n = 0; n < 5; n += 1) await begin(new Map(provider.providers));
  await expect(begin(new Map(provider.providers))).rejects.toMatchObject({ code: "conflict" });
  await at.system.db.execute(
    sql`update payments set state = 'failed', ended_at = now() where page is not null and state = 'started'`,
  );
  for (let n = 0; n < 15; n += 1) await expect(begin(broken)).rejects.toMatchObject({ code: "unavailable" });
  await expect(begin(broken)).rejects.toMatchObject({ code: "rate_limited" });
});

test("counts only the portal's currency as suspense at the end of a day", async () => {
  for (const currency of ["USD", "NGN"]) {
    const { reference, paid } = await started(200_000n);
    provider.setPayment(reference, { ...paid, amount: 150_000n, currency });
    await verify({ reference });
  }
  await runUnguarded(at.system.db, sql`update journals set at = at - interval '3 days'`);
  await runUnguarded(at.system.db, sql`update operator_entries set at = at - interval '3 days'`);
  await closeDays(at.system, async () => []);
  const [close] = await at.system.db.execute(
    sql`select suspense::text from daily_closes order by day desc limit 1`,
  );
  const [naira] = await at.system.db.execute(sql`
    select sum(gross - lost)::text as suspense from provider_transactions
    where currency = 'NGN' and state in ('suspense', 'refunding')`);
  expect(close).toEqual(naira);
});
