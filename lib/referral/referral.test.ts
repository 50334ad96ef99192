import { type SQL, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { approveSignUp } from "#lib/account/sign-up/approve-sign-up";
import { signUp } from "#lib/account/sign-up/sign-up";
import { signUpList } from "#lib/account/sign-up/sign-up-list";
import { signUpSettings } from "#lib/account/sign-up/sign-up-settings";
import { readSettings } from "#lib/audit/settings/read-settings";
import { changeSettings, saveSettings } from "#lib/audit/settings/save-settings";
import type { Ctx } from "#lib/core/context";
import { handleEvents } from "#lib/event/testing/handle-events";
import { requestFunding } from "#lib/funding/request-funding";
import { approveFunding } from "#lib/funding/review-funding";
import { postCredit, postDebit } from "#lib/ledger/adjust-wallet";
import { checkLedger } from "#lib/ledger/check-ledger";
import { reverseEntry } from "#lib/ledger/reverse-entry";
import { getWallet } from "#lib/ledger/wallet";
import { startFunding } from "#lib/payment/start-funding";
import { openPaymentScene } from "#lib/payment/testing/open-payment-scene";
import { approvalRequestList } from "#lib/reconcile/admin/approval-request-list";
import { getOtherEarnings, getProfit } from "#lib/sales/profit";
import { walletStatement } from "#lib/sales/wallet-statement";
import { approveRequest } from "#lib/testing/approve-request";
import { deliverPurchase } from "#lib/testing/deliver-purchase";
import { rejectRow } from "#lib/testing/reject-row";
import { asReseller } from "#lib/testing/scene";
import { getOwnReferrals } from "./get-referrals.ts";
import { clearReferral, endReferral, setReferrer } from "./manage-referral.ts";
import { payRewards } from "./pay-rewards.ts";
import { recordRewards } from "./record-rewards.ts";
import { findReferrer, getOwnReferralCode } from "./referral-code.ts";
import { countReferralsToReview, referralList } from "./referral-list.ts";
import { referralSettings } from "./referral-settings.ts";

const { at, provider, verify, booksHold } = await openPaymentScene();
const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
let made = 0;
let ada: { id: number; ctx: Ctx };

const SUM = {
  kind: "first_funding",
  reward: "500",
  minimum: "5,000",
  share: "",
  cap: "",
  months: 6,
  holdDays: 7,
  maxReferrals: 10,
};
const SHARE = { ...SUM, kind: "share", reward: "", minimum: "", share: "10", cap: "1,000" };
const offer = (terms: typeof SUM) => changeSettings(at.system, referralSettings, terms);
const getTerms = () => readSettings(at.system, referralSettings);

/** Signs up by a link and is approved. @returns the new reseller */
async function join(...input: Parameters<typeof approveJoining>) {
  const joined = await approveJoining(...input);
  await handleEvents(at.system);
  return joined;
}

/** The same; nothing that follows has happened. */
async function approveJoining(referralCode: string | undefined, phone = `0803${String(1_000_000 + ++made)}`) {
  made += 1;
  const email = `joined-${made}@example.com`;
  await signUp(visitor, { email, name: `Joined ${made}`, phone, about: "", referralCode });
  const request = (await signUpList.page(at.system)).rows.find((row) => row.email === email);
  const { resellerId } = await approveSignUp(at.system, {
    id: request?.id ?? 0,
    level: "affiliate",
    reason: "KYC is fine",
  });
  return { id: resellerId, ctx: await asReseller(at.system, resellerId), request };
}

/** Tops up by a bank transfer that an admin approves. @returns the journal */
async function transfer({ id, ctx }: { id: number; ctx: Ctx }, amount = "5,000.00"): Promise<number> {
  const request = await requestFunding(ctx, { ref: `t${++made}`, amount, bankReference: `TRF ${made}` });
  await approveFunding(at.system, { id: request, reason: "seen at the bank" });
  const [row] = (await walletStatement(id).page(at.system)).rows;
  return row?.journalId ?? 0;
}

/** Tops up by card. */
async function pay({ ctx }: { ctx: Ctx }, amount = 500_000n) {
  const { reference } = await startFunding(
    ctx,
    { ref: `p${++made}`, amount, provider: "paystack" },
    provider.providers,
  );
  const paid = {
    transaction: `t-${reference}`,
    reference,
    amount,
    fee: 0n,
    currency: "NGN",
    paidAt: new Date(),
    raw: "{}",
  };
  const say = async (state: "paid" | "reversed") => {
    for (const name of [reference, paid.transaction]) provider.setPayment(name, { ...paid, state });
    await verify({ reference });
  };
  await say("paid");
  return say;
}

const run = async () => {
  await recordRewards(at.system);
  return payRewards(at.system);
};
/** Runs the job of two processes at once. */
const runTwice = () => Promise.all([run(), run(), run()]);
/** Lets the days of waiting pass. */
const pass = () =>
  runWithoutTrigger(
    "referral_rewards",
    "referral_rewards_update_check",
    sql`update referral_rewards set due_at = now() - interval '1 second' where state = 'pending'`,
  );
const walletOf = async (id: number) => (await getWallet(at.system, { resellerId: id })).wallet;
const rewards = async (id: number) =>
  (await walletStatement(id).page(at.system)).rows
    .filter(({ kind }) => kind.startsWith("referral"))
    .map(({ kind, amount }) => [kind, amount]);

beforeEach(async () => {
  await changeSettings(at.system, signUpSettings, { open: "yes" });
  ada = await at.reseller("affiliate", 0n);
  await offer(SUM);
});

test("records nothing and has no link while referrals are off", async () => {
  const code = await getOwnReferralCode(ada.ctx);
  await offer({ ...SUM, kind: "off" });
  expect(await getOwnReferrals(ada.ctx)).toMatchObject({ code: null, terms: null });
  expect(await findReferrer(visitor, code)).toBeUndefined();
  await join(code);
  expect((await getOwnReferrals(ada.ctx)).referred).toEqual([]);
});

test("pays the sum once for the first large enough top-up, after the days of waiting, and shows it to both", async () => {
  const { code } = await getOwnReferrals(ada.ctx);
  expect(await findReferrer(visitor, code?.toLowerCase())).toMatchObject({ name: expect.any(String) });
  const ben = await join(code?.toLowerCase());
  expect(ben.request?.referrer).toBe((await findReferrer(visitor, code))?.name);
  await transfer(ben, "4,999.99");
  expect(await run()).toMatchObject({ paid: 0 });
  expect((await getOwnReferrals(ada.ctx)).referred).toMatchObject([{ pending: null, earned: 0n }]);
  await transfer(ben);
  await transfer(ben);
  await runTwice();
  expect((await getOwnReferrals(ada.ctx)).referred).toMatchObject([
    { pending: { amount: 50_000n }, earned: 0n },
  ]);
  expect(await walletOf(ada.id)).toBe(0n);
  await pass();
  await runTwice();
  await run();
  expect(await walletOf(ada.id)).toBe(50_000n);
  expect(await rewards(ada.id)).toEqual([["referral", 50_000n]]);
  expect(await getOtherEarnings(ada.ctx, await getProfit(ada.ctx, {}))).toMatchObject({ referrals: 50_000n });
  expect(await getOwnReferrals(ada.ctx)).toMatchObject({
    earned: 50_000n,
    referred: [{ pending: null, earned: 50_000n }],
  });
  expect(await getOwnReferrals(ben.ctx)).toMatchObject({
    referrer: { earned: 50_000n, terms: { reward: 50_000n } },
  });
  await booksHold();
});

test("pays and reverses the others when one in the middle can't be paid", async () => {
  const joinBy = async ({ ctx }: typeof ada) => join((await getOwnReferrals(ctx)).code ?? undefined);
  const referrers = [ada, await at.reseller("affiliate", 0n), await at.reseller("affiliate", 0n)];
  const [first, bad, last] = referrers.map(({ id }) => id);
  const top = await pay(await joinBy(ada));
  await run();
  await pass();
  await run();
  for (const each of referrers) await transfer(await joinBy(each));
  await recordRewards(at.system);
  await pass();
  await top("reversed");
  const accept = await rejectRow(at.system, "wallets", `old.reseller_id = ${bad}`);
  await expect(payRewards(at.system)).rejects.toMatchObject({ cause: { message: "a bad row" } });
  await accept();
  expect(await rewards(first ?? 0)).toHaveLength(3);
  expect(await rewards(last ?? 0)).toHaveLength(1);
  expect(await rewards(bad ?? 0)).toEqual([]);
  expect(await run()).toMatchObject({ paid: 1 });
  await booksHold();
});

test("records who referred a reseller once, as of the approval, and never over an admin's choice", async () => {
  const code = await getOwnReferralCode(ada.ctx);
  const chosen = await at.reseller("affiliate", 0n);
  const joined = [await approveJoining(code), await approveJoining(code), await approveJoining(code)];
  const [, bad] = joined;
  const [account] = await at.system.db.execute<{ email: string }>(
    sql`select email from accounts where id = ${chosen.id}`,
  );
  await setReferrer(at.system, {
    resellerId: bad?.id ?? 0,
    email: account?.email ?? "",
    reason: "he told us",
  });
  await Promise.all([handleEvents(at.system), handleEvents(at.system)]);
  await handleEvents(at.system);
  const made = (referrer: number) =>
    at.system.db.execute(sql`
      select r.referred_id::int as id, a.actor, r.created_at = s.decided_at as "isThen" from referrals r
      join sign_ups s on s.reseller_id = r.referred_id
      join audit a on a.action = 'referral.made' and a.subject_id = r.id::text
      where r.referrer_id = ${referrer} order by r.id`);
  const by = { actor: "system:test", isThen: true };
  expect(await made(ada.id)).toEqual([
    { id: joined[0]?.id, ...by },
    { id: joined[2]?.id, ...by },
  ]);
  expect(await made(chosen.id)).toMatchObject([{ id: bad?.id }]);
  const notified = await at.system.db.execute(sql`
    select n.account_id::int as id from notifications n
    join referrals r on r.id = n.key::bigint and r.referrer_id = n.account_id
    where n.event = 'referral' and r.referred_id in ${joined.map(({ id }) => id)} order by r.referred_id`);
  expect(notified).toEqual([{ id: ada.id }, { id: chosen.id }, { id: ada.id }]);
});

test("keeps the terms of the day of joining", async () => {
  const code = await getOwnReferralCode(ada.ctx);
  const ben = await join(code);
  await offer({ ...SUM, reward: "1", minimum: "1" });
  await transfer(ben, "1.00");
  await transfer(ben);
  await run();
  await pass();
  await run();
  expect(await rewards(ada.id)).toEqual([["referral", 50_000n]]);
});

test("doesn't count a credit by an admin, a second account of the same phone number, or too many in a month", async () => {
  const code = await getOwnReferralCode(ada.ctx);
  const ben = await join(code);
  await postCredit(at.system, { resellerId: ben.id, amount: 9_000_000n, reason: "a present" });
  await run();
  expect((await getOwnReferrals(ada.ctx)).referred).toMatchObject([{ pending: null }]);
  const chi = await join(undefined, "08091234567");
  const chisCode = await getOwnReferralCode(chi.ctx);
  await join(chisCode, "0809 123 4567");
  expect((await getOwnReferrals(chi.ctx)).referred).toEqual([]);
  await offer({ ...SUM, maxReferrals: 2 });
  await join(code);
  await join(code);
  expect((await getOwnReferrals(ada.ctx)).referred).toHaveLength(2);
  await booksHold();
});

test("ignores an unknown code, and one of a closed reseller", async () => {
  const code = await getOwnReferralCode(ada.ctx);
  await at.system.db.execute(sql`update resellers set state = 'closed' where id = ${ada.id}`);
  for (const each of ["NOSUCHNO", "<script>", code]) {
    const { id } = await join(each);
    expect((await getOwnReferrals(await asReseller(at.system, id))).referrer).toBeNull();
  }
});

test("pays nothing for a top-up reversed while it waits, and pays once if it returns", async () => {
  const ben = await join(await getOwnReferralCode(ada.ctx));
  const say = await pay(ben);
  await run();
  await say("reversed");
  expect(await run()).toMatchObject({ cancelled: 1 });
  await pass();
  await runTwice();
  expect(await rewards(ada.id)).toEqual([]);
  await say("paid");
  await run();
  await pass();
  await runTwice();
  expect(await rewards(ada.id)).toEqual([["referral", 50_000n]]);
  await booksHold();
});

test("reverses a reward once when the bank reverses its top-up, below zero if need be", async () => {
  const ben = await join(await getOwnReferralCode(ada.ctx));
  const say = await pay(ben);
  await run();
  await pass();
  await run();
  await postDebit(at.system, { resellerId: ada.id, amount: 40_000n, reason: "spent meanwhile" });
  await say("reversed");
  await runTwice();
  await run();
  expect(await walletOf(ada.id)).toBe(-40_000n);
  expect(await rewards(ada.id)).toEqual([
    ["referral_reversal", -50_000n],
    ["referral", 50_000n],
  ]);
  expect(await getOtherEarnings(ada.ctx, await getProfit(ada.ctx, {}))).toMatchObject({ referrals: 0n });
  expect((await getOwnReferrals(ada.ctx)).referred).toMatchObject([{ earned: 0n, reversed: true }]);
  await booksHold();
});

test("reverses a reward when an admin corrects the bank transfer", async () => {
  const ben = await join(await getOwnReferralCode(ada.ctx));
  const journalId = await transfer(ben);
  await run();
  await pass();
  await run();
  await reverseEntry(at.system, { journalId, reason: "it wasn't at the bank" });
  await run();
  expect(await walletOf(ada.id)).toBe(0n);
  await booksHold();
});

test.each([
  ["1,000.00", 100_000n],
  ["0.06", 6n],
])(
  "pays the share of the margin for each month once, up to the cap of %s, and nothing after the months",
  async (cap, most) => {
    await offer({ ...SHARE, months: 2, cap });
    const ben = await join(await getOwnReferralCode(ada.ctx));
    await transfer(ben, "50,000.00");
    await moveBack(ben.id);
    const bought = [];
    for (const ago of ["3 months", "2 months", "1 month"]) {
      const id = await deliverPurchase(at, ben.ctx);
      await at.system.db.execute(
        sql`update purchases set placed_at = date_trunc('month', now()) - ${ago}::interval + interval '10 days' where id = ${id}`,
      );
      bought.push(id);
    }
    const [{ margin } = { margin: "0" }] = await at.system.db.execute<{ margin: string }>(
      sql`select price - cost as margin from purchases where id = ${bought[0] ?? 0}`,
    );
    await runTwice();
    await pass();
    await runTwice();
    const paid = await rewards(ada.id);
    const share = BigInt(margin) / 10n;
    expect(share).toBeGreaterThan(0n);
    const total = paid.reduce((sum, [, amount]) => sum + BigInt(amount ?? 0), 0n);
    expect(total).toBe(2n * share < most ? 2n * share : most);
    await booksHold();
  },
);

test("earns no share while a top-up is reversed, and loses that of the months after it", async () => {
  await offer({ ...SHARE, months: 6 });
  const ben = await join(await getOwnReferralCode(ada.ctx));
  const say = await pay(ben, 5_000_000n);
  await moveBack(ben.id);
  await runWithoutTrigger(
    "journals",
    "journals_append_only",
    sql`update journals set at = date_trunc('month', now()) - interval '2 months' + interval '5 days'
      where reseller_id = ${ben.id}`,
  );
  const id = await deliverPurchase(at, ben.ctx);
  await at.system.db.execute(
    sql`update purchases set placed_at = date_trunc('month', now()) - interval '2 months' + interval '10 days' where id = ${id}`,
  );
  await run();
  await pass();
  await run();
  const [first] = await rewards(ada.id);
  expect(first?.[0]).toBe("referral");
  await say("reversed");
  await runTwice();
  expect(await walletOf(ada.id)).toBe(0n);
  await run();
  expect(await rewards(ada.id)).toHaveLength(2);
  const [{ id: referralId } = { id: 0 }] = (await getOwnReferrals(ada.ctx)).referred;
  const recorded = sql`select count(*) from referral_rewards where referral_id = ${referralId}`;
  expect(await at.system.db.execute(recorded)).toMatchObject([{ count: "1" }]);
  await say("paid");
  await run();
  await pass();
  await run();
  expect((await rewards(ada.id)).map(([kind]) => kind)).toEqual([
    "referral",
    "referral_reversal",
    "referral",
  ]);
  await booksHold();
});

test("waits for an admin where both used one device, and for an unrestricted referrer", async () => {
  const ben = await join(await getOwnReferralCode(ada.ctx));
  await transfer(ben);
  await at.system.db.execute(
    sql`update sessions set device_hash = 'one phone' where account_id in (${ada.id}, ${ben.id})`,
  );
  await run();
  await pass();
  expect(await run()).toMatchObject({ paid: 0, cancelled: 0 });
  expect(await countReferralsToReview(at.system)).toBe(1);
  const [row] = (await referralList.page(at.system, { state: "review" })).rows;
  await clearReferral(at.system, { id: row?.id ?? 0, reason: "they share a shop" });
  await at.system.db.execute(sql`update resellers set state = 'restricted' where id = ${ada.id}`);
  expect(await run()).toMatchObject({ paid: 0, cancelled: 0 });
  await at.system.db.execute(sql`update resellers set state = 'active' where id = ${ada.id}`);
  expect(await run()).toMatchObject({ paid: 1 });
  await booksHold();
});

test("earns nothing more once an admin ended it, and both read why", async () => {
  const ben = await join(await getOwnReferralCode(ada.ctx));
  await transfer(ben);
  await run();
  const { referred } = await getOwnReferrals(ada.ctx);
  await endReferral(at.system, { id: referred[0]?.id ?? 0, reason: "the same person" });
  await pass();
  expect(await run()).toMatchObject({ paid: 0, cancelled: 1 });
  expect((await getOwnReferrals(ada.ctx)).referred).toMatchObject([
    { ended: "the same person", pending: null },
  ]);
  expect((await getOwnReferrals(ben.ctx)).referrer).toMatchObject({ ended: "the same person" });
});

test("lets an admin name the referrer of an invited reseller once", async () => {
  const invited = await at.reseller("affiliate", 0n);
  const email = ada.ctx.actor.kind === "reseller" ? ada.ctx.actor.email : "";
  const form = { resellerId: invited.id, email, reason: "she told us" };
  const both = await Promise.allSettled([setReferrer(at.system, form), setReferrer(at.system, form)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const another = await at.reseller("affiliate", 0n);
  const expectConflict = (resellerId: number, message: RegExp) =>
    expect(setReferrer(at.system, { ...form, resellerId })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(message),
    });
  await expectConflict(invited.id, /already has a referrer/);
  await expectConflict(ada.id, /own referrer/);
  await offer({ ...SUM, maxReferrals: 1 });
  await expectConflict(another.id, /limit of new resellers for 30 days/);
  await offer({ ...SUM, kind: "off" });
  await expectConflict(another.id, /Referrals are off/);
  await offer(SUM);
  await expect(setReferrer(at.system, { ...form, email: "nobody@example.com" })).rejects.toHaveProperty(
    "fields.email",
  );
  await transfer(invited);
  await run();
  await pass();
  await run();
  expect(await rewards(ada.id)).toEqual([["referral", 50_000n]]);
});

test("rejects terms without bounds", async () => {
  for (const terms of [
    { ...SUM, reward: "5,001" },
    { ...SUM, minimum: "" },
    { ...SHARE, share: "50.01" },
    { ...SHARE, cap: "" },
    { ...SUM, holdDays: 0 },
    { ...SUM, months: 25 },
  ])
    await expect(offer(terms)).rejects.toThrow();
});

test("needs another owner's approval where there is one, except to turn referrals off", async () => {
  const [owner, second] = [await at.admin(), await at.admin()];
  const { version } = await getTerms();
  await changeSettings(owner, referralSettings, { ...SUM, reward: "600.50" });
  expect((await getTerms()).reward).toBe(50_000n);
  const [request] = (await approvalRequestList.page(second)).rows;
  expect(request?.change).toMatchObject({
    change: "saved",
    of: "referral",
    before: { reward: "50000" },
    after: { reward: "60050" },
  });
  await approveRequest(second, { id: request?.id ?? 0 });
  expect(await getTerms()).toMatchObject({ reward: 60_050n, minimum: 500_000n, share: null });
  await changeSettings(owner, referralSettings, { ...SUM, kind: "off" });
  expect((await getTerms()).kind).toBe("off");
  const stale = { ...SHARE, version, reason: "from an old page" };
  await expect(saveSettings(owner, referralSettings, stale)).rejects.toMatchObject({ code: "conflict" });
});

test("finds rewards without their journal, and journals without their reward", async () => {
  const broken = at.system.db.transaction(async (tx) => {
    const ctx = { ...at.system, db: tx };
    await tx.execute(sql`
      with moved as (
        update wallets set wallet = wallet + 7, funding = funding - 7 where reseller_id = ${ada.id} returning wallet, funding
      ), j as (insert into journals (reseller_id, kind, actor) values (${ada.id}::bigint, 'referral', 'x') returning id)
      insert into entries (journal_id, reseller_id, account, amount, balance)
        select j.id, ${ada.id}::bigint, 'wallet', 7, wallet from j, moved union all
        select j.id, ${ada.id}::bigint, 'funding', -7, funding from j, moved`);
    const { findings } = await checkLedger(ctx);
    throw new Error(findings.join("; "));
  });
  await expect(broken).rejects.toThrow("1 referral rewards that weren't paid or reversed exactly once");
});

/** Lets a reseller have joined three months ago. */
const moveBack = (referredId: number) =>
  runWithoutTrigger(
    "referrals",
    "referrals_update_check",
    sql`update referrals set created_at = date_trunc('month', now()) - interval '3 months' where referred_id = ${referredId}`,
  );

/** Changes what a trigger protects, as if time had passed. */
async function runWithoutTrigger(table: string, trigger: string, change: SQL): Promise<void> {
  const { db } = at.system;
  await db.execute(sql.raw(`alter table ${table} disable trigger ${trigger}`));
  await db.execute(change);
  await db.execute(sql.raw(`alter table ${table} enable trigger ${trigger}`));
}
