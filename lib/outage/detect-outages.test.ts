import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getLevelQuote } from "#lib/catalogue/price/price";
import type { Ctx } from "#lib/core/context";
import type { Claim } from "#lib/dispatch/claim-purchase";
import { expireQueuedPurchases } from "#lib/dispatch/expire-queued-purchases";
import { judgeSuppliers } from "#lib/dispatch/judge-suppliers";
import { recordResponse } from "#lib/dispatch/record-response";
import { claimNext, sendNext } from "#lib/dispatch/testing/claim-next";
import { resetSending } from "#lib/dispatch/testing/reset-sending";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { addTestSupplier, type TestSupplier } from "#lib/supplier/testing/test-supplier";
import { openScene } from "#lib/testing/open-scene";
import { rejectRow } from "#lib/testing/reject-row";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { changeLine, resumeLine } from "./change-line.ts";
import { detectOutages } from "./detect-outages.ts";
import { judgeFailureText } from "./judge-failure-text.ts";
import { formatLineName, type Line } from "./line.ts";
import { countLineHabits, readLineHabits } from "./line-habits.ts";
import { listChangedLines } from "./list-changed-lines.ts";
import { listLines, listOutages } from "./list-outages.ts";
import { listOwnPausedTypes } from "./list-paused-types.ts";

const MAIN = MAIN_SUPPLIER_ID;
const at = await openScene();
const admin = await at.admin();
const { db } = at.system;
let buyer: { id: number; ctx: Ctx };
let neighbour: { id: number; ctx: Ctx };
let count = 0;
let second: TestSupplier | undefined;

const plan = at.catalogue.plans.get(at.offered(0).planId);
if (!plan) throw new Error("The first plan is missing.");
const line: Line = { supplierId: MAIN, networkId: plan.networkId, typeId: plan.typeId };

beforeEach(async () => {
  await at.sandbox.reset();
  await at.sandbox.settings({ purchasesPerMinute: 1_000_000 });
  await resetSending(at.system);
  await db.execute(sql`update suppliers set synced_at = now() where id = 1`);
  await db.execute(sql`update purchases set deadline_at = now() where state = 'queued'`);
  await expireQueuedPurchases(at.system);
  // The attempts and outages of earlier tests are of yesterday.
  await db.execute(sql`
    update attempts
    set claimed_at = claimed_at - interval '1 day', answered_at = answered_at - interval '1 day'`);
  await db.execute(sql`delete from outages`);
  await db.execute(sql`delete from failure_texts`);
  await db.execute(sql`delete from line_habits`);
  await detectOutages(at.system);
  buyer = await at.reseller("affiliate", 50_000_000n);
  neighbour = await at.reseller("affiliate", 50_000_000n);
});

afterEach(async () => {
  await db.execute(sql`update suppliers set enabled = id = ${MAIN}`);
  await second?.close();
  second = undefined;
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

const nextPhone = () => {
  count += 1;
  return `0803${String(1_000_000 + count)}`;
};

/** Places a purchase of the first plan, or of another. */
async function place(
  ctx: Ctx,
  { phone = nextPhone(), planId = plan?.id ?? 0, networkId = line.networkId } = {},
) {
  count += 1;
  return (
    await placePurchase(ctx, { ref: `o${count}`, phone, planId, networkId, channel: "web", again: true })
  ).purchase;
}

/** Buys and sends, at this many seconds ago. */
async function send(ctx: Ctx, fault?: string, phone?: string): Promise<void> {
  if (fault !== undefined) await at.sandbox.order({ execute: "fail", text: fault });
  await place(ctx, phone ? { phone } : {});
  await sendNext(at.system, MAIN);
}

async function failMany(times: number, text = "Network not responding"): Promise<void> {
  for (let n = 0; n < times; n += 1) await send(n % 2 ? buyer.ctx : neighbour.ctx, text);
}

const readOutages = () => listOutages(admin);

async function getReason(): Promise<string | null> {
  const catalogue = await getCatalogue(at.system);
  const now = catalogue.plans.get(plan?.id ?? 0);
  return now ? getLevelQuote(now, "affiliate").reason : "gone";
}

const readWallet = async (id: number) =>
  (await db.execute(sql`select wallet, held from wallets where reseller_id = ${id}`))[0];

const refusal = { code: "outage", fields: { status: ["Service unavailable!."] } };

/** Lets enough purchases fail that the line is paused, and detects it. */
async function pauseByFailures(): Promise<number> {
  await failMany(8);
  await detectOutages(at.system);
  const [outage] = await readOutages();
  return outage?.id ?? 0;
}

const makeProbeDue = () => db.execute(sql`update outages set probe_at = now() where ended_at is null`);

const otherPlan = [...at.catalogue.plans.values()].find(
  ({ networkId, active }) => networkId !== line.networkId && active,
);

test("pauses a line that fails, and refuses its purchases before money moves", async () => {
  for (let n = 0; n < 3; n += 1) await send(buyer.ctx);
  await failMany(4);
  await detectOutages(at.system);
  expect(await readOutages()).toEqual([]);
  await failMany(4);
  await detectOutages(at.system);
  const [outage] = await readOutages();
  expect(outage).toMatchObject({ ...line, state: "paused", by: null, sold: "none" });
  expect(outage?.evidence).toMatchObject({
    failed: 8,
    texts: [{ text: "network not responding", count: 8 }],
  });
  expect(await getReason()).toBe("paused");
  const [record] = await db.execute(
    sql`select actor, subject_id from audit where action = 'outage.paused' order by id desc limit 1`,
  );
  expect(record).toEqual({ actor: "system:test", subject_id: `${MAIN} ${line.networkId} ${line.typeId}` });

  const before = await readWallet(buyer.id);
  await expect(place(buyer.ctx)).rejects.toMatchObject(refusal);
  expect(await readWallet(buyer.id)).toEqual(before);
  // Another network's plans are sold and sent.
  await place(buyer.ctx, { planId: otherPlan?.id ?? 0, networkId: otherPlan?.networkId ?? 0 });
  await sendNext(at.system, MAIN);
});

test("lets queued purchases wait, tries one, and resumes when it is delivered", async () => {
  await failMany(7);
  const [first, next] = [await place(buyer.ctx), await place(neighbour.ctx)];
  await detectOutages(at.system);
  expect(await claimNext(at.system, MAIN)).toBeUndefined();
  // They aren't taken for off sale, and refunded.
  expect(await expireQueuedPurchases(at.system)).toBe(0);

  await makeProbeDue();
  await expect(place(buyer.ctx)).rejects.toMatchObject(refusal);
  await at.sandbox.order({ execute: "fail", text: "Network not responding" });
  await sendNext(at.system, MAIN);
  expect(await claimNext(at.system, MAIN)).toBeUndefined();
  await detectOutages(at.system);
  expect(await readOutages()).toHaveLength(1);

  await makeProbeDue();
  await sendNext(at.system, MAIN);
  const choices = await db.execute(sql`
    select a.choice, a.result from attempts a join purchases p on p.id = a.purchase_id
    where p.ident in (${first.ident}, ${next.ident}) order by a.id`);
  expect(choices.map(({ result }) => result)).toEqual(["failed", "successful"]);
  const { version } = await getCatalogue(at.system);
  await detectOutages(at.system);
  expect(await readOutages()).toEqual([]);
  expect(await getReason()).toBeNull();
  expect((await getCatalogue(at.system)).version).toBe(version + 1);
  await place(buyer.ctx);
});

test("accepts one purchase to try a paused line that no purchase waits for", async () => {
  await pauseByFailures();
  await expect(place(buyer.ctx)).rejects.toMatchObject(refusal);
  await makeProbeDue();
  const tried = await Promise.allSettled([place(buyer.ctx), place(neighbour.ctx)]);
  expect(tried.map(({ status }) => status).toSorted()).toContain("fulfilled");
  await expect(place(buyer.ctx)).rejects.toMatchObject(refusal);
  await sendNext(at.system, MAIN);
  await detectOutages(at.system);
  expect(await getReason()).toBeNull();
});

test("refunds a purchase that waits beyond its deadline, and no money is lost", async () => {
  await failMany(7);
  const before = await readWallet(buyer.id);
  const waiting = await place(buyer.ctx);
  await detectOutages(at.system);
  await db.execute(sql`update purchases set deadline_at = now() where id = ${waiting.id}`);
  expect(await expireQueuedPurchases(at.system)).toBe(1);
  expect(await readWallet(buyer.id)).toEqual(before);
});

test("uses another supplier that delivers at the price, and sells nothing where that is dearer", async () => {
  const cost = plan.amounts.api ?? 0n;
  const ofLine = [...at.catalogue.plans.values()].filter((each) => each.typeId === plan.typeId);
  second = await addTestSupplier(at.system, {
    routes: ofLine.map(({ id, networkId, amounts }) => ({ planId: id, networkId, cost: amounts.api ?? 0n })),
  });
  await second.control.setPlan({ id: plan.id, prices: { api: cost } });
  await pauseByFailures();
  expect(await readOutages()).toMatchObject([{ ...line, sold: "all" }]);
  expect(await getReason()).toBeNull();
  await place(buyer.ctx);
  expect(await claimNext(at.system, MAIN)).toBeUndefined();
  await sendNext(at.system, second.id);

  const price = at.offered(0).price;
  await db.execute(sql`
    update routes set cost = ${price + 1n}, confirmed_cost = ${price + 1n}
    where supplier_id = ${second.id} and plan_id = ${plan.id}`);
  await detectOutages(at.system);
  expect(await readOutages()).toMatchObject([{ sold: "some" }]);
  expect(await listOwnPausedTypes(buyer.ctx)).toMatchObject([
    { what: `Part of ${formatLineName(plan.networkName, plan.typeName)}`, plans: [{ id: plan.id }] },
  ]);
  await db.execute(
    sql`
      update routes set cost = ${price + 1n}, confirmed_cost = ${price + 1n}
      where supplier_id = ${second.id}`,
  );
  await detectOutages(at.system);
  expect(await getReason()).toBe("paused");
  await expect(place(buyer.ctx)).rejects.toMatchObject(refusal);
  await db.execute(sql`update suppliers set enabled = id = ${MAIN}`);
  await detectOutages(at.system);
  expect(await readOutages()).toMatchObject([{ sold: "none" }]);
});

test("counts no failure of a recipient's number, by its text or by an admin's decision", async () => {
  await failMany(9, "Customer 08031234567 is not eligible for this bundle");
  await detectOutages(at.system);
  expect(await readOutages()).toEqual([]);
  await send(buyer.ctx);
  await failMany(10, "Code 4711: the moon is full");
  await judgeFailureText(admin, { text: "code # the moon is full", fault: "recipient" });
  await detectOutages(at.system);
  expect(await readOutages()).toEqual([]);
  await judgeFailureText(admin, { text: "code # the moon is full", fault: "network" });
  await detectOutages(at.system);
  expect(await readOutages()).toHaveLength(1);
});

const INELIGIBLE = "You are not eligible for this bundle";

test("blames no numbers when those of several resellers fail and none is delivered", async () => {
  for (let n = 0; n < 6; n += 1) {
    await failMany(4, INELIGIBLE);
    await send(buyer.ctx);
  }
  for (let n = 0; n < 12; n += 1) await send(buyer.ctx, INELIGIBLE, "08034444444");
  await detectOutages(at.system);
  expect(await readOutages()).toEqual([]);
  for (let n = 0; n < 12; n += 1) await send(buyer.ctx, INELIGIBLE);
  await detectOutages(at.system);
  expect(await readOutages()).toEqual([]);
  await failMany(10, INELIGIBLE);
  await judgeFailureText(admin, { text: "you are not eligible for this bundle", fault: "recipient" });
  await detectOutages(at.system);
  expect(await readOutages()).toEqual([]);
  await db.execute(sql`delete from failure_texts`);
  await detectOutages(at.system);
  expect(await readOutages()).toHaveLength(1);
});

const countRecords = async () =>
  (await db.execute(sql`select from audit where action = 'outage.paused'`)).length;

test("pauses once when several processes look at the same time", async () => {
  const records = await countRecords();
  const { version } = await getCatalogue(at.system);
  await failMany(8);
  await Promise.all([detectOutages(at.system), detectOutages(at.system), detectOutages(at.system)]);
  expect(await readOutages()).toHaveLength(1);
  expect((await getCatalogue(at.system)).version).toBe(version + 1);
  expect(await countRecords()).toBe(records + 1);
});

test("pauses the other lines where one can't be judged", async () => {
  await failMany(8);
  // They were sent to a supplier that doesn't exist.
  await db.execute(sql`update attempts set supplier_id = 99 where claimed_at > now() - interval '1 hour'`);
  await failMany(8);
  await expect(detectOutages(at.system)).rejects.toThrow(`99 ${line.networkId} ${line.typeId}`);
  expect(await readOutages()).toMatchObject([line]);
  await db.execute(sql`update attempts set supplier_id = ${MAIN} where supplier_id = 99`);
});

test("keeps a line open whatever fails, until that ends or an admin resumes it", async () => {
  await changeLine(admin, {
    to: "kept_open",
    ...line,
    expected: "",
    minutes: 30,
    reason: "they say it works again",
  });
  const [kept] = await readOutages();
  expect(kept).toMatchObject({ state: "kept_open", sold: "all" });
  await failMany(9);
  await detectOutages(at.system);
  expect(await readOutages()).toMatchObject([{ id: kept?.id }]);
  expect(await getReason()).toBeNull();
  // What failed meanwhile is the admin's decision: later attempts are judged.
  await db.execute(sql`update outages set until = now()`);
  await detectOutages(at.system);
  expect(await readOutages()).toEqual([]);
  await failMany(8);
  await detectOutages(at.system);
  expect(await readOutages()).toMatchObject([{ state: "paused" }]);
});

test("ends the others, and judges all lines, when one in the middle can't be ended", async () => {
  const lines = [
    ...new Map(
      [...at.catalogue.plans.values()]
        .filter(({ networkId, typeId }) => networkId !== line.networkId || typeId !== line.typeId)
        .map(({ networkId, typeId }) => [`${networkId} ${typeId}`, { networkId, typeId }]),
    ).values(),
  ].slice(0, 3);
  const keepOpen = {
    to: "kept_open",
    supplierId: MAIN,
    expected: "",
    minutes: 30,
    reason: "works again",
  } as const;
  for (const each of lines) await changeLine(admin, { ...keepOpen, ...each });
  await failMany(8);
  await db.execute(sql`update outages set until = now() where ended_at is null`);
  const [, bad] = await db.execute<{ id: string }>(
    sql`select id from outages where ended_at is null order by id`,
  );
  const accept = await rejectRow(at.system, "outages", `old.id = ${bad?.id}`);
  await expect(detectOutages(at.system)).rejects.toThrow(`outage ${bad?.id}`);
  await accept();
  const left = await db.execute(sql`select id from outages where ended_at is null and state = 'kept_open'`);
  expect(left).toEqual([{ id: bad?.id }]);
  expect(await readOutages()).toContainEqual(expect.objectContaining({ ...line, state: "paused" }));
});

test("pauses by an admin without tries, and resumes by the pause that the page showed", async () => {
  await changeLine(admin, { to: "paused", ...line, expected: "", reason: "the network announced works" });
  expect(await getReason()).toBe("paused");
  await expect(place(buyer.ctx)).rejects.toMatchObject({
    code: "outage",
    facts: { what: expect.any(String) },
  });
  const [paused] = await readOutages();
  expect(paused).toMatchObject({ by: expect.stringContaining("Admin"), probeAt: null, until: null });
  await expect(
    changeLine(admin, { to: "kept_open", ...line, expected: "", reason: "from an old page" }),
  ).rejects.toMatchObject({ code: "conflict" });
  await changeLine(admin, { to: "kept_open", ...line, expected: paused?.id ?? 0, reason: "sell anyway" });
  await expect(resumeLine(admin, { outageId: paused?.id ?? 0, reason: "an old page" })).rejects.toMatchObject(
    {
      code: "conflict",
    },
  );
  const [kept] = await readOutages();
  await resumeLine(admin, { outageId: kept?.id ?? 0, reason: "works again" });
  expect(await readOutages()).toEqual([]);
  expect(await getReason()).toBeNull();
  await expect(
    changeLine(admin, { to: "paused", ...line, typeId: 4711, expected: "", reason: "no such type" }),
  ).rejects.toMatchObject({ code: "not_found" });
  expect((await listLines(admin)).find((each) => each.typeId === line.typeId)).toMatchObject({
    ...line,
    outage: null,
  });
});

test("ends a pause that no purchase tried, and then needs less to pause again, for longer", async () => {
  const id = await pauseByFailures();
  await db.execute(
    sql`
      update outages set probe_at = now() - interval '11 minutes', probe_delay_seconds = 120
      where id = ${id}`,
  );
  await detectOutages(at.system);
  expect(await getReason()).toBeNull();
  await failMany(3);
  await detectOutages(at.system);
  const [again] = await readOutages();
  expect(again).toMatchObject({ state: "paused" });
  expect((again?.probeAt?.getTime() ?? 0) - (again?.since.getTime() ?? 0)).toBe(240_000);
});

test("pauses a line whose purchases get no response", async () => {
  for (let n = 0; n < 12; n += 1) await place(n % 2 ? buyer.ctx : neighbour.ctx);
  const claims: (Claim | undefined)[] = [];
  for (let n = 0; n < 12; n += 1) claims.push(await claimNext(at.system, MAIN));
  await detectOutages(at.system);
  expect(await readOutages()).toEqual([]);
  await db.execute(sql`update attempts set claimed_at = now() - interval '90 seconds' where result is null`);
  await detectOutages(at.system);
  expect(await readOutages()).toMatchObject([{ evidence: { unclear: 12 } }]);
  for (const claim of claims)
    if (claim) await recordResponse(at.system, claim, { result: "failed", note: "422 failed" });
});

test("counts how often a line usually fails, without the recipients' faults", async () => {
  await db.execute(sql`update attempts set claimed_at = claimed_at - interval '9 days'`);
  for (let n = 0; n < 6; n += 1) await send(buyer.ctx);
  await failMany(2);
  await failMany(2, "Invalid mobile number");
  await db.execute(
    sql`
      update attempts set claimed_at = claimed_at - interval '20 minutes'
      where claimed_at > now() - interval '1 hour'`,
  );
  await countLineHabits(at.system);
  const habit = (await readLineHabits(at.system)).get(`${MAIN} ${line.networkId} ${line.typeId}`);
  expect(habit?.failureShare).toBeCloseTo((2 + 3) / 110);
  expect(habit?.ineligibleShare).toBeCloseTo((2 + 20) / 108);
  expect(habit?.longSeconds).toBeGreaterThan(0);
});

test("tells admins of a line that fails more often than usual, too seldom to pause it, or takes longer", async () => {
  for (let n = 0; n < 50; n += 1) await (n % 5 === 4 ? send(buyer.ctx, "Network busy") : send(neighbour.ctx));
  await detectOutages(at.system);
  expect(await readOutages()).toEqual([]);
  const failures = { count: 10, of: 50, usualShare: 0.03 };
  expect(await listChangedLines(admin)).toMatchObject([{ failures, seconds: null }]);
  await db.execute(sql`
    insert into line_habits (supplier_id, network_id, type_id, attempts, failure_share, usual_seconds, long_seconds)
    values (${MAIN}, ${line.networkId}, ${line.typeId}, 1000, 0.2, 2, 5)`);
  expect(await listChangedLines(admin)).toEqual([]);
  await db.execute(sql`
    update attempts set answered_at = claimed_at + interval '12 seconds' where result = 'successful'`);
  expect(await listChangedLines(admin)).toMatchObject([{ failures: null, seconds: { now: 12, usual: 2 } }]);
});

test("shows buyers a paused type with its plans, and whether one purchase may try it", async () => {
  expect(await listOwnPausedTypes(buyer.ctx)).toEqual([]);
  await pauseByFailures();
  const [type] = await listOwnPausedTypes(buyer.ctx);
  expect(type).toMatchObject({ networkId: line.networkId, typeId: line.typeId, isTryable: false });
  expect(type?.plans.map(({ id }) => id)).toContain(plan.id);
  await makeProbeDue();
  expect(await listOwnPausedTypes(buyer.ctx)).toMatchObject([{ isTryable: true }]);
  await place(buyer.ctx);
  expect(await listOwnPausedTypes(buyer.ctx)).toMatchObject([{ isTryable: false }]);
  await expect(listOwnPausedTypes(admin)).rejects.toMatchObject({ code: "not_found" });
});

test("leaves the supplier of a paused line as it was judged by its other lines", async () => {
  second = await addTestSupplier(at.system, { routes: [] });
  await failMany(12);
  await detectOutages(at.system);
  await db.execute(sql`update suppliers set poor_since = null, judged_since = now() - interval '1 hour'`);
  await judgeSuppliers(at.system);
  expect(await db.execute(sql`select poor_since from suppliers where id = ${MAIN}`)).toEqual([
    { poor_since: null },
  ]);
  await db.execute(sql`delete from outages`);
  await judgeSuppliers(at.system);
  const [judged] = await db.execute(sql`select poor_since from suppliers where id = ${MAIN}`);
  expect(judged?.poor_since).not.toBeNull();
  await db.execute(sql`update suppliers set poor_since = null, poor_reason = null`);
});
