import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Ctx } from "#lib/core/context";
import { checkLedger } from "#lib/ledger/check";
import { getWallet } from "#lib/ledger/wallet";
import { closeReseller } from "#lib/reseller/stop-reseller";
import { type Scene, scene } from "#lib/testing/scene";
import { keys } from "#sandbox/payments/keys";
import { type Payments, startPayments } from "#sandbox/payments/server";
import { accountList, setAccountState } from "./account-list.ts";
import { ownAccounts } from "./account-view.ts";
import type { Providers } from "./configured.ts";
import { monnify } from "./monnify.ts";
import { takeNotice } from "./notice-route.ts";
import { openOwnAccount } from "./open-account.ts";
import { paystack } from "./paystack.ts";
import { lookForTransfers } from "./receive-transfers.ts";
import { sweepPayments } from "./sweep-payments.ts";
import { noticeListener } from "./testing/listener.ts";

const BVN = "22198765432";
const PHONE = "0803 123 4567";
const ASKED = { phone: PHONE, identityKind: "bvn", identityNumber: BVN } as const;

const CANNOT = JSON.stringify({
  requestSuccessful: false,
  responseMessage: "Cannot find reserved account",
  responseCode: "99",
});

let at: Scene;
let bank: Payments;
let inbox: Awaited<ReturnType<typeof noticeListener>>;
let using: Providers;
let admin: Ctx;
let ada: { id: number; ctx: Ctx };

beforeAll(async () => {
  at = await scene();
  inbox = await noticeListener();
  bank = await startPayments({ settings: { notices: inbox.url } });
  using = new Map([
    [
      "paystack",
      paystack({ secretKey: keys.PAYSTACK_SECRET_KEY, baseUrl: bank.base("paystack"), timeoutMs: 5_000 }),
    ],
    [
      "monnify",
      monnify({
        ...{ apiKey: keys.MONNIFY_API_KEY, secretKey: keys.MONNIFY_SECRET_KEY, timeoutMs: 5_000 },
        ...{ contractCode: keys.MONNIFY_CONTRACT_CODE, baseUrl: bank.base("monnify") },
      }),
    ],
  ]);
  admin = await at.admin();
});
afterAll(async () => {
  await Promise.all([bank?.close(), inbox?.close()]);
  await at?.close();
});
beforeEach(async () => {
  await giveNumbersBy("monnify");
  ada = await at.reseller("affiliate", 0n);
  inbox.got.length = 0;
});

const giveNumbersBy = (name: string) =>
  at.system.db.execute(
    sql`update payment_settings set accounts_by = ${name}, least = 10000, fee_bearer = 'reseller'`,
  );
const open = (input: Parameters<typeof openOwnAccount>[1] = ASKED, who = ada) =>
  openOwnAccount(who.ctx, input, using);
const walletOf = async (who = ada) => (await getWallet(who.ctx)).wallet;
const numberOf = async (who = ada) => (await ownAccounts(who.ctx, using)).accounts[0]?.number ?? "";
const send = (number: string, amount: bigint, more: { currency?: string } = {}) =>
  bank.control.do("transfer", { number, amount, ...more });
const sweep = async () => {
  await at.system.db.execute(
    sql`update payment_accounts set next_check_at = now(), asking_until = null where next_check_at is not null`,
  );
  await sweepPayments(at.system, using);
};
const askedAt = async (route: string) =>
  (await bank.control.log()).filter((one) => one.what === "request" && one.route === route).length;
const moneyOf = async (who = ada) =>
  await at.system.db.execute<{ state: string; why: string | null }>(
    sql`select t.state, t.why from provider_transactions t join payment_accounts a on a.id = t.account_id
      where a.reseller_id = ${who.id} order by t.id`,
  );
const booksHold = async () => expect((await checkLedger(at.system)).findings).toEqual([]);

test("a reseller gets one account number, however many clicks and tabs ask, and the provider is asked once", async () => {
  const before = await askedAt("account");
  await Promise.all([open(), open(), open(), open()]);
  expect(await open()).toBe("open");
  // Whether there is one, and then for one.
  expect(await askedAt("account")).toBe(before + 2);
  const { accounts, offer } = await ownAccounts(ada.ctx, using);
  expect(accounts).toMatchObject([
    { state: "open", provider: "Monnify", number: expect.stringMatching(/^\d{10}$/) },
  ]);
  expect(offer).toBeNull();
});

test("a transfer is in the wallet less the fee by its notice alone, and once, however often it is told", async () => {
  await open();
  await send(await numberOf(), 1_000_000n);
  await bank.control.waitForLog((log) => log.some((one) => one.what === "notice" && one.tries > 0));
  const [told] = inbox.got;
  const post = () =>
    takeNotice(
      new Request("http://x/", {
        method: "POST",
        body: Buffer.from(told?.raw ?? []),
        headers: told?.headers ?? {},
      }),
      "monnify",
      using,
    );
  expect((await post()).status).toBe(200);
  await Promise.all([post(), sweepPayments(at.system, using), sweepPayments(at.system, using)]);
  await sweep();
  expect(await walletOf()).toBe(985_000n);
  expect(await moneyOf()).toEqual([{ state: "credited", why: null }]);
  await booksHold();
});

test("without any notice the sweep finds it, and so does who asks for a missing transfer, not twice in a moment", async () => {
  await open();
  await send(await numberOf(), 1_000_000n);
  await sweep();
  expect(await walletOf()).toBe(985_000n);
  await send(await numberOf(), 200_000n);
  const [{ id } = { id: 0 }] = (await ownAccounts(ada.ctx, using)).accounts;
  const other = await at.reseller("affiliate", 0n);
  await expect(lookForTransfers(other.ctx, { id }, using)).rejects.toMatchObject({ code: "not_found" });
  expect(await lookForTransfers(ada.ctx, { id }, using)).toBe(1);
  expect(await walletOf()).toBe(985_000n + 197_000n);
  await expect(lookForTransfers(ada.ctx, { id }, using)).rejects.toMatchObject({ code: "rate_limited" });
  await at.system.db.execute(sql`update payment_accounts set looked_at = now() - interval '1 minute'`);
  await bank.control.do("order", { fault: "lost", route: "list", provider: "monnify" });
  expect(await lookForTransfers(ada.ctx, { id }, using)).toBe("unanswered");
  await booksHold();
});

test("a provider that does not answer is asked for one account, and the others come later", async () => {
  const others = [await at.reseller("affiliate", 0n), await at.reseller("affiliate", 0n)];
  for (const who of [ada, ...others]) await open(ASKED, who);
  await at.system.db.execute(sql`update payment_accounts set next_check_at = null`);
  for (const who of [ada, ...others])
    await at.system.db.execute(
      sql`update payment_accounts set next_check_at = now() where reseller_id = ${who.id}`,
    );
  const before = await askedAt("list");
  await bank.control.do("order", { fault: "lost", route: "list", provider: "monnify", times: 3 });
  await sweepPayments(at.system, using);
  expect(await askedAt("list")).toBe(before + 1);
  await send(await numberOf(), 1_000_000n);
  await sweep();
  await sweep();
  await sweep();
  expect(await walletOf()).toBe(985_000n);
});

test("paystack's number needs no identity, and its transfers are found by the number", async () => {
  await giveNumbersBy("paystack");
  expect(await open({ phone: PHONE })).toBe("open");
  await send(await numberOf(), 1_000_000n);
  await sweep();
  expect(await walletOf()).toBe(990_000n);
});

test("what cannot go into the wallet waits in suspense, each with its reason", async () => {
  await open();
  const number = await numberOf();
  await send(number, 9_999n);
  await sweep();
  await send(number, 500_000n, { currency: "USD" });
  await sweep();
  const [{ id } = { id: 0 }] = (await ownAccounts(ada.ctx, using)).accounts;
  await setAccountState(admin, { id, to: "retired", reason: "no longer theirs" });
  await send(number, 500_000n);
  await sweep();
  await setAccountState(admin, { id, to: "open", reason: "theirs after all" });
  const version = async () =>
    Number((await at.system.db.execute(sql`select version from resellers where id = ${ada.id}`))[0]?.version);
  await closeReseller(admin, { resellerId: ada.id, version: await version(), reason: "they left" });
  await send(number, 500_000n);
  await sweep();
  expect((await moneyOf()).map(({ why }) => why)).toEqual([
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

test("a transfer to a number that nobody here has waits in suspense", async () => {
  await open();
  const number = await numberOf();
  await at.system.db.execute(sql`alter table payment_accounts disable trigger payment_accounts_moves`);
  await at.system.db.execute(sql`update payment_accounts set number = '0000000000' where number = ${number}`);
  await send(number, 500_000n);
  await sweep();
  await at.system.db.execute(sql`alter table payment_accounts enable trigger payment_accounts_moves`);
  const [money] = await at.system.db.execute(
    sql`select why, state from provider_transactions where account = ${number}`,
  );
  expect(money).toEqual({ why: "unknown_account", state: "suspense" });
  expect(await walletOf()).toBe(0n);
});

test("a lost answer is taken up again without the identity, and what the provider never opened can be asked for anew", async () => {
  await bank.control.do("order", { fault: "lost", route: "account", provider: "monnify", times: 1 });
  // The first question looks whether there is one; nothing was opened.
  expect(await open()).toBe("asked");
  await sweep();
  expect(await ownAccounts(ada.ctx, using)).toMatchObject({
    accounts: [],
    offer: { demands: ["bvn", "nin"] },
  });
  // The provider opens it, and its answer is lost.
  await bank.control.do("order", { route: "account", provider: "monnify", text: CANNOT, status: 404 });
  await bank.control.do("order", { fault: "lost", route: "account", provider: "monnify" });
  expect(await open()).toBe("asked");
  expect((await ownAccounts(ada.ctx, using)).accounts).toMatchObject([{ state: "asked", number: null }]);
  await sweep();
  expect(await numberOf()).toMatch(/^\d{10}$/);
  const second = await at.reseller("affiliate", 0n);
  await giveNumbersBy("paystack");
  await bank.control.do("order", { fault: "lost", route: "account", provider: "paystack" });
  expect(await open({ phone: PHONE }, second)).toBe("asked");
  await sweep();
  expect(await numberOf(second)).toMatch(/^\d{10}$/);
});

test("an identity number is kept nowhere: not in the database, in no log, in no error", async () => {
  const lines: string[] = [];
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  try {
    // The provider repeats it in its refusal.
    const text = JSON.stringify({
      requestSuccessful: false,
      responseMessage: `BVN ${BVN} does not match the name`,
      responseCode: "99",
    });
    await bank.control.do("order", { route: "account", provider: "monnify", text: CANNOT, status: 404 });
    await bank.control.do("order", { route: "account", provider: "monnify", text, status: 422 });
    const refused = await open().catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("does not match the name"),
    });
    expect(JSON.stringify([refused, String(refused), (refused as Error).stack])).not.toContain(BVN);
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

test("nobody gets a number where the operator gives none, and the desk sees who has which", async () => {
  await at.system.db.execute(sql`update payment_settings set accounts_by = null`);
  await expect(open()).rejects.toMatchObject({ code: "unavailable" });
  expect((await ownAccounts(ada.ctx, using)).offer).toBeNull();
  await giveNumbersBy("monnify");
  await expect(open({ phone: PHONE })).rejects.toMatchObject({
    code: "invalid",
    fields: { identityKind: [expect.any(String)] },
  });
  await open();
  const number = await numberOf();
  const { rows } = await accountList.page(admin, { q: number });
  expect(rows).toMatchObject([{ number, state: "open", reseller: { id: ada.id } }]);
  await expect(accountList.page(ada.ctx, { q: number })).rejects.toMatchObject({ code: "not_found" });
  const id = rows[0]?.id ?? 0;
  await setAccountState(admin, { id, to: "retired", reason: "they asked for it" });
  await expect(setAccountState(admin, { id, to: "retired", reason: "again" })).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(open()).rejects.toMatchObject({ code: "conflict" });
});
