import { sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import type { Ctx } from "#lib/core/context";
import { getWallet } from "#lib/ledger/wallet";
import { paymentSettings } from "#lib/payment/payment-settings";
import type { ProviderName } from "#lib/payment/providers/provider";
import { startFunding } from "#lib/payment/start-funding";
import { openProviderScene } from "#lib/payment/testing/open-provider-scene";
import { runPaymentLanes } from "#lib/payment/testing/run-payment-lanes";
import { createSandboxProvider, createSandboxProviders } from "#lib/payment/testing/sandbox-providers";
import { handleProviderWebhook } from "#lib/payment/webhook/provider-webhook-route";
import { closeReseller } from "#lib/reseller/restrict-reseller";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { storeSettings } from "#lib/testing/store-settings";
import type { PaymentsLogEntry } from "#sandbox/payments/world";
import { dedicatedAccountList, setDedicatedAccountState } from "./dedicated-account-list.ts";
import { getDedicatedAccounts } from "./dedicated-account-view.ts";
import { checkForTransfers } from "./receive-transfers.ts";
import { requestDedicatedAccount } from "./request-dedicated-account.ts";
import { sweepDedicatedAccounts } from "./sweep-dedicated-accounts.ts";

const BVN = "22198765432";
const PHONE = "0803 123 4567";
const ASKED = { phone: PHONE, identityKind: "bvn", identityNumber: BVN } as const;

const CANNOT = JSON.stringify({
  requestSuccessful: false,
  responseMessage: "Cannot find reserved account",
  responseCode: "99",
});

let ada: { id: number; ctx: Ctx };

const { at, bank, inbox, booksHold } = await openProviderScene();
const providers = createSandboxProviders(bank, ["paystack", "monnify"]);
const admin = await at.admin();
beforeEach(async () => {
  await giveNumbersBy("monnify");
  ada = await at.reseller("affiliate", 0n);
  inbox.got.length = 0;
  // Accounts of other tests are not swept.
  await at.system.db.execute(sql`update dedicated_accounts set next_check_at = null`);
});

const giveNumbersBy = (dedicatedAccountProvider: ProviderName | "") =>
  storeSettings(at.system.db, paymentSettings, { dedicatedAccountProvider });
const open = (input: Parameters<typeof requestDedicatedAccount>[1] = ASKED, who = ada) =>
  requestDedicatedAccount(who.ctx, input, providers);
const walletOf = async (who = ada) => (await getWallet(who.ctx)).wallet;
const numberOf = async (who = ada) =>
  (await getDedicatedAccounts(who.ctx, providers)).accounts[0]?.number ?? "";
const send = (number: string, amount: bigint, more: { currency?: string } = {}) =>
  bank.control.do("transfer", { number, amount, ...more });
const sweep = async () => {
  await at.system.db.execute(
    sql`update dedicated_accounts set next_check_at = now(), claimed_until = null where next_check_at is not null`,
  );
  await runPaymentLanes(at.system, providers);
};
const isRequestTo = (route: string) => (entry: PaymentsLogEntry) =>
  entry.what === "request" && entry.route === route;
const requestedAt = async (route: string) => (await bank.control.log()).filter(isRequestTo(route)).length;
const moneyOf = async (reseller = ada) =>
  await at.system.db.execute<{ state: string; suspense_reason: string | null }>(
    sql`select t.state, t.suspense_reason from provider_transactions t join dedicated_accounts a on a.id = t.account_id
      where a.reseller_id = ${reseller.id} order by t.id`,
  );

test("opens one account per reseller with one provider request, also for concurrent requests", async () => {
  const before = await requestedAt("account");
  await bank.control.do("order", { fault: "slow", route: "account", provider: "monnify" });
  let repeats = 0;
  const count = (state: string) => {
    if (state === "requested") repeats += 1;
    return state;
  };
  const requests = [open(), open(), open(), open()].map((request) => request.then(count));
  await bank.control.waitForLog((log) => log.filter(isRequestTo("account")).length > before);
  await expect.poll(() => repeats).toBe(3);
  await bank.control.do("release", {});
  expect((await Promise.all(requests)).sort()).toEqual(["open", "requested", "requested", "requested"]);
  expect(await open()).toBe("open");
  // Whether there is one, and then for one.
  expect(await requestedAt("account")).toBe(before + 2);
  const { accounts, offer } = await getDedicatedAccounts(ada.ctx, providers);
  expect(accounts).toMatchObject([
    { state: "open", provider: "Monnify", number: expect.stringMatching(/^\d{10}$/) },
  ]);
  expect(offer).toBeNull();
});

test("credits a transfer less the fee once, however often its webhook is sent", async () => {
  await open();
  const number = await numberOf();
  await send(number, 1_000_000n);
  const webhook = await vi.waitUntil(
    () => inbox.got.find(({ raw }) => Buffer.from(raw).includes(number)),
    TEST_TIMEOUT_MS,
  );
  const post = () =>
    handleProviderWebhook(
      new Request("http://x/", {
        method: "POST",
        body: Buffer.from(webhook.raw),
        headers: webhook.headers,
      }),
      "monnify",
      providers,
    );
  expect((await post()).status).toBe(200);
  await Promise.all([post(), runPaymentLanes(at.system, providers), runPaymentLanes(at.system, providers)]);
  await sweep();
  expect(await walletOf()).toBe(985_000n);
  expect(await moneyOf()).toEqual([{ state: "credited", suspense_reason: null }]);
  await booksHold();
});

test("finds a transfer without a webhook, by the sweep or a limited check on request", async () => {
  await open();
  await send(await numberOf(), 1_000_000n);
  await sweep();
  expect(await walletOf()).toBe(985_000n);
  await send(await numberOf(), 200_000n);
  const [{ id } = { id: 0 }] = (await getDedicatedAccounts(ada.ctx, providers)).accounts;
  const otherReseller = await at.reseller("affiliate", 0n);
  await expect(checkForTransfers(otherReseller.ctx, { id }, providers)).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await checkForTransfers(ada.ctx, { id }, providers)).toBe(1);
  expect(await walletOf()).toBe(985_000n + 197_000n);
  await expect(checkForTransfers(ada.ctx, { id }, providers)).rejects.toMatchObject({ code: "rate_limited" });
  await at.system.db.execute(sql`update dedicated_accounts set looked_at = now() - interval '1 minute'`);
  await bank.control.do("order", { fault: "lost", route: "list", provider: "monnify" });
  expect(await checkForTransfers(ada.ctx, { id }, providers)).toBe("unanswered");
  await booksHold();
});

/** Ada and two others, whose accounts are due in this order. */
async function openThree() {
  const three = [ada, await at.reseller("affiliate", 0n), await at.reseller("affiliate", 0n)];
  for (const [n, reseller] of three.entries()) {
    await open(ASKED, reseller);
    await at.system.db.execute(
      sql`update dedicated_accounts set next_check_at = now() - interval '1 day' + make_interval(mins => ${n})
        where reseller_id = ${reseller.id}`,
    );
  }
  return three;
}

test("asks for one account while there is no connection to the provider, and for those behind it first later", async () => {
  const three = await openThree();
  for (const reseller of three) await send(await numberOf(reseller), 1_000_000n);
  const nowhere = createSandboxProvider(bank, "monnify", {}, { baseUrl: "http://127.0.0.1:1" });
  await sweepDedicatedAccounts(at.system, new Map([["monnify", nowhere]]));
  await sweepDedicatedAccounts(at.system, providers);
  expect(await Promise.all(three.map(walletOf))).toEqual([0n, 985_000n, 985_000n]);
  await sweep();
  expect(await walletOf()).toBe(985_000n);
});

test.each(["lost", "server-error", "not-json"] as const)(
  "delays no other account behind one whose list is %s",
  async (fault) => {
    const three = await openThree();
    for (const reseller of three) await send(await numberOf(reseller), 1_000_000n);
    await bank.control.do("order", { fault, route: "list", provider: "monnify" });
    await sweepDedicatedAccounts(at.system, providers);
    expect(await Promise.all(three.map(walletOf))).toEqual([0n, 985_000n, 985_000n]);
    await sweep();
    expect(await walletOf()).toBe(985_000n);
    await booksHold();
  },
);

test("credits the transfers beside an unreadable one, and looks for that again", async () => {
  await open();
  for (const currency of ["NGN", "naira", "NGN"]) await send(await numberOf(), 1_000_000n, { currency });
  await sweep();
  expect(await walletOf()).toBe(1_970_000n);
  const [account] = await at.system.db.execute(
    sql`select checked_at from dedicated_accounts where reseller_id = ${ada.id}`,
  );
  expect(account).toEqual({ checked_at: null });
});

test("opens a Paystack account without identity, also after a payment by card, and finds its transfers by number", async () => {
  await giveNumbersBy("paystack");
  await startFunding(ada.ctx, { ref: "card", amount: 500_000n, provider: "paystack" }, providers);
  expect(await open({ phone: PHONE })).toBe("open");
  await send(await numberOf(), 1_000_000n);
  await sweep();
  expect(await walletOf()).toBe(990_000n);
});

test("puts transfers that can't be credited into suspense, each with its reason", async () => {
  await open();
  const number = await numberOf();
  await send(number, 9_999n);
  await sweep();
  await send(number, 500_000n, { currency: "USD" });
  await sweep();
  const [{ id } = { id: 0 }] = (await getDedicatedAccounts(ada.ctx, providers)).accounts;
  await setDedicatedAccountState(admin, { id, to: "retired", reason: "no longer theirs" });
  await send(number, 500_000n);
  await sweep();
  await setDedicatedAccountState(admin, { id, to: "open", reason: "theirs after all" });
  const version = async () =>
    Number((await at.system.db.execute(sql`select version from resellers where id = ${ada.id}`))[0]?.version);
  await closeReseller(admin, { resellerId: ada.id, version: await version(), reason: "they left" });
  await send(number, 500_000n);
  await sweep();
  expect((await moneyOf()).map(({ suspense_reason }) => suspense_reason)).toEqual([
    "below_least",
    "other_currency",
    "closed_account",
    "closed_reseller",
  ]);
  expect(await at.system.db.execute(sql`select wallet from wallets where reseller_id = ${ada.id}`)).toEqual([
    { wallet: "0" },
  ]);
  await booksHold();
});

test("puts a transfer to an unknown account into suspense", async () => {
  await open();
  const number = await numberOf();
  await at.system.db.execute(
    sql`alter table dedicated_accounts disable trigger dedicated_accounts_update_check`,
  );
  await at.system.db.execute(
    sql`update dedicated_accounts set number = '0000000000' where number = ${number}`,
  );
  await send(number, 500_000n);
  await sweep();
  await at.system.db.execute(
    sql`alter table dedicated_accounts enable trigger dedicated_accounts_update_check`,
  );
  const [money] = await at.system.db.execute(
    sql`select suspense_reason, state from provider_transactions where account = ${number}`,
  );
  expect(money).toEqual({ suspense_reason: "unknown_account", state: "suspense" });
  expect(await walletOf()).toBe(0n);
});

test("repeats a request whose response was lost without the identity, and allows another after a rejection", async () => {
  await bank.control.do("order", { fault: "lost", route: "account", provider: "monnify", times: 1 });
  // The first question looks whether there is one; nothing was opened.
  expect(await open()).toBe("requested");
  await sweep();
  expect(await getDedicatedAccounts(ada.ctx, providers)).toMatchObject({
    accounts: [],
    offer: { identityKinds: ["bvn", "nin"] },
  });
  // The provider opens it, and its response is lost.
  await bank.control.do("order", { route: "account", provider: "monnify", text: CANNOT, status: 404 });
  await bank.control.do("order", { fault: "lost", route: "account", provider: "monnify" });
  expect(await open()).toBe("requested");
  expect((await getDedicatedAccounts(ada.ctx, providers)).accounts).toMatchObject([
    { state: "requested", number: null },
  ]);
  await sweep();
  expect(await numberOf()).toMatch(/^\d{10}$/);
  const second = await at.reseller("affiliate", 0n);
  await giveNumbersBy("paystack");
  await bank.control.do("order", { fault: "lost", route: "account", provider: "paystack" });
  expect(await open({ phone: PHONE }, second)).toBe("requested");
  await sweep();
  expect(await numberOf(second)).toMatch(/^\d{10}$/);
});

test("stores an identity number neither in the database nor in logs or errors", async () => {
  const lines: string[] = [];
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  try {
    // The provider repeats it in its rejection.
    const text = JSON.stringify({
      requestSuccessful: false,
      responseMessage: `BVN ${BVN} does not match the name`,
      responseCode: "99",
    });
    await bank.control.do("order", { route: "account", provider: "monnify", text: CANNOT, status: 404 });
    await bank.control.do("order", { route: "account", provider: "monnify", text, status: 422 });
    const rejected = await open().catch((error: unknown) => error);
    expect(rejected).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("does not match the name"),
    });
    expect(JSON.stringify([rejected, String(rejected), (rejected as Error).stack])).not.toContain(BVN);
    await expect(open({ ...ASKED, identityNumber: `${BVN}1` })).rejects.toMatchObject({ code: "invalid" });
    await open();
  } finally {
    spy.mockRestore();
  }
  expect(lines.join("")).toContain("payment.account_not_opened");
  expect(lines.join("")).not.toContain(BVN);
  const tables = await at.system.db.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  );
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables)
    expect(
      await at.system.db.execute(sql.raw(`select 1 from ${name} r where r::text like '%${BVN}%'`)),
      name,
    ).toEqual([]);
});

test("opens no account where the operator chose no provider, and lists all accounts for admins", async () => {
  await giveNumbersBy("");
  await expect(open()).rejects.toMatchObject({ code: "unavailable" });
  expect((await getDedicatedAccounts(ada.ctx, providers)).offer).toBeNull();
  await giveNumbersBy("monnify");
  await expect(open({ phone: PHONE })).rejects.toMatchObject({
    code: "invalid",
    fields: { identityKind: [expect.any(String)] },
  });
  await open();
  const number = await numberOf();
  const { rows } = await dedicatedAccountList.page(admin, { q: number });
  expect(rows).toMatchObject([{ number, state: "open", reseller: { id: ada.id } }]);
  await expect(dedicatedAccountList.page(ada.ctx, { q: number })).rejects.toMatchObject({
    code: "not_found",
  });
  const id = rows[0]?.id ?? 0;
  await setDedicatedAccountState(admin, { id, to: "retired", reason: "they asked for it" });
  await expect(setDedicatedAccountState(admin, { id, to: "retired", reason: "again" })).rejects.toMatchObject(
    {
      code: "conflict",
    },
  );
  await expect(open()).rejects.toMatchObject({ code: "conflict" });
});
