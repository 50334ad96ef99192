import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isWaiting } from "#lib/audit/second-admin";
import type { Ctx } from "#lib/core/context";
import { balance } from "#lib/ledger/wallet";
import { noticeList } from "#lib/notice/read";
import { confirmDecision } from "#lib/reconcile/admin/confirm-decision";
import { withdrawDecision } from "#lib/reconcile/admin/withdraw-decision";
import { type Scene, scene } from "#lib/testing/scene";
import { check } from "../check.ts";
import { place } from "../place/place.ts";
import { reverse } from "../settle/reverse.ts";
import { settle } from "../settle/settle.ts";
import { type AnswerCaseInput, answerCase } from "./answer-case.ts";
import { caseList, countCases, ownCaseList } from "./case-list.ts";
import { adminCase, casePromise, ownCase, withOpenCase } from "./case-view.ts";
import { eraseCasesOf, eraseOldCases } from "./erase-cases.ts";
import { openCase, replyCase } from "./open-case.ts";
import { setCaseRules } from "./set-case-rules.ts";

let at: Scene;
let admin: Ctx;
let second: Ctx;

beforeAll(async () => {
  at = await scene();
  [admin, second] = [await at.admin(), await at.admin()];
});
beforeEach(async () => {
  await at.system.db.execute(sql`delete from case_words`);
  await at.system.db.execute(sql`delete from cases`);
  await at.system.db.execute(sql`update reconciling set second_admin_above = 100000000`);
});
afterAll(() => at.close());

/** A purchase of a new reseller, settled or left as told. */
async function bought(state: "successful" | "failed" | "unconfirmed" | "queued" = "successful") {
  const { id, ctx } = await at.reseller("affiliate", 1_000_000n);
  const { purchase } = await place(ctx, {
    ...{ ref: "r", phone: "08031234567", channel: "web", again: false, ...at.offered() },
  });
  if (state !== "queued")
    await at.system.db.execute(sql`update purchases set state = 'sending' where id = ${purchase.id}`);
  if (state === "unconfirmed")
    await at.system.db.execute(sql`update purchases set state = 'unconfirmed' where id = ${purchase.id}`);
  if (state === "successful" || state === "failed") {
    const outcome = "Sent.";
    await settle(at.system, { purchaseId: purchase.id, from: ["sending"], to: state, by: "answer", outcome });
  }
  return { id, ctx, ident: purchase.ident, purchaseId: purchase.id };
}

async function told(state: "successful" | "unconfirmed" = "successful") {
  const made = await bought(state);
  await openCase(made.ctx, { ident: made.ident, seen: "nothing", said: "She looked twice." });
  return made;
}

const answer = async (by: Ctx, ident: string, input: Partial<AnswerCaseInput> = {}) =>
  answerCase(by, {
    ...{ ident, version: (await adminCase(admin, ident))?.version ?? 0, answer: "delivered" },
    ...{ text: "They sent us the proof.", reason: "ticket 4411" },
    ...input,
  });

const hours = (from: Date, to: Date | undefined) => ((to?.getTime() ?? 0) - from.getTime()) / 3_600_000;

test("a case is open at once, with a time by which it is answered", async () => {
  const { ctx, ident, purchaseId } = await told();
  const seen = await ownCase(ctx, ident);
  expect(seen).toMatchObject({ state: "desk", outcome: null, overdue: false, seen: "nothing" });
  expect(seen?.words).toMatchObject([{ kind: "opened", text: "She looked twice." }]);
  expect(hours(seen?.openedAt as Date, seen?.answerBy)).toBe(24);
  expect(await withOpenCase(ctx, [purchaseId])).toEqual(new Set([purchaseId]));
  expect(await countCases(admin)).toEqual({ count: 1, overdue: 0 });
});

test("every admin is told of a new case and of what a reseller adds, and nobody else", async () => {
  const { ctx, ident } = await told();
  await answer(admin, ident, { answer: "owner" });
  await replyCase(ctx, { ident, said: "She looked again." });
  await answer(admin, ident);
  await replyCase(ctx, { ident, said: "Still nothing." });
  const path = `/admin/cases/${ident}`;
  for (const one of [admin, second]) {
    const { rows } = await noticeList.page(one, { event: "new_case" });
    expect(rows.filter((row) => row.path === path).map(({ title }) => title)).toEqual([
      "A case was opened again",
      "More about what was not received",
      "A customer did not receive something",
    ]);
  }
  expect((await noticeList.page(ctx, { event: "new_case" })).rows).toEqual([]);
});

test("however often a reseller taps, it is one case, and the others are told so", async () => {
  const { ctx, ident } = await bought();
  const taps = Array.from({ length: 8 }, () => openCase(ctx, { ident, seen: "less" }));
  const results = await Promise.allSettled(taps);
  const refused = results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(refused).toHaveLength(7);
  for (const error of refused) expect(error).toMatchObject({ code: "conflict" });
  expect((await caseList.page(admin)).rows).toHaveLength(1);
  expect((await ownCase(ctx, ident))?.words).toHaveLength(1);
});

test.each([["failed"], ["queued"]] as const)("of a purchase that is %s there is no case", async (state) => {
  const { ctx, ident } = await bought(state);
  await expect(openCase(ctx, { ident, seen: "nothing" })).rejects.toMatchObject({ code: "conflict" });
  expect(await ownCase(ctx, ident)).toBeUndefined();
});

test("too long after it was bought there is no case", async () => {
  const { ctx, ident } = await bought();
  await at.system.db.execute(
    sql`update purchases set placed_at = placed_at - interval '15 days' where ident = ${ident}`,
  );
  await expect(openCase(ctx, { ident, seen: "nothing" })).rejects.toMatchObject({
    message: expect.stringContaining("too long ago"),
  });
});

test("nobody sees, opens or answers another's case", async () => {
  const { ident } = await told();
  const { ctx: other } = await at.reseller();
  const free = await bought();
  expect(await ownCase(other, ident)).toBeUndefined();
  expect((await ownCaseList.page(other)).rows).toEqual([]);
  for (const act of [
    () => openCase(other, { ident: free.ident, seen: "nothing" }),
    () => replyCase(other, { ident, said: "It is mine." }),
    () =>
      answerCase(other, { ident, version: 0, answer: "delivered", text: "It is there.", reason: "why not" }),
  ])
    await expect(act()).rejects.toMatchObject({ code: "not_found" });
  await expect(adminCase(other, ident)).rejects.toMatchObject({ code: "not_found" });
  expect(() => caseList.csv(other)).toThrow();
});

test("when the promised time is past, everybody reads that it is overdue, and the oldest is due first", async () => {
  const [late, soon] = [await told(), await told()];
  await at.system.db.execute(sql`
    update cases set answer_by = now() - interval '1 minute'
    where purchase_id = (select id from purchases where ident = ${soon.ident})`);
  expect((await ownCase(soon.ctx, soon.ident))?.overdue).toBe(true);
  expect((await ownCase(late.ctx, late.ident))?.overdue).toBe(false);
  expect(await countCases(admin)).toEqual({ count: 2, overdue: 1 });
  expect((await caseList.page(admin)).rows.map(({ ident }) => ident)).toEqual([soon.ident, late.ident]);
  expect((await caseList.page(admin, { state: "overdue" })).rows).toMatchObject([
    { ident: soon.ident, overdue: true },
  ]);
  const first = await caseList.page(admin, {}, 1);
  expect((await caseList.page(admin, { after: first.next }, 1)).rows).toMatchObject([{ ident: late.ident }]);
});

test("while the provider is asked the case stays open, and the new time is told", async () => {
  const { ctx, ident } = await told();
  await answer(admin, ident, { answer: "asking", hours: 48, text: "We asked the network." });
  const seen = await ownCase(ctx, ident);
  const [, said] = seen?.words ?? [];
  expect(seen?.state).toBe("desk");
  expect(said).toMatchObject({ kind: "asking", text: "We asked the network.", answerBy: seen?.answerBy });
  expect(hours(said?.at as Date, seen?.answerBy)).toBe(48);
  expect(JSON.stringify(seen)).not.toContain("4411");
  const notices = (await noticeList.page(ctx, { event: "case" })).rows;
  expect(notices).toMatchObject([{ title: "We are asking the network", path: `/purchases/${ident}` }]);
});

test("what the number's owner has to do stops the clock until the reseller says more", async () => {
  const { ctx, ident } = await told();
  await at.system.db.execute(sql`update cases set answer_by = now() - interval '1 hour'`);
  await answer(admin, ident, { answer: "owner", text: "Ask her to dial the network." });
  expect(await ownCase(ctx, ident)).toMatchObject({ state: "owner", overdue: false });
  expect(await countCases(admin)).toEqual({ count: 0, overdue: 0 });
  await replyCase(ctx, { ident, said: "She did: nothing there." });
  const seen = await ownCase(ctx, ident);
  expect(seen).toMatchObject({ state: "desk", overdue: false });
  expect(seen?.words.map(({ kind }) => kind)).toEqual(["opened", "owner", "reply"]);
});

test("a case that was closed as delivered is opened again once, and not twice", async () => {
  const { ctx, ident } = await told();
  await answer(admin, ident);
  expect(await ownCase(ctx, ident)).toMatchObject({ state: "closed", outcome: "delivered" });
  const again = Array.from({ length: 4 }, () => replyCase(ctx, { ident, said: "Still nothing." }));
  await Promise.all(again);
  expect(await ownCase(ctx, ident)).toMatchObject({ state: "desk", outcome: null, reopened: true });
  await answer(admin, ident);
  await expect(replyCase(ctx, { ident, said: "Still nothing." })).rejects.toMatchObject({ code: "conflict" });
  expect((await ownCase(ctx, ident))?.state).toBe("closed");
});

test("of two admins who answer at once one does, and the other is told who was quicker", async () => {
  const { ctx, ident } = await told();
  const results = await Promise.allSettled([
    answer(admin, ident, { answer: "delivered", version: 0 }),
    answer(second, ident, { answer: "owner", version: 0 }),
  ]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "conflict", facts: { changed: { action: "case.answered", reason: "ticket 4411" } } },
  });
  expect((await ownCase(ctx, ident))?.words).toHaveLength(2);
});

test("money goes back once, however many admins answer so, and whoever reverses it beside them", async () => {
  const { ctx, ident } = await told();
  const acts = [admin, second, admin, second].map((by) =>
    answer(by, ident, { answer: "money_back", version: 0 }),
  );
  const beside = reverse(second, { ident, reason: "they told us too" });
  const results = await Promise.allSettled([...acts, beside]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await balance(ctx)).toEqual({ wallet: 1_000_000n, held: 0n });
  expect(await ownCase(ctx, ident)).toMatchObject({ state: "closed", outcome: "money_back", overdue: false });
  expect((await check(at.system)).findings).toEqual([]);
});

test("above the set sum the money waits for a second admin, and until then nobody is told that it is back", async () => {
  const { ctx, ident } = await told();
  await at.system.db.execute(sql`update reconciling set second_admin_above = 1`);
  const back = { answer: "money_back", text: "Your money is back." } as const;
  const done = await answer(admin, ident, back);
  if (!isWaiting(done)) throw new Error("it did not wait");
  expect((await balance(ctx)).wallet).toBeLessThan(1_000_000n);
  const open = await ownCase(ctx, ident);
  expect(open).toMatchObject({ state: "desk", outcome: null });
  expect(open?.words.map(({ kind }) => kind)).toEqual(["opened"]);
  await expect(answer(second, ident, back)).rejects.toMatchObject({ code: "conflict" });

  await withdrawDecision(second, { id: done.proposal, reason: "look again" });
  expect(await ownCase(ctx, ident)).toMatchObject({ state: "desk" });
  const next = await answer(admin, ident, back);
  await confirmDecision(second, { id: isWaiting(next) ? next.proposal : 0 });
  const over = await ownCase(ctx, ident);
  expect(over).toMatchObject({ state: "closed", outcome: "money_back" });
  expect(over?.words.at(-1)).toMatchObject({ kind: "money_back", text: "Your money is back." });
  expect((await balance(ctx)).wallet).toBe(1_000_000n);
  expect(await withOpenCase(ctx, [(await bought()).purchaseId])).toEqual(new Set());
  await expect(replyCase(ctx, { ident, said: "More, please." })).rejects.toMatchObject({ code: "conflict" });
});

test("a case of a purchase that nobody confirmed is not closed before that is decided, and ends with it", async () => {
  const { ctx, ident, purchaseId } = await told("unconfirmed");
  for (const one of ["delivered", "money_back"] as const)
    await expect(answer(admin, ident, { answer: one })).rejects.toMatchObject({ code: "invalid" });
  await settle(at.system, {
    ...{ purchaseId, from: ["unconfirmed"], to: "failed", by: "admin:1", outcome: "Not delivered." },
  });
  expect(await ownCase(ctx, ident)).toMatchObject({ state: "closed", outcome: "money_back" });
  expect(await countCases(admin)).toEqual({ count: 0, overdue: 0 });
  expect((await caseList.page(admin)).rows).toEqual([]);
  await expect(answer(admin, ident, { answer: "asking" })).rejects.toMatchObject({ code: "conflict" });
});

test("a reseller cannot fill a case with words", async () => {
  const { ctx, ident } = await told();
  for (let n = 0; n < 11; n += 1) await replyCase(ctx, { ident, said: `Word number ${n}.` });
  await expect(replyCase(ctx, { ident, said: "One more." })).rejects.toMatchObject({ code: "conflict" });
  await expect(openCase(ctx, { ident, seen: "nothing", said: "x".repeat(501) })).rejects.toThrow();
});

test("the operator says how soon, until when, and how a balance is checked", async () => {
  const { version } = await casePromise(at.system);
  const rules = { answerHours: "2", openDays: "30", "check-7": "Dial what is on the SIM.", "check-x": "no" };
  await setCaseRules(admin, { ...rules, version, reason: "more people" });
  expect(await casePromise(at.system)).toMatchObject({
    ...{ answerHours: 2, openDays: 30, checks: { "7": "Dial what is on the SIM." } },
  });
  const { ctx, ident } = await told();
  const seen = await ownCase(ctx, ident);
  expect(hours(seen?.openedAt as Date, seen?.answerBy)).toBe(2);
  await expect(setCaseRules(second, { ...rules, version, reason: "too late" })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("what was written is erased long after, or with its person; that it was, stays", async () => {
  const { ctx, ident, id } = await told();
  await answer(admin, ident, { answer: "asking" });
  expect(await eraseOldCases(at.system)).toBe(0);
  await at.system.db.execute(sql`update case_words set at = at - interval '181 days' where kind = 'opened'`);
  expect(await eraseOldCases(at.system)).toBe(1);
  expect((await ownCase(ctx, ident))?.words).toMatchObject([
    { kind: "opened", text: null, erased: true },
    { kind: "asking", erased: false },
  ]);
  const email = ctx.actor.kind === "reseller" ? ctx.actor.email : "";
  expect(await eraseCasesOf(at.system, { email, reason: "they asked" })).toBe(1);
  const [kept] = await at.system.db.execute(sql`select text, note from case_words where kind = 'asking'`);
  expect(kept).toEqual({ text: null, note: null });
  expect((await ownCaseList.page(ctx)).rows).toMatchObject([{ ident, state: "desk" }]);
  expect(id).toBeGreaterThan(0);
});
