import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#db/client";
import { inviteAdmin, roleNamed } from "#lib/account/admins";
import { closeAccount } from "#lib/account/close-account";
import { giveRole } from "#lib/account/staff/give-role";
import { endOldProposals, isWaiting, unlessWaiting } from "#lib/audit/second-admin";
import { secondAdmin, waitingOf } from "#lib/audit/second-admin-limits";
import {
  changeSecondAdminRules,
  readSecondAdminRules,
  type SecondAdminRulesInput,
} from "#lib/audit/second-admin-rules";
import type { Ctx } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { approveFunding, refuseFunding } from "#lib/funding/decide-funding";
import { requestFunding } from "#lib/funding/request-funding";
import { clawBack, credit, debit } from "#lib/ledger/adjust";
import { reverseEntry } from "#lib/ledger/reverse-entry";
import { getWallet } from "#lib/ledger/wallet";
import { check } from "#lib/purchase/check";
import { place } from "#lib/purchase/place/place";
import { reverse } from "#lib/purchase/settle/reverse";
import { settle } from "#lib/purchase/settle/settle";
import { lockWaits } from "#lib/testing/lock-waits";
import { type Scene, scene } from "#lib/testing/scene";
import { confirmDecision } from "./admin/confirm-decision.ts";
import { decide } from "./admin/decide.ts";
import { proposalList } from "./admin/proposal-list.ts";
import { withdrawDecision } from "./admin/withdraw-decision.ts";

let at: Scene;
let ada: Ctx;
let ben: Ctx;
let cleo: Ctx;
let rita: { id: number; ctx: Ctx };
let made = 0;

/** What one admin moves alone within 24 hours, in minor units. */
const SUM = 10_000n;
const DEAR = SUM + 1n;
const reason = "as agreed on the phone";

beforeAll(async () => {
  at = await scene();
  [ada, ben, cleo] = [await at.admin(), await at.admin(), await at.admin()];
});
beforeEach(async () => {
  await at.system.db.execute(sql`update reconciling set second_admin_above = ${SUM}`);
  await at.system.db.execute(sql`delete from moved_alone`);
  await at.system.db.execute(sql`update decisions set ended_at = now() where ended_at is null`);
  rita = await at.reseller("api", 1_000_000n);
});
afterAll(async () => {
  expect((await check(at.system)).findings).toEqual([]);
  await at.close();
});

const money = async () => (await getWallet(ada, { resellerId: rita.id })).wallet;
const wish = (amount = DEAR) => ({ resellerId: rita.id, amount, reason });
const rules = async (some: Partial<SecondAdminRulesInput>, by = ada) => {
  const { version } = await readSecondAdminRules(by);
  return changeSecondAdminRules(by, { above: SUM, version, reason, ...some });
};
const inForce = async () => (await readSecondAdminRules(ada)).above;
async function proposalOf(done: Promise<unknown>): Promise<{ id: number }> {
  const waiting = await done;
  if (!isWaiting(waiting)) throw new Error("It did not wait.");
  return { id: waiting.proposal };
}

async function delivered(): Promise<string> {
  made += 1;
  const { planId, networkId } = at.offered(0, "api");
  const order = { ref: `s${made}`, phone: "08031234567", channel: "api" as const, planId, networkId };
  const { id, ident } = (await place(rita.ctx, { ...order, again: true })).purchase;
  await at.system.db.execute(sql`update purchases set state = 'sending' where id = ${id}`);
  await at.system.db.execute(sql`
    insert into attempts (purchase_id, worker, answered_at, meaning) values (${id}, 'test', now(), 'successful')`);
  await settle(at.system, {
    purchaseId: id,
    from: ["sending"],
    to: "successful",
    by: "answer",
    outcome: null,
  });
  await at.system.db.execute(sql`update reconciling set second_admin_above = 1`);
  return ident;
}

async function asked(): Promise<number> {
  made += 1;
  return requestFunding(rita.ctx, { ref: `f${made}`, amount: DEAR, bankReference: `bank ${made}` });
}

async function credited(): Promise<number> {
  return unlessWaiting(await credit(at.system, wish())).journalId;
}

/** Every way of moving money by hand. */
const MOVEMENTS: Record<string, (admin: Ctx) => Promise<unknown>> = {
  "a credit": (admin) => credit(admin, wish()),
  "a debit": (admin) => debit(admin, wish()),
  "a claw-back": (admin) => clawBack(admin, wish()),
  "the reversal of an entry": async (admin) => reverseEntry(admin, { journalId: await credited(), reason }),
  "the approval of a payment": async (admin) => approveFunding(admin, { id: await asked(), reason }),
  "the reversal of a purchase": async (admin) => reverse(admin, { ident: await delivered(), reason }),
};

describe.each(Object.entries(MOVEMENTS))("%s above the set sum", (_name, move) => {
  test("moves nothing until another admin confirms it, and then once, however many confirm", async () => {
    const proposal = await proposalOf(move(ada));
    const before = await money();
    expect((await proposalList.page(ben)).rows).toMatchObject([
      { ...proposal, own: false, reason, reseller: { id: rita.id } },
    ]);
    await expect(confirmDecision(ada, proposal)).rejects.toMatchObject({ code: "forbidden" });
    await expect(confirmDecision(at.system, proposal)).rejects.toMatchObject({ code: "forbidden" });
    await expect(confirmDecision(rita.ctx, proposal)).rejects.toMatchObject({ code: "not_found" });
    expect(await money()).toBe(before);
    const all = await Promise.allSettled([ben, cleo, ben, cleo].map((one) => confirmDecision(one, proposal)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of all)
      if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "conflict" });
    const moved = await money();
    expect(moved).not.toBe(before);
    expect((await proposalList.page(ben)).rows).toEqual([]);
    await expect(withdrawDecision(ada, { ...proposal, reason })).rejects.toMatchObject({ code: "conflict" });
    expect(await money()).toBe(moved);
  });

  test("is turned down by anybody, and moves nothing", async () => {
    const proposal = await proposalOf(move(ada));
    const before = await money();
    await withdrawDecision(made % 2 === 0 ? ada : ben, { ...proposal, reason: "not now" });
    await expect(confirmDecision(ben, proposal)).rejects.toMatchObject({ code: "conflict" });
    expect(await money()).toBe(before);
  });
});

test("a settlement that waits is over when an answer came first, and stands in no reversal's way", async () => {
  made += 1;
  const { planId, networkId } = at.offered(0, "api");
  const order = { ref: `s${made}`, phone: "08031234567", channel: "api" as const, planId, networkId };
  const { id: purchaseId, ident } = (await place(rita.ctx, { ...order, again: true })).purchase;
  for (const state of ["sending", "unconfirmed"])
    await at.system.db.execute(sql`update purchases set state = ${state} where id = ${purchaseId}`);
  await at.system.db.execute(sql`
    insert into attempts (purchase_id, worker, answered_at, meaning) values (${purchaseId}, 'test', now(), 'successful')`);
  await at.system.db.execute(sql`update reconciling set second_admin_above = 1`);
  expect(await decide(ada, { ident: [ident], outcome: "failed", reason })).toMatchObject({ proposed: 1 });
  const [settling] = (await proposalList.page(ben)).rows;
  const answer = { from: ["unconfirmed"] as const, to: "successful" as const, by: "answer", outcome: null };
  await settle(at.system, { purchaseId, ...answer });
  expect((await proposalList.page(ben)).rows).toEqual([]);
  await expect(confirmDecision(ben, { id: settling?.id ?? 0 })).rejects.toMatchObject({ code: "conflict" });
  await confirmDecision(ben, await proposalOf(reverse(ada, { ident, reason })));
  expect(await money()).toBe(1_000_000n);
});

test("up to the set sum one admin is enough", async () => {
  unlessWaiting(await credit(ada, wish(SUM)));
  expect(await money()).toBe(1_000_000n + SUM);
});

test("the admin who is bound by the sum cannot raise it and go on alone; lowering it needs nobody", async () => {
  const proposal = await proposalOf(rules({ above: 100_000_000n }));
  expect(await inForce()).toBe(SUM);
  await proposalOf(credit(ada, wish()));
  await expect(confirmDecision(ada, proposal)).rejects.toMatchObject({ code: "forbidden" });
  expect(await rules({ above: SUM - 1n })).toBeUndefined();
  // What the sum was to be raised from is no longer what it is.
  await expect(confirmDecision(ben, proposal)).rejects.toMatchObject({ code: "conflict" });
  await withdrawDecision(ada, { ...proposal, reason: "once more" });
  await confirmDecision(ben, await proposalOf(rules({ above: 100_000_000n })));
  expect(await inForce()).toBe(100_000_000n);
  unlessWaiting(await credit(ada, wish()));
});

test("what cannot be done is refused when it is proposed, not when it is confirmed", async () => {
  await expect(debit(ada, wish(5_000_000n))).rejects.toMatchObject({ code: "insufficient_funds" });
  await expect(credit(ada, { ...wish(), seen: 1 })).rejects.toMatchObject({ code: "conflict" });
  await expect(credit(ada, { ...wish(), resellerId: 999_999 })).rejects.toMatchObject({ code: "not_found" });
  expect((await proposalList.page(ada)).rows).toEqual([]);
});

test("a proposal whose wallet moved meanwhile says who moved it, and can still be taken back", async () => {
  const { seen } = await getWallet(ada, { resellerId: rita.id });
  const proposal = await proposalOf(credit(ada, { ...wish(), seen }));
  await credit(ben, { ...wish(5n), seen, reason: "the same transfer" });
  const before = await money();
  await expect(confirmDecision(cleo, proposal)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("“the same transfer”"),
  });
  expect(await money()).toBe(before);
  await withdrawDecision(ada, { ...proposal, reason: "it was counted" });
});

test("a payment waits once, and a refusal ends what waits for it", async () => {
  const id = await asked();
  const proposal = await proposalOf(approveFunding(ada, { id, reason }));
  await expect(approveFunding(ben, { id, reason })).rejects.toMatchObject({ code: "conflict" });
  await refuseFunding(ben, { id, reason: "it never arrived" });
  expect((await proposalList.page(ben)).rows).toEqual([]);
  await expect(confirmDecision(ben, proposal)).rejects.toThrow(/it never arrived/);
});

test("the rules are the owners' to change, not of whoever sets others", async () => {
  const other: Ctx = {
    ...ada,
    actor: { ...ada.actor, permissions: ["see", "rules", "money"] } as Ctx["actor"],
  };
  for (const above of [SUM - 1n, SUM + 1n])
    await expect(rules({ above }, other)).rejects.toMatchObject({ facts: { permission: "staff" } });
});

test("reads what raising the sum changes before approving it", async () => {
  const proposal = await proposalOf(rules({ above: SUM + 1n }));
  expect((await proposalList.page(ben)).rows).toMatchObject([
    {
      ...proposal,
      change: {
        change: "rules",
        before: { secondAdminAbove: String(SUM) },
        after: { secondAdminAbove: String(SUM + 1n) },
      },
    },
  ]);
});

test("what a version before proposed in its own way is refused, and can be turned down", async () => {
  const by = ada.actor.kind === "admin" ? ada.actor.id : 0;
  const [made] = await at.system.db.execute<{ id: string }>(sql`
    insert into decisions (kind, amount, about, input, reason, proposed_by)
    values ('settings', 1000, 'rules', '{"secondAdminAbove": "10.00", "version": 1}', 'x', ${by}) returning id`);
  const proposal = { id: Number(made?.id) };
  await expect(confirmDecision(ben, proposal)).rejects.toMatchObject({ code: "conflict" });
  await withdrawDecision(ben, { ...proposal, reason });
});

describe("what one admin moves alone within a day adds up", () => {
  beforeEach(() => at.system.db.execute(sql`update reconciling set second_admin_above = 5000`));

  test("the movement that passes the sum waits, and says with how much", async () => {
    unlessWaiting(await credit(ada, wish(2_000n)));
    unlessWaiting(await debit(ada, wish(1_000n)));
    const waiting = await credit(ada, wish(2_001n));
    expect(waiting).toMatchObject({ day: { moved: 3_000n, above: 5_000n } });
    const { rows } = await proposalList.page(ben);
    expect(rows).toMatchObject([{ day: { moved: 3_000n, above: 5_000n }, amount: 2_001n }]);
    await confirmDecision(ben, await proposalOf(Promise.resolve(waiting)));
    // What two agreed on counts for neither.
    expect((await secondAdmin(ada)).moved).toBe(3_000n);
    expect((await secondAdmin(ben)).moved).toBe(0n);
    unlessWaiting(await credit(ben, wish(5_000n)));
    unlessWaiting(await credit(ada, wish(2_000n)));
    await proposalOf(credit(ada, wish(1n)));
  });

  test("after 24 hours it counts no more, and what was refused never did", async () => {
    unlessWaiting(await debit(ada, wish(5_000n)));
    await at.system.db.execute(sql`update moved_alone set at = now() - interval '23 hours 59 minutes'`);
    await proposalOf(debit(ada, wish(1n)));
    await at.system.db.execute(sql`update moved_alone set at = now() - interval '24 hours 1 minute'`);
    await expect(debit(ada, { ...wish(4_000n), resellerId: 999_999 })).rejects.toMatchObject({
      code: "not_found",
    });
    unlessWaiting(await debit(ada, wish(5_000n)));
  });

  test("two at the same moment are not both within it", async () => {
    const both = await inTransaction(at.system, async (ctx) => {
      await ctx.db.execute(sql`select from wallets where reseller_id = ${rita.id} for update`);
      const both = [credit(ada, wish(3_000n)), credit(ada, wish(3_000n))];
      await lockWaits(at.system, 2);
      return { both: Promise.all(both) };
    });
    expect((await both.both).map(isWaiting).sort()).toEqual([false, true]);
    expect(await money()).toBe(1_003_000n);
  });

  test("many in a row are told apart just as they will be", async () => {
    unlessWaiting(await credit(ada, wish(1_000n)));
    const amounts = [3_000n, 2_000n, 1_000n, 20_000n, 1n];
    const told = waitingOf(await secondAdmin(ada), amounts);
    const came = [];
    for (const amount of amounts) came.push(isWaiting(await credit(ada, wish(amount))));
    expect(told).toEqual([false, true, false, true, true]);
    expect(came).toEqual(told);
  });
});

test("nobody makes a second person by adding an admin, or loses one by closing an account", async () => {
  const proposal = await proposalOf(credit(ada, wish()));
  const { id: roleId } = await roleNamed(ada, "Owner");
  const { id } = await inviteAdmin(ada, { email: "eve@kiosk.test", name: "Eve", roleId, reason });
  await giveRole(at.system, { id, roleId, reason });
  const eve: Ctx = {
    ...ada,
    actor: { kind: "admin", id, email: "eve@kiosk.test", sessionId: 0, permissions: ALL_PERMISSIONS },
  };
  await expect(confirmDecision(eve, proposal)).rejects.toThrow(/less than a week/);
  for (const other of [ben, cleo]) {
    const accountId = other.actor.kind === "admin" ? other.actor.id : 0;
    await closeAccount(ada, { accountId, reason: "left" });
  }
  await proposalOf(debit(ada, wish()));
  const aWeekAgo = sql`now() - interval '8 days'`;
  await at.system.db.execute(sql`update accounts set created_at = ${aWeekAgo} where id = ${id}`);
  await at.system.db.execute(sql`update staff set given_at = ${aWeekAgo} where id = ${id}`);
  await confirmDecision(eve, proposal);
  expect(await money()).toBe(1_000_000n + DEAR);
});

test("where there is no second admin it is done, and the record says that there was none", async () => {
  const alone = await scene();
  try {
    const only = await alone.admin();
    const { id } = await alone.reseller("api", 0n);
    expect(await secondAdmin(only)).toMatchObject({ exists: false });
    unlessWaiting(await credit(only, { resellerId: id, amount: 100_000_000n, reason }));
    const records = await alone.system.db.execute(sql`
      select action, reason, after from audit where actor like 'admin:%' and reseller_id = ${id} order by id`);
    expect(records).toMatchObject([
      { action: "second_admin.none", reason, after: { amount: "100000000", secondAdmin: "there is none" } },
      { action: "wallet.credited", reason },
    ]);
  } finally {
    await alone.close();
  }
});

test("only who may move money is a second person for it, and confirms: not even past the verb", async () => {
  const desk = await scene();
  try {
    const [owner, other] = [await desk.admin(), await desk.admin()];
    const { id } = await desk.reseller("api", 0n);
    const otherId = other.actor.kind === "admin" ? other.actor.id : 0;
    const be = (role: string, { days = 8 } = {}) =>
      desk.system.db.execute(sql`
        update staff set role_id = (select id from staff_roles where built_in = ${role}), version = version + 1,
          given_by = ${owner.actor.kind === "admin" ? owner.actor.id : 0}, given_at = now() - make_interval(days => ${days}::integer)
        where id = ${otherId}`);
    const dear = { resellerId: id, amount: 100_000_000n, reason };
    await desk.system.db.execute(sql`update accounts set created_at = now() - interval '20 days'`);
    await desk.system.db.execute(sql`update staff set given_at = now() - interval '20 days'`);

    await be("support");
    expect(await secondAdmin(owner)).toMatchObject({ exists: false });
    await be("support", { days: 0 });
    expect(await secondAdmin(owner)).toMatchObject({ exists: true });
    await be("finance", { days: 1 });
    const proposal = await proposalOf(credit(owner, dear));
    await expect(confirmDecision(other, proposal)).rejects.toThrow(/less than a week/);
    await be("support");
    await expect(confirmDecision(other, proposal)).rejects.toThrow(/does not include this any more/);
    await be("finance");
    await confirmDecision(other, proposal);
    expect(await getWallet(owner, { resellerId: id })).toMatchObject({ wallet: 100_000_000n });
  } finally {
    await desk.close();
  }
});

test("a proposal is over after a week: it is not confirmed, ends by itself, and can be made again", async () => {
  const old = (id: number) =>
    at.system.db.execute(sql`update decisions set proposed_at = now() - interval '8 days' where id = ${id}`);
  const cleo = await at.admin();
  const proposal = await proposalOf(approveFunding(ada, { id: await asked(), reason }));
  await old(proposal.id);
  await expect(confirmDecision(cleo, proposal)).rejects.toMatchObject({ code: "conflict" });
  expect(await endOldProposals(at.system)).toBe(1);
  expect((await proposalList.page(cleo)).rows).toEqual([]);
  const id = await asked();
  await old((await proposalOf(approveFunding(ada, { id, reason }))).id);
  await confirmDecision(cleo, await proposalOf(approveFunding(ada, { id, reason })));
  const over = await at.system.db.execute(sql`select actor from audit where action = 'proposal.over'`);
  expect(over).toEqual([{ actor: "system:test" }, { actor: "system:proposals" }]);
});
