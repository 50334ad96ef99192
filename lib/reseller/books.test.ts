import { type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#db/client";
import { issueLink } from "#lib/account/password/link";
import { changeLevel, liftRestriction, setDailyLimit } from "#lib/account/reseller/change";
import { inviteReseller } from "#lib/account/reseller/create";
import { addNote } from "#lib/account/reseller/notes";
import { endSessionsOf } from "#lib/account/session/end";
import { openSession } from "#lib/account/session/session";
import { approveSignUp, refuseSignUp } from "#lib/account/sign-up/decide";
import { readSignUpSwitch, setSignUp, signUp } from "#lib/account/sign-up/sign-up";
import { issueToken } from "#lib/account/token/issue";
import { changeSecondAdminRules, readSecondAdminRules } from "#lib/audit/second-admin-rules";
import { removeRule, saveRule } from "#lib/catalogue/change-rules";
import { current } from "#lib/catalogue/current";
import { priceOf } from "#lib/catalogue/price";
import { setPlanTerms } from "#lib/catalogue/set-plan-terms";
import { setSwitch, switches } from "#lib/catalogue/switches";
import { type Ctx, LEVELS, type Level } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { approveFunding, refuseFunding } from "#lib/funding/decide-funding";
import { requestFunding } from "#lib/funding/request-funding";
import { setTerms, terms } from "#lib/funding/terms";
import { clawBack, credit, debit } from "#lib/ledger/adjust";
import { books } from "#lib/ledger/books";
import { reverseEntry } from "#lib/ledger/reverse-entry";
import { getWallet } from "#lib/ledger/wallet";
import { startTestProvider, type TestProvider } from "#lib/payment/testing/test-provider";
import { check } from "#lib/purchase/check";
import { note } from "#lib/purchase/note";
import { place } from "#lib/purchase/place/place";
import { startDispatching, stopDispatching } from "#lib/purchase/send/control";
import { cancel } from "#lib/purchase/settle/cancel";
import { reverse } from "#lib/purchase/settle/reverse";
import { settle } from "#lib/purchase/settle/settle";
import { acknowledge } from "#lib/reconcile/admin/acknowledge";
import { confirmDecision } from "#lib/reconcile/admin/confirm-decision";
import { decide } from "#lib/reconcile/admin/decide";
import { recordTopUp } from "#lib/reconcile/admin/record-top-up";
import { lastAdjustment } from "#lib/reconcile/admin/top-up-list";
import { withdrawDecision } from "#lib/reconcile/admin/withdraw-decision";
import { changeSettings, settings } from "#lib/reconcile/settings";
import { runAgain } from "#lib/report/run-again";
import { openShop } from "#lib/shop/save-shop";
import { closeShop } from "#lib/shop/set-shop-state";
import { EFFORT } from "#lib/testing/effort";
import { failingWork } from "#lib/testing/failing-work";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { revokeToken } from "./revoke-token.ts";
import { closeReseller, restrictReseller } from "./stop-reseller.ts";
import { paymentActions } from "./testing/payment-actions.ts";

let at: Scene;
let ada: Ctx;
let ben: Ctx;
/** Above it a decision needs two admins: some of the plans cost more, some less. */
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
  Object.assign(ACTIONS, payments.actions);
  overpaid = payments.overpaid;
});
afterAll(async () => {
  await provider.close();
  await at.close();
});

const reason = "a random one";

/** Does something to the n-th of what a query finds. @returns false when there is none. */
async function to(found: SQL, n: number, work: (id: number) => Promise<unknown>): Promise<boolean> {
  const rows = await at.system.db.execute<{ id: string }>(sql`select id from (${found}) found order by id`);
  const row = rows[n % Math.max(rows.length, 1)];
  if (!row) return false;
  await work(Number(row.id));
  return true;
}

const inState = (state: string) => sql`select id from purchases where state = ${state}`;
const sellers = (state = "active") => sql`select id from resellers where state = ${state}`;

/** Does something with a reseller as they act themselves, at the level that they have now. */
function as(n: number, work: (ctx: Ctx, id: number) => Promise<unknown>): Promise<boolean> {
  return to(sellers(), n, async (id) => {
    const [row] = await at.system.db.execute<{ level: Level }>(
      sql`select level from resellers where id = ${id}`,
    );
    const actor = { kind: "reseller", id, email: "r@example.com", level: row?.level ?? "api", sessionId: 0 };
    return work({ ...at.system, actor: actor as Ctx["actor"] }, id);
  });
}

/** What every change of a reseller is made from. */
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

/** The upstream's answer to a purchase that was sent, or that there was none. */
function answer(n: number, meaning: "successful" | "failed" | "unconfirmed"): Promise<boolean> {
  return to(inState("sending"), n, (purchaseId) =>
    inTransaction(at.system, async (ctx) => {
      const how = { from: ["sending"], by: "answer", outcome: null } as const;
      if (meaning !== "unconfirmed") await settle(ctx, { purchaseId, to: meaning, ...how });
      else
        await ctx.db.execute(
          sql`update purchases set state = 'unconfirmed' where id = ${purchaseId} and state = 'sending'`,
        );
      await ctx.db.execute(sql`
        update attempts set meaning = ${meaning}, answered_at = now() where purchase_id = ${purchaseId} and meaning is null`);
    }),
  );
}

const byHand = async (resellerId: number, n: number) => ({
  ...{ resellerId, amount: BigInt((n % 90_000) + 1), reason },
  ...(n % 2 === 0 && { seen: (await getWallet(ada, { resellerId })).seen }),
});

async function decided(n: number, isDear: boolean): Promise<boolean> {
  const price = isDear ? sql`price > ${dear}` : sql`price <= ${dear}`;
  const open = sql`${inState("unconfirmed")} and ${price}
    and not exists (select from decisions d where d.purchase_id = purchases.id and d.ended_at is null)`;
  const outcome = n % 2 === 0 ? ("successful" as const) : ("failed" as const);
  return to(open, n, async (id) => decide(ada, { ident: [await identOf(id)], outcome, reason }));
}

const proposals = sql`select id from decisions where ended_at is null`;
const requests = sql`select id from funding_requests where state = 'pending'`;
const signUps = sql`select id from sign_ups where state = 'pending'`;

/** What people, programs and admins do, each picking by a number; true when it was done, false when there was nothing to do. */
const ACTIONS: Record<string, (n: number) => Promise<boolean>> = {
  buy: (n) =>
    as(n, (ctx) => {
      const { planId, networkId } = at.offered(n % 5);
      const order = { planId, networkId, phone: "08031234567", channel: "api" as const, again: true };
      return place(ctx, { ...order, ref: crypto.randomUUID() });
    }),
  claim: (n) =>
    to(inState("queued"), n, (id) =>
      at.system.db.execute(sql`
        with claimed as (update purchases set state = 'sending' where id = ${id} and state = 'queued' returning id)
        insert into attempts (purchase_id, worker) select id, 'test' from claimed`),
    ),
  deliver: (n) => answer(n, "successful"),
  fail: (n) => answer(n, "failed"),
  lose: (n) => answer(n, "unconfirmed"),
  cancel: (n) =>
    to(inState("queued"), n, async (id) => {
      const [row] = await at.system.db.execute<{ reseller_id: string }>(
        sql`select reseller_id from purchases where id = ${id}`,
      );
      const buyer = { kind: "reseller", id: Number(row?.reseller_id), email: "", level: "api", sessionId: 0 };
      await cancel({ ...at.system, actor: buyer as Ctx["actor"] }, { ident: await identOf(id) });
    }),
  reverse: (n) =>
    to(inState("successful"), n, async (id) => reverse(ada, { ident: await identOf(id), reason })),
  note: (n) =>
    to(inState("successful"), n, async (id) => note(ada, { ident: await identOf(id), text: reason })),
  credit: (n) => to(sellers(), n, async (id) => credit(ada, await byHand(id, n))),
  debit: (n) => to(sellers(), n, async (id) => debit(ada, await byHand(id, n % 5_000))),
  clawBack: (n) => to(sellers(), n, async (id) => clawBack(ada, await byHand(id, n % 20_000))),
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
  refuseFunding: (n) => to(requests, n, (id) => refuseFunding(ben, { id, reason })),
  setTerms: async (n) => {
    const { version } = await terms(ada);
    await setTerms(ada, { text: `Bank ${n}`, version, reason });
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
    await credit(ada, { resellerId: id, amount: 400_000n, reason });
    return true;
  },
  issueLink: (n) => to(sellers(), n, (resellerId) => issueLink(ada, { resellerId, reason })),
  signIn: (n) =>
    as(n, (_ctx, id) =>
      openSession(
        at.system,
        { id, role: "reseller", email: "r@example.com", level: "api" },
        { agent: "a test" },
      ),
    ),
  // Not the admins': without the one in which they gave their password, nothing more of theirs would be done.
  endSessions: (n) =>
    to(
      sql`select s.account_id as id from sessions s join resellers on resellers.id = s.account_id where s.ended_at is null`,
      n,
      (resellerId) => endSessionsOf(ada, { resellerId, reason }),
    ),
  issueToken: (n) => to(sellers(), n, (resellerId) => issueToken(ada, { resellerId, name: "Site", reason })),
  revokeToken: (n) =>
    to(sql`select id from tokens where revoked_at is null`, n, (id) => revokeToken(ada, { id, reason })),
  addNote: (n) => to(sellers(), n, (resellerId) => addNote(ada, { resellerId, text: reason })),
  setSignUp: async (n) => {
    const { version } = await readSignUpSwitch(ada);
    await setSignUp(ada, { to: n % 3 === 0 ? "closed" : "open", version, reason });
    return true;
  },
  signUp: async () => {
    made += 1;
    const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
    const { open } = await readSignUpSwitch(ada);
    if (open) await signUp(visitor, { email: `new-${made}@example.com`, name: "New", phone: "08031234567" });
    return open;
  },
  approveSignUp: (n) => to(signUps, n, (id) => approveSignUp(ada, { id, level: "affiliate", reason })),
  refuseSignUp: (n) => to(signUps, n, (id) => refuseSignUp(ada, { id, reason })),
  reprice: async (n) => {
    const { version } = await current(ada);
    const rule = { networkId: null, typeId: null, planId: at.offered(n % 5).planId, level: null };
    const markup = { kind: "percent" as const, value: String((n % 30) - 5) };
    await saveRule(ada, { ...rule, ...markup, seen: version, reason });
    return true;
  },
  removeRule: (n) =>
    to(sql`select id from price_rules`, n, async (ruleId) =>
      removeRule(ada, { ruleId, seen: (await current(ada)).version, reason }),
    ),
  switch: async (n) => {
    const [all] = await switches(ada);
    const off = n % 7 === 0 ? ("off" as const) : ("on" as const);
    const scope = { networkId: null, typeId: null, version: all?.version ?? 0 };
    await setSwitch(ada, { ...scope, to: off, message: "Closed.", reason });
    return true;
  },
  planTerms: async (n) => {
    const { planId } = at.offered(n % 5);
    const version = (await current(ada)).terms.plans.get(planId)?.version ?? 0;
    await setPlanTerms(ada, { planId, shown: n % 5 === 0 ? "no" : "yes", name: "", version, reason });
    return true;
  },
  settle: (n) => decided(n, false),
  propose: (n) => decided(n, true),
  confirm: (n) => to(proposals, n, (id) => confirmDecision(ben, { id })),
  withdraw: (n) => to(proposals, n, (id) => withdrawDecision(n % 2 === 0 ? ada : ben, { id, reason })),
  find: (n) =>
    to(sql`select id from attempts`, n, (id) => {
      made += 1;
      return at.system.db.execute(sql`
        insert into discrepancies (key, kind, attempt_id, amount, earliest, latest, detail)
        values (${`k${made}`}, ${n % 2 === 0 ? "rise" : "fall"}, ${id}, ${n % 2 === 0 ? 5 : -5}, now(), now(), 'odd')`);
    }),
  acknowledge: (n) =>
    to(sql`select id from discrepancies where closed_at is null`, n, (id) =>
      acknowledge(ada, { id: [id], reason }),
    ),
  topUp: async (n) => {
    await recordTopUp(ada, {
      amount: BigInt(n + 1),
      at: new Date(),
      seen: await lastAdjustment(ada),
      reason,
    });
    return true;
  },
  explain: (n) =>
    to(sql`select id from discrepancies where closed_at is null and kind = 'rise'`, n, (discrepancy) =>
      recordTopUp(ada, { amount: 5n, discrepancy, reason }),
    ),
  rules: async (n) => {
    const { version } = await settings(ada);
    const minutes = { lateMinutes: 10, refundMinutes: 360, graceMinutes: (n % 9) + 1 };
    await changeSettings(ada, { automatic: true, ...minutes, lowBalance: BigInt(n + 1), version, reason });
    return true;
  },
  twoAdmins: async (n) => {
    const { version } = await readSecondAdminRules(ada);
    const day = n % 3 === 0 ? { creditDay: dear * 3n } : {};
    const above = n % 4 === 0 ? dear + 1n : dear;
    await changeSecondAdminRules(ada, { above, ...day, version, reason });
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
    await startDispatching(ben, { reason, seen: row.stop });
    return true;
  },
  runAgain: async () => {
    await runAgain(ada, { failureId: await failingWork(at.system, "no list came"), reason });
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

/** How often each was done, and what the portal said when it refused. */
const done: Record<string, number> = {};
const refused: Record<string, string> = {};

/** Runs an action; that the portal refuses it is one of the things that happen, but not all that may happen. */
async function act(name: string, n: number): Promise<void> {
  try {
    if (await ACTIONS[name]?.(n)) done[name] = (done[name] ?? 0) + 1;
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    refused[name] = error.message;
  }
}

/** What a shop is busy with comes more often; sending and selling that stopped goes on again. */
const OFTEN = { buy: 13, claim: 13, deliver: 5, fail: 4, lose: 9 };
const BUSY = Object.entries(OFTEN).flatMap(([name, times]) => Array<string>(times).fill(name));
const GO_ON = ["start", "switch", "planTerms", "lift", "credit"].flatMap((name) =>
  Array<string>(5).fill(name),
);
/** What needs something that is rarely there: an open proposal, a request that waits. */
const RARE = ["cancel", "propose", "withdraw", "confirm", "find", "explain", "fund", "signUp"].concat(
  "approveSignUp",
  "refuseSignUp",
  "approveFunding",
);
/** Money that is paid online goes a long way. */
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

/** A day's actions in a random order, each with its number; and how many days come to the actions that are asked for. */
function daily() {
  const bag = [...Object.keys(ACTIONS), ...BUSY, ...GO_ON, ...ONLINE, ...RARE, ...RARE, ...RARE];
  const all = { minLength: bag.length, maxLength: bag.length };
  return {
    day: fc.tuple(fc.shuffledSubarray(bag, all), fc.array(fc.nat(100_000), all)),
    days: Math.ceil(EFFORT.actions / bag.length) + 4,
  };
}

test("the books balance and agree with the purchases after random thousands of all that is done, eight at a time", {
  timeout: 20 * PATIENCE_MS,
}, async () => {
  const { day, days } = daily();
  const property = fc.asyncProperty(day, async ([names, numbers]) => {
    for (let first = 0; first < names.length; first += 8) {
      const few = names.slice(first, first + 8);
      await Promise.all(few.map((name, index) => act(name, numbers[first + index] ?? 0)));
    }
    expect((await check(at.system)).findings).toEqual([]);
    expect(await books(ada)).toMatchObject({ balanced: true });
    expect(overpaid()).toEqual([]);
    await expectNothingBelowCost();
  });
  await fc.assert(property, { numRuns: days, endOnFailure: true });
  const never = () => Object.keys(ACTIONS).filter((name) => !done[name]);
  // Chance may leave one out: then more days follow.
  for (let more = 0; more < 40 && never().length > 0; more++)
    await fc.assert(property, { numRuns: 1, endOnFailure: true });
  expect(never().map((name) => `${name}: ${refused[name] ?? "nothing to do it to"}`)).toEqual([]);
});

async function expectNothingBelowCost(): Promise<void> {
  const sold = await at.system.db.execute(sql`select from purchases where price < cost`);
  expect(sold).toHaveLength(0);
  for (const plan of (await current(at.system)).plans.values())
    expect(priceOf(plan, "affiliate") ?? plan.amounts.api ?? 0n).toBeGreaterThanOrEqual(
      plan.amounts.api ?? 0n,
    );
}
