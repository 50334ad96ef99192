import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { postDebit } from "#lib/ledger/adjust-wallet";
import { getWallet } from "#lib/ledger/wallet";
import { modules } from "#lib/modules";
import { listActionItems } from "#lib/monitoring/action-items";
import { getProviders } from "#lib/payment/providers/configured-providers";
import type { Provider } from "#lib/payment/providers/provider";
import { settlementDiscrepancyList } from "#lib/payment/settlement/settlement-discrepancy-list";
import { startFunding } from "#lib/payment/start-funding";
import { recordManualRefund } from "#lib/payment/suspense/resolve-suspense";
import { syncPayment } from "#lib/payment/sync-payment";
import { openProviderScene } from "#lib/payment/testing/open-provider-scene";
import { runPaymentLanes } from "#lib/payment/testing/run-payment-lanes";
import { handleProviderWebhook } from "#lib/payment/webhook/provider-webhook-route";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { SANDBOX_KEYS } from "#sandbox/payments/keys";
import { chargebackList } from "./chargeback-list.ts";
import { recordDisputes } from "./record-disputes.ts";

let ada: { id: number; ctx: Ctx };
let made = 0;
const provider = "paystack" as const;

const { at, bank, inbox, booksHold } = await openProviderScene();
const admin = await at.admin();
beforeEach(async () => {
  await bank.control.do("reset", {});
  await at.system.db.execute(sql`update provider_transactions set next_check_at = now() + interval '1 day'`);
  inbox.got.length = 0;
  ada = await at.reseller("affiliate", 0n);
});

const walletOf = async () => (await getWallet(ada.ctx)).wallet;

/** A payment of 2,500.00 that was confirmed; 2,362.50 are in the wallet, unless less was asked for than was paid. */
async function paid(amount = 250_000n) {
  made += 1;
  const { reference } = await startFunding(ada.ctx, { ref: `d${made}`, amount, provider });
  await bank.control.do("pay", { provider, reference, amount: 250_000n });
  await syncPayment(at.system, provider, { reference });
  const [money] = await at.system.db.execute<{ id: string; transaction: string }>(
    sql`select id, transaction from provider_transactions where reference = ${reference}`,
  );
  await bank.control.waitForLog((log) =>
    log.some((entry) => entry.what === "webhook" && entry.status === 200),
  );
  inbox.got.length = 0;
  return { reference, transaction: money?.transaction ?? "", id: Number(money?.id) };
}

/** Takes the next webhook of the provider in, and lets a sweep look. */
async function deliverNextWebhook() {
  await bank.control.waitForLog(
    (log) =>
      log.filter((entry) => entry.what === "webhook" && entry.status === 200).length > 0 &&
      inbox.got.length > 0,
  );
  const webhook = inbox.got.shift();
  const [body, headers] = [Buffer.from(webhook?.raw ?? []), webhook?.headers ?? new Headers()];
  expect(
    (await handleProviderWebhook(new Request("http://x/", { method: "POST", body, headers }), provider))
      .status,
  ).toBe(200);
  await runPaymentLanes(at.system);
}

/** A webhook of any kind, signed by the provider. */
async function signed(event: string, data: unknown) {
  const body = JSON.stringify({ event, data });
  const signature = createHmac("sha512", SANDBOX_KEYS.PAYSTACK_SECRET_KEY).update(body).digest("hex");
  const headers = { "x-paystack-signature": signature };
  expect(
    (await handleProviderWebhook(new Request("http://x/", { method: "POST", body, headers }), provider))
      .status,
  ).toBe(200);
  await runPaymentLanes(at.system);
}
const listed = async (state: "open" | "lost" | "won" | "part", q: string) =>
  (await chargebackList.page(admin, { state, q })).rows;
const disputeNeed = async () =>
  (await listActionItems(admin, modules)).find(({ kind }) => kind === "disputes");

test("shows an open dispute with its deadline and amount until evidence is sent", async () => {
  const { reference, transaction } = await paid();
  await bank.control.do("dispute", { provider, reference, amount: 100_000n });
  await deliverNextWebhook();
  const need = await disputeNeed();
  expect(need).toMatchObject({
    title: "1 open dispute",
    note: [expect.stringContaining("Send evidence"), expect.any(Date), expect.any(String)],
    path: "/admin/review/chargebacks?state=open",
  });
  expect(await listed("open", transaction)).toMatchObject([
    {
      transaction,
      dispute: {
        state: "open",
        amount: 100_000n,
        dueAt: expect.any(Date),
        evidence: expect.stringContaining("https://"),
      },
    },
  ]);
  expect(await walletOf()).toBe(236_250n);
  const [dispute] = await at.system.db.execute<{ dispute: string }>(
    sql`select dispute from payment_disputes where state = 'open'`,
  );
  const id = Number(dispute?.dispute);
  await bank.control.do("resolve-dispute", { id, state: "answered" });
  await deliverNextWebhook();
  expect(await disputeNeed()).toBeUndefined();
  await bank.control.do("resolve-dispute", { id, state: "won" });
  await deliverNextWebhook();
  expect(await listed("open", transaction)).toEqual([]);
  expect(await listed("won", transaction)).toHaveLength(1);
  expect(await walletOf()).toBe(236_250n);
  await booksHold();
});

test("takes what a dispute lost in part out of the wallet once, below zero if need be", async () => {
  const { reference, transaction } = await paid();
  await postDebit(at.system, { resellerId: ada.id, amount: 200_000n, reason: "spent meanwhile" });
  const id = (await bank.control.do("dispute", { provider, reference, amount: 100_000n })) as number;
  await bank.control.do("resolve-dispute", { id: Number(id), state: "lost" });
  await Promise.all([1, 2, 3].map(() => syncPayment(at.system, provider, { reference })));
  await syncPayment(at.system, provider, { transaction });
  expect(await walletOf()).toBe(-63_750n);
  expect(await listed("part", transaction)).toMatchObject([{ lost: 100_000n, dispute: { state: "lost" } }]);
  expect((await settlementDiscrepancyList.page(admin, { q: transaction })).rows).toEqual([]);
  await booksHold();
  await bank.control.do("reverse", { provider, reference });
  await syncPayment(at.system, provider, { reference });
  expect(await walletOf()).toBe(-200_000n);
  await booksHold();
});

test("posts a lost part even if the process dies after recording the dispute", async () => {
  const { reference } = await paid();
  const id = (await bank.control.do("dispute", { provider, reference, amount: 100_000n })) as number;
  await bank.control.do("resolve-dispute", { id: Number(id), state: "lost" });
  await at.system.db.execute(sql`
    create function die() returns trigger language plpgsql as $$ begin
      perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60); return new; end $$`);
  await at.system.db.execute(sql`create trigger die before insert on audit for each row
    when (new.action = 'money.lost_in_part') execute function die()`);
  await expect(syncPayment(at.system, provider, { reference })).rejects.toThrow();
  await at.system.db.execute(sql`drop trigger die on audit`);
  expect(await walletOf()).toBe(236_250n);
  await syncPayment(at.system, provider, { reference });
  expect(await walletOf()).toBe(136_250n);
  await booksHold();
});

test("posts a lost part once, whichever of two processes locks what first", async () => {
  const { reference, transaction, id } = await paid();
  const paystack = getProviders().get(provider) as Provider;
  const dispute = (await bank.control.do("dispute", { provider, reference, amount: 100_000n })) as number;
  await bank.control.do("resolve-dispute", { id: Number(dispute), state: "lost" });
  const record = () => recordDisputes(at.system, paystack, transaction);
  // One posts, and waits for the wallet; the other records the dispute, and posts after it.
  const freeWallet = await holdTransaction(
    at.system.db,
    sql`select from wallets where reseller_id = ${ada.id} for no key update`,
  );
  const posting = [record(), record()];
  await waitForLocks(at.system, 2);
  // A third holds the transaction while it records, as the first two are about to post.
  const freeMoney = await holdTransaction(
    at.system.db,
    sql`select from provider_transactions where id = ${id} for update`,
  );
  posting.push(record());
  await waitForLocks(at.system, 3);
  await freeWallet();
  await freeMoney();
  await Promise.all(posting);
  expect(await walletOf()).toBe(136_250n);
  await booksHold();
});

test("shows a second part that is lost as a discrepancy, and moves nothing", async () => {
  const { reference, transaction } = await paid();
  for (const amount of [100_000n, 50_000n]) {
    const id = (await bank.control.do("dispute", { provider, reference, amount })) as number;
    await bank.control.do("resolve-dispute", { id: Number(id), state: "lost" });
    await syncPayment(at.system, provider, { reference });
  }
  await syncPayment(at.system, provider, { reference });
  expect(await walletOf()).toBe(136_250n);
  expect((await settlementDiscrepancyList.page(admin, { q: transaction })).rows).toMatchObject([
    { kind: "lost", providerAmount: -50_000n, state: "open" },
  ]);
  await booksHold();
});

test("moves nothing for a lost dispute without an amount, and shows it", async () => {
  const { reference, transaction } = await paid();
  const id = (await bank.control.do("dispute", { provider, reference, amount: 0n })) as number;
  await bank.control.do("resolve-dispute", { id: Number(id), state: "lost" });
  await syncPayment(at.system, provider, { reference });
  expect(await walletOf()).toBe(236_250n);
  expect((await settlementDiscrepancyList.page(admin, { q: transaction })).rows).toMatchObject([
    { kind: "lost", providerAmount: null, state: "open" },
  ]);
});

test("continues when the provider does not list disputes", async () => {
  const { reference } = await paid();
  await bank.control.do("order", {
    provider,
    route: "disputes",
    status: 404,
    text: JSON.stringify({ status: false, message: "Not found" }),
  });
  expect(await syncPayment(at.system, provider, { reference })).toBe("paid");
});

test("takes a part of money in suspense, which can be sent back without it", async () => {
  const { reference, id: money } = await paid(300_000n);
  const id = (await bank.control.do("dispute", { provider, reference, amount: 100_000n })) as number;
  await bank.control.do("resolve-dispute", { id: Number(id), state: "lost" });
  await syncPayment(at.system, provider, { reference });
  const sum = async () =>
    (
      await at.system.db.execute(
        sql`select sum(amount)::int as sum from operator_entries where account = 'suspense' and transaction_id = ${money}`,
      )
    )[0];
  expect(await sum()).toEqual({ sum: -150_000 });
  await booksHold();
  await recordManualRefund(admin, { id: money, reason: "sent back from our bank" });
  expect(await sum()).toEqual({ sum: 0 });
  await booksHold();
});

test("takes all of it when a dispute is lost as a whole, and gives nothing back though it is paid again", async () => {
  const { reference } = await paid();
  const id = (await bank.control.do("dispute", { provider, reference })) as number;
  await bank.control.do("resolve-dispute", { id: Number(id), state: "lost" });
  await syncPayment(at.system, provider, { reference });
  expect(await walletOf()).toBe(0n);
  await bank.control.do("settle", { provider, reference });
  await syncPayment(at.system, provider, { reference });
  expect(await walletOf()).toBe(0n);
  await booksHold();
});

test.each([
  ["refund.processed", (reference: string) => ({ transaction_reference: reference, amount: "250000" })],
  ["charge.dispute.resolve", (reference: string) => ({ transaction: { reference } })],
  ["something.new", (reference: string) => ({ transaction_reference: reference })],
] as const)("looks at known money at once when a signed %s names it", async (event, data) => {
  const { reference } = await paid();
  await bank.control.do("order", { fault: "never", provider });
  await bank.control.do("reverse", { provider, reference });
  await runPaymentLanes(at.system);
  expect(await walletOf()).toBe(236_250n);
  await signed(event, data(reference));
  expect(await walletOf()).toBe(0n);
  await booksHold();
});

test("asks nothing about a signed webhook that names money of another", async () => {
  await signed("transfer.success", { reference: "not-one-of-ours", id: 1 });
  const log = await bank.control.log();
  expect(log.filter((entry) => entry.what === "request")).toEqual([]);
});
