import { type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#db/client";
import { createResellerPasswordLink } from "#lib/account/password/password-link";
import { changeLevel, liftRestriction, setDailyLimit } from "#lib/account/reseller/change-reseller";
import { inviteReseller } from "#lib/account/reseller/create-reseller";
import { addResellerNote } from "#lib/account/reseller/reseller-notes";
import { endResellerSessions } from "#lib/account/session/end-sessions";
import { openSession } from "#lib/account/session/session";
import { approveSignUp, rejectSignUp } from "#lib/account/sign-up/approve-sign-up";
import { signUp } from "#lib/account/sign-up/sign-up";
import { signUpSettings } from "#lib/account/sign-up/sign-up-settings";
import { createToken } from "#lib/account/token/create-token";
import { approvalSettings } from "#lib/audit/approval-settings";
import { readSettings } from "#lib/audit/settings/read-settings";
import { changeSettings } from "#lib/audit/settings/save-settings";
import { listAvailabilitySwitches, setAvailabilitySwitch } from "#lib/catalogue/availability-switches";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { removePriceRule, savePriceRule } from "#lib/catalogue/price/change-price-rules";
import { getLevelPrice } from "#lib/catalogue/price/price";
import { setPlanSettings } from "#lib/catalogue/set-plan-settings";
import { type Ctx, LEVELS } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { startDispatching, stopDispatching } from "#lib/dispatch/dispatch-control";
import { instructionSettings } from "#lib/funding/payment-instructions";
import { requestFunding } from "#lib/funding/request-funding";
import { approveFunding, rejectFunding } from "#lib/funding/review-funding";
import { postClawBack, postCredit, postDebit } from "#lib/ledger/adjust-wallet";
import { getLedgerSummary } from "#lib/ledger/ledger-summary";
import { reverseEntry } from "#lib/ledger/reverse-entry";
import { getWallet } from "#lib/ledger/wallet";
import { retryJob } from "#lib/monitoring/retry-job";
import { startTestProvider, type TestProvider } from "#lib/payment/testing/test-provider";
import { addPurchaseNote } from "#lib/purchase/add-purchase-note";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { acknowledgeDiscrepancies } from "#lib/reconcile/admin/acknowledge-discrepancies";
import { recordUpstreamDeposit } from "#lib/reconcile/admin/record-upstream-deposit";
import { rejectRequest } from "#lib/reconcile/admin/reject-request";
import { resolveUnconfirmed } from "#lib/reconcile/admin/resolve-unconfirmed";
import { getLastUpstreamAdjustmentId } from "#lib/reconcile/admin/upstream-deposit-list";
import { reconcileSettings } from "#lib/reconcile/reconcile-settings";
import { checkPurchases } from "#lib/sales/check-purchases";
import { openShop } from "#lib/shop/save-shop";
import { closeShop } from "#lib/shop/set-shop-state";
import { approveRequest } from "#lib/testing/approve-request";
import { TEST_EFFORT, TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { asReseller, type Scene, scene, seedFailingJob } from "#lib/testing/scene";
import { closeReseller, restrictReseller } from "./restrict-reseller.ts";
import { revokeToken } from "./revoke-token.ts";
import { growthActions } from "./testing/growth-actions.ts";
import { paymentActions } from "./testing/payment-actions.ts";

let at: Scene;
let ada: Ctx;
let ben: Ctx;
/** The limit above which a change needs approval: some plans cost more, some less. */
let dear: bigint;
let provider: TestProvider;
let overpaid: () => string[];
let made = 0;

beforeAll(async () => {
  [at, provider] = await Promise.all([scene(), startTestProvider()]);
  [ada, ben] = [await at.admin(), await at.admin()];
  for (const money of [300_000n, 150_000n, 0n, 500_000n, 80_000n]) await at.reseller("affiliate", money);
  const prices = [0, 1, 2, 3, 4].map((n) => at.offered(n).price).sort((a, b) => Number(a - b));
  dear = prices[2] ?? 0n;
  const payments = paymentActions({ at, admin: ada, provider, to, as });
  Object.assign(ACTIONS, payments.actions, growthActions({ at, admin: ada, to, as }));
  overpaid = payments.overpaid;
});
afterAll(async () => {
  await provider.close();
  await at.close();
});

const reason = "a random one";

/** Runs `work` on the n-th row of a query. @returns false when there is none. */
async function to(query: SQL, n: number, work: (id: number) => Promise<unknown>): Promise<boolean> {
  const rows = await at.system.db.execute<{ id: string }>(sql`select id from (${query}) found order by id`);
  const row = rows[n % Math.max(rows.length, 1)];
  if (!row) return false;
  await work(Number(row.id));
  return true;
}

const inState = (state: string) => sql`select id from purchases where state = ${state}`;
const sellers = (state = "active") => sql`select id from resellers where state = ${state}`;

/** Runs `work` as a reseller, at their current level. */
function as(n: number, work: (ctx: Ctx, id: number) => Promise<unknown>): Promise<boolean> {
  return to(sellers(), n, async (id) => work(await asReseller(at.system, id), id));
}

/** Reads the fields that every change of a reseller sends. */
async function from(resellerId: number) {
  const [row] = await at.system.db.execute<{ version: number }>(
    sql`select version from resellers where id = ${resellerId}`,
  );
  return { resellerId, version: row?.version ?? 0, reason };
}

async function identOf(id: number): Promise<string> {
  const [row] = await at.system.db.execute<{ ident: string }>(
    sql`select ident from purchases where id = ${id}`,
  );
  return row?.ident ?? "";
}

/** Records the upstream's response to a sent purchase, or that there was none. */
function answer(n: number, result: "successful" | "failed" | "unconfirmed"): Promise<boolean> {
  return to(inState("sending"), n, (purchaseId) =>
    inTransaction(at.system, async (ctx) => {
      const how = { from: ["sending"], by: "answer", outcome: null } as const;
      if (result !== "unconfirmed") await settlePurchase(ctx, { purchaseId, to: result, ...how });
      else
        await ctx.db.execute(
          sql`update purchases set state = 'unconfirmed' where id = ${purchaseId} and state = 'sending'`,
        );
      await ctx.db.execute(sql`
        update attempts set result = ${result}, answered_at = now() where purchase_id = ${purchaseId} and result is null`);
    }),
  );
}

const byHand = async (resellerId: number, n: number) => ({
  resellerId,
  amount: BigInt((n % 90_000) + 1),
  reason,
  ...(n % 2 === 0 && { lastAdjustmentId: (await getWallet(ada, { resellerId })).lastAdjustmentId }),
});

async function decided(n: number, isDear: boolean): Promise<boolean> {
  const price = isDear ? sql`price > ${dear}` : sql`price <= ${dear}`;
  const open = sql`${inState("unconfirmed")} and ${price}
    and not exists (select from approval_requests d where d.purchase_id = purchases.id and d.ended_at is null)`;
  const outcome = n % 2 === 0 ? ("successful" as const) : ("failed" as const);
  return to(open, n, async (id) => resolveUnconfirmed(ada, { ident: [await identOf(id)], outcome, reason }));
}

const approvalRequests = sql`select id from approval_requests where ended_at is null`;
const requests = sql`select id from funding_requests where state = 'pending'`;
const signUps = sql`select id from sign_ups where state = 'pending'`;

/** Actions of resellers, tokens and admins. Each picks its target by a number and returns false without a target. */
const ACTIONS: Record<string, (n: number) => Promise<boolean>> = {
  buy: (n) =>
    as(n, (ctx) => {
      const { planId, networkId } = at.offered(n % 5);
      const order = { planId, networkId, phone: "08031234567", channel: "api" as const, again: true };
      return placePurchase(ctx, { ...order, ref: crypto.randomUUID() });
    }),
  claim: (n) =>
    to(inState("queued"), n, (id) =>
      at.system.db.execute(sql`
        with claimed as (update purchases set state = 'sending' where id = ${id} and state = 'queued' returning id, cost)
        insert into attempts (supplier_id, purchase_id, worker, cost) select 1, id, 'test', cost from claimed`),
    ),
  deliver: (n) => answer(n, "successful"),
  fail: (n) => answer(n, "failed"),
  lose: (n) => answer(n, "unconfirmed"),
  cancel: (n) =>
    to(inState("queued"), n, async (id) => {
      const [row] = await at.system.db.execute<{ reseller_id: string }>(
        sql`select reseller_id from purchases where id = ${id}`,
      );
      const buyer = await asReseller(at.system, Number(row?.reseller_id));
      await cancelPurchase(buyer, { ident: await identOf(id) });
    }),
  reverse: (n) =>
    to(inState("successful"), n, async (id) =>
      reverseDeliveredPurchase(ada, { ident: await identOf(id), reason }),
    ),
  note: (n) =>
    to(inState("successful"), n, async (id) =>
      addPurchaseNote(ada, { ident: await identOf(id), text: reason }),
    ),
  credit: (n) => to(sellers(), n, async (id) => postCredit(ada, await byHand(id, n))),
  debit: (n) => to(sellers(), n, async (id) => postDebit(ada, await byHand(id, n % 5_000))),
  clawBack: (n) => to(sellers(), n, async (id) => postClawBack(ada, await byHand(id, n % 20_000))),
  reverseEntry: (n) =>
    to(
      sql`select id from journals j where kind in ('credit', 'debit', 'claw_back')
        and not exists (select from journals r where r.reverses_id = j.id)`,
      n,
      (journalId) => reverseEntry(ada, { journalId, reason }),
    ),
  fund: (n) =>
    as(n, (ctx) => {
      made += 1;
      return requestFunding(ctx, { ref: `f${made}`, amount: BigInt(n + 1), bankReference: `bank ${made}` });
    }),
  approveFunding: (n) => to(requests, n, (id) => approveFunding(ada, { id, reason })),
  refuseFunding: (n) => to(requests, n, (id) => rejectFunding(ben, { id, reason })),
  setTerms: async (n) => {
    await changeSettings(ada, instructionSettings, { text: `Bank ${n}` });
    return true;
  },
  level: (n) =>
    to(sellers(), n, async (id) =>
      changeLevel(ada, { ...(await from(id)), level: LEVELS[n % LEVELS.length] ?? "api" }),
    ),
  limit: (n) =>
    to(sellers(), n, async (id) =>
      setDailyLimit(ada, { ...(await from(id)), limit: n % 3 === 0 ? null : BigInt(n * 100 + 1) }),
    ),
  restrict: (n) => to(sellers(), n, async (id) => restrictReseller(ada, await from(id))),
  lift: (n) => to(sellers("restricted"), n, async (id) => liftRestriction(ben, await from(id))),
  close: async (n) => {
    const open = await at.system.db.execute(sellers());
    return open.length > 4 && to(sellers(), n, async (id) => closeReseller(ada, await from(id)));
  },
  invite: async () => {
    made += 1;
    const email = `invited-${made}@example.com`;
    const { id } = await inviteReseller(ada, { email, name: "New", level: "affiliate", reason });
    await postCredit(ada, { resellerId: id, amount: 400_000n, reason });
    return true;
  },
  issueLink: (n) => to(sellers(), n, (resellerId) => createResellerPasswordLink(ada, { resellerId, reason })),
  signIn: (n) =>
    as(n, (_ctx, id) =>
      openSession(
        at.system,
        { id, role: "reseller", email: "r@example.com", level: "api" },
        { agent: "a test" },
      ),
    ),
  // Not the admins' sessions: without a confirmed one, their later actions would be rejected.
  endSessions: (n) =>
    to(
      sql`select s.account_id as id from sessions s join resellers on resellers.id = s.account_id where s.ended_at is null`,
      n,
      (resellerId) => endResellerSessions(ada, { resellerId, reason }),
    ),
  createToken: (n) =>
    to(sql`select id from resellers where state = 'active' and level = 'api'`, n, (resellerId) =>
      createToken(ada, { resellerId, name: "Site", reason }),
    ),
  revokeToken: (n) =>
    to(sql`select id from tokens where revoked_at is null`, n, (id) => revokeToken(ada, { id, reason })),
  addNote: (n) => to(sellers(), n, (resellerId) => addResellerNote(ada, { resellerId, text: reason })),
  setSignUp: async (n) => {
    await changeSettings(ada, signUpSettings, { open: n % 3 === 0 ? "" : "yes" });
    return true;
  },
  signUp: async () => {
    made += 1;
    const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
    const { open } = await readSettings(ada, signUpSettings);
    if (open) await signUp(visitor, { email: `new-${made}@example.com`, name: "New", phone: "08031234567" });
    return open;
  },
  approveSignUp: (n) => to(signUps, n, (id) => approveSignUp(ada, { id, level: "affiliate", reason })),
  refuseSignUp: (n) => to(signUps, n, (id) => rejectSignUp(ada, { id, reason })),
  reprice: async (n) => {
    const { version } = await getCatalogue(ada);
    const rule = { networkId: null, typeId: null, planId: at.offered(n % 5).planId, level: null };
    const markup = { kind: "percent" as const, value: String((n % 30) - 5) };
    await savePriceRule(ada, { ...rule, ...markup, expectedVersion: version, reason });
    return true;
  },
  removeRule: (n) =>
    to(sql`select id from price_rules`, n, async (ruleId) =>
      removePriceRule(ada, { ruleId, expectedVersion: (await getCatalogue(ada)).version, reason }),
    ),
  switch: async (n) => {
    const [all] = await listAvailabilitySwitches(ada);
    const off = n % 7 === 0 ? ("off" as const) : ("on" as const);
    const scope = { networkId: null, typeId: null, version: all?.version ?? 0 };
    await setAvailabilitySwitch(ada, { ...scope, to: off, message: "Closed.", reason });
    return true;
  },
  planTerms: async (n) => {
    const { planId } = at.offered(n % 5);
    const version = (await getCatalogue(ada)).settings.plans.get(planId)?.version ?? 0;
    await setPlanSettings(ada, { planId, shown: n % 5 === 0 ? "no" : "yes", name: "", version, reason });
    return true;
  },
  settle: (n) => decided(n, false),
  propose: (n) => decided(n, true),
  confirm: (n) => to(approvalRequests, n, (id) => approveRequest(ben, { id })),
  withdraw: (n) => to(approvalRequests, n, (id) => rejectRequest(n % 2 === 0 ? ada : ben, { id, reason })),
  find: (n) =>
    to(sql`select id from attempts`, n, (id) => {
      made += 1;
      return at.system.db.execute(sql`
        insert into discrepancies (supplier_id, key, kind, attempt_id, amount, earliest, latest, detail)
        values (1, ${`k${made}`}, ${n % 2 === 0 ? "rise" : "fall"}, ${id}, ${n % 2 === 0 ? 5 : -5}, now(), now(), 'unmatched')`);
    }),
  acknowledge: (n) =>
    to(sql`select id from discrepancies where closed_at is null`, n, (id) =>
      acknowledgeDiscrepancies(ada, { id: [id], reason }),
    ),
  topUp: async (n) => {
    await recordUpstreamDeposit(ada, {
      amount: BigInt(n + 1),
      at: new Date(),
      lastAdjustmentId: await getLastUpstreamAdjustmentId(ada),
      reason,
    });
    return true;
  },
  explain: (n) =>
    to(sql`select id from discrepancies where closed_at is null and kind = 'rise'`, n, (discrepancy) =>
      recordUpstreamDeposit(ada, { amount: 5n, discrepancy, reason }),
    ),
  rules: async (n) => {
    const minutes = { lateSeconds: 10, refundSeconds: 360, graceSeconds: (n % 9) + 1 };
    await changeSettings(ada, reconcileSettings, { automatic: true, ...minutes });
    return true;
  },
  twoAdmins: async (n) => {
    await changeSettings(ada, approvalSettings, { singleAdminLimit: n % 4 === 0 ? dear + 1n : dear });
    return true;
  },
  stop: async () => {
    await stopDispatching(ada, { reason });
    return true;
  },
  start: async () => {
    const [row] = await at.system.db.execute<{ stop: string | null }>(
      sql`select stopped_at::text as stop from dispatcher`,
    );
    if (!row?.stop) return false;
    await startDispatching(ben, { reason, stoppedAt: row.stop });
    return true;
  },
  runAgain: async () => {
    await retryJob(ada, { failureId: await seedFailingJob(at.system, "no list came"), reason });
    return true;
  },
  openShop: (n) =>
    as(n, (ctx, id) => {
      const payments = [{ kind: "cash" as const, where: "At the shop." }];
      return openShop(ctx, { name: "Shop", slug: `shop-${id}`, phone: "08031234567", payments });
    }),
  closeShop: (n) =>
    to(sql`select id from shops`, n, async (id) => {
      const [row] = await at.system.db.execute<{ version: number }>(
        sql`select version from shops where id = ${id}`,
      );
      await closeShop(ada, { id, version: row?.version ?? 0, reason, lift: n % 2 === 0 });
    }),
};

/** Counts of each action, and of each rejection by code. */
const done: Record<string, number> = {};
const rejected: Record<string, string> = {};

/** Runs an action and counts its result; a rejection by the portal is a valid result. */
async function act(name: string, n: number): Promise<void> {
  try {
    if (await ACTIONS[name]?.(n)) done[name] = (done[name] ?? 0) + 1;
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    rejected[name] = error.message;
  }
}

/** Weights of frequent actions; those that resume sending and selling are among them. */
const OFTEN = { buy: 13, claim: 13, deliver: 5, fail: 4, lose: 9 };
const BUSY = Object.entries(OFTEN).flatMap(([name, times]) => Array<string>(times).fill(name));
const GO_ON = ["start", "switch", "planTerms", "lift", "credit"].flatMap((name) =>
  Array<string>(5).fill(name),
);
/** Actions whose target is rare: an open approval request, a pending request. */
const RARE = ["cancel", "propose", "withdraw", "confirm", "find", "explain", "fund", "signUp"].concat(
  "approveSignUp",
  "refuseSignUp",
  "approveFunding",
  "refer",
  "payRewards",
);
/** Actions of online payments, which take several steps. */
const ONLINE = [
  "orderOnline",
  "orderOnline",
  "pay",
  "pay",
  "lookAfterOrder",
  "lookAfterOrder",
  "followRefunds",
  "endDispute",
];

/** Generates a day of all actions in random order, each with its number; `more` of them come often. */
function day(more: readonly string[] = []) {
  const often = more.flatMap((name) => Array<string>(12).fill(name));
  const bag = [...Object.keys(ACTIONS), ...BUSY, ...GO_ON, ...ONLINE, ...RARE, ...RARE, ...RARE, ...often];
  const all = { minLength: bag.length, maxLength: bag.length };
  return fc.tuple(fc.shuffledSubarray(bag, all), fc.array(fc.nat(100_000), all));
}

test("keeps the ledger balanced with the purchases after thousands of random actions, eight at a time", {
  timeout: 20 * TEST_TIMEOUT_MS,
}, async () => {
  const live = (numRuns: number, actions: ReturnType<typeof day>) =>
    fc.assert(
      fc.asyncProperty(actions, async ([names, numbers]) => {
        for (let first = 0; first < names.length; first += 8) {
          const few = names.slice(first, first + 8);
          await Promise.all(few.map((name, index) => act(name, numbers[first + index] ?? 0)));
        }
        expect((await checkPurchases(at.system)).findings).toEqual([]);
        expect(await getLedgerSummary(ada)).toMatchObject({ balanced: true });
        expect(overpaid()).toEqual([]);
        await expectNothingBelowCost();
      }),
      { numRuns, endOnFailure: true },
    );
  await live(TEST_EFFORT.ledgerDays, day());
  if (!TEST_EFFORT.everyAction) return;
  const never = () => Object.keys(ACTIONS).filter((name) => !done[name]);
  // Chance may leave an action out: then days follow that have it often.
  for (let more = 0; more < 40 && never().length > 0; more++) await live(1, day(never()));
  expect(never().map((name) => `${name}: ${rejected[name] ?? "nothing to do it to"}`)).toEqual([]);
});

async function expectNothingBelowCost(): Promise<void> {
  const sold = await at.system.db.execute(sql`select from purchases where price < cost`);
  expect(sold).toHaveLength(0);
  for (const plan of (await getCatalogue(at.system)).plans.values())
    expect(getLevelPrice(plan, "affiliate") ?? plan.amounts.api ?? 0n).toBeGreaterThanOrEqual(
      plan.amounts.api ?? 0n,
    );
}
