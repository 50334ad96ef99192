import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { connect } from "#db/client";
import { listen } from "#db/listen";
import type { Ctx } from "#lib/core/context";
import { lockWaits } from "#lib/testing/lock-waits";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import type { PurchaseAnswer } from "#lib/upstream/answer";
import { resent } from "#sandbox/judge";
import type { FaultOrder } from "#sandbox/presets";
import { check } from "../check.ts";
import { place } from "../place/place.ts";
import { get } from "../read/get.ts";
import { whenSettled } from "../read/watch.ts";
import { type Claim, claim } from "./claim.ts";
import { type Dispatcher, dispatch } from "./dispatch.ts";
import { recordAnswer } from "./record-answer.ts";

let at: Scene;
let buyer: { id: number; ctx: Ctx };
let running: Dispatcher[] = [];

beforeAll(async () => {
  at = await scene({ UPSTREAM_TIMEOUT_MS: "10000" });
  await listen("purchase", () => {
    for (const dispatcher of running) dispatcher.wake();
  });
});
beforeEach(async () => {
  await at.sandbox.clearFaults();
  await reset();
  buyer = await at.reseller("affiliate", 50_000_000n);
});
afterEach(async () => {
  await Promise.all(running.map((dispatcher) => dispatcher.stop()));
  running = [];
  expect(resent(await at.sandbox.log())).toEqual([]);
  expect((await check(at.system)).findings).toEqual([]);
});
afterAll(() => at.close());

/** Sending runs, nobody waits, and what was unknown no longer counts. */
async function reset() {
  await at.system.db.execute(sql`update dispatcher set stopped = false, stopped_by = null, stopped_at = null, probe_at = null,
    probe_pause = 0, back_off = 0, next_slot_at = now()`);
}

function start(count = 1) {
  running = Array.from({ length: count }, () => dispatch(at.system));
}

let refs = 0;
async function buy(overrides = {}): Promise<string> {
  refs += 1;
  const input = {
    ref: `r${refs}`,
    phone: "08031234567",
    channel: "web" as const,
    again: true,
    ...at.offered(),
    ...overrides,
  };
  return (await place(buyer.ctx, input)).purchase.ident;
}

async function outcome(ident: string) {
  return whenSettled(buyer.ctx, ident, PATIENCE_MS);
}

async function attempts(ident: string) {
  return at.system.db.execute<{ meaning: string; discrepancy: string | null; note: string }>(sql`
    select a.meaning, a.discrepancy, a.note from attempts a join purchases p on p.id = a.purchase_id
    where p.ident = ${ident} order by a.id`);
}

async function dispatcher() {
  const [row] = await at.system.db.execute<{
    stopped: boolean;
    stop_reason: string;
    probe_at: string | null;
  }>(sql`select stopped, stop_reason, probe_at from dispatcher`);
  return row;
}

test("a delivered purchase is settled as delivered, with the upstream's id and its words", async () => {
  start();
  const ident = await buy();
  expect(await outcome(ident)).toMatchObject({ state: "successful" });
  const [entry] = (await at.sandbox.purchases()).filter(({ ref }) => ref === ident);
  expect(entry?.body).toMatchObject({ mobile_number: "08031234567", plan: at.offered().planId });
});

describe("what came back decides", () => {
  const cases: [FaultOrder, string][] = [
    ["none", "successful"],
    ["flat", "successful"],
    ["fail", "failed"],
    ["invalid-plan", "failed"],
    ["pending", "unconfirmed"],
    ["hang-delivered", "unconfirmed"],
    ["reset", "unconfirmed"],
    ["lost-answer", "unconfirmed"],
    ["cut", "unconfirmed"],
    ["bad-gateway", "unconfirmed"],
    ["html-delivered", "unconfirmed"],
    ["redirect-delivered", "unconfirmed"],
    ["processing", "unconfirmed"],
    ["conflict", "unconfirmed"],
  ];
  test.each(cases)("%s → %s, and it is never sent again", async (fault, state) => {
    start();
    await at.sandbox.order(fault);
    const ident = await buy();
    expect((await outcome(ident)).state).toBe(state);
    expect((await at.sandbox.purchases()).filter(({ ref }) => ref === ident)).toHaveLength(1);
    await reset();
  });
});

describe("not executed", () => {
  test("a 429 waits and is sent again", async () => {
    start();
    await at.sandbox.order({ answer: "too-many", retryAfterS: 1 });
    const ident = await buy();
    await at.sandbox.waitForPurchases(2, { match: { ref: ident } });
    expect((await outcome(ident)).state).toBe("successful");
    expect((await attempts(ident)).map(({ meaning }) => meaning)).toEqual(["throttled", "successful"]);
  });

  test("a dead line leaves it queued, and it is sent when the line is back", async () => {
    await at.sandbox.down();
    const ident = await buy();
    const returned = Promise.withResolvers<void>();
    let sending = false;
    const stop = await listen("purchase", (payload) => {
      sending ||= payload.endsWith(`${ident} sending`);
      if (sending && payload.endsWith(`${ident} queued`)) returned.resolve();
    });
    start();
    await returned.promise;
    stop();
    await at.sandbox.up();
    expect((await whenSettled(buyer.ctx, ident, PATIENCE_MS)).state).toBe("successful");
    expect((await attempts(ident))[0]?.meaning).toBe("unsent");
  });

  test.each([
    "unauthorized",
    "forbidden",
    "balance",
    "daily-limit",
    "kyc",
    "negative-wallet",
    "unavailable",
  ] as const)(
    "%s is the operator's matter: sending stops, the purchase waits, and a probe starts it again",
    async (fault) => {
      start();
      await at.sandbox.order(fault);
      const ident = await buy();
      await at.sandbox.waitForPurchase({ ref: ident }, { until: "answered" });
      await expect.poll(async () => (await dispatcher())?.stopped).toBe(true);
      expect((await get(buyer.ctx, { ident })).state).toBe("queued");
      await expect(buy()).rejects.toMatchObject({ code: "service_unavailable" });
      await at.system.db.execute(sql`update dispatcher set probe_at = now(), next_slot_at = now()`);
      expect((await outcome(ident)).state).toBe("successful");
      expect((await dispatcher())?.stopped).toBe(false);
    },
  );

  test.each([401, 403])(
    "a gateway that refuses an answer with %i stops sending, and what was delivered is not sent again",
    async (httpStatus) => {
      start();
      await at.sandbox.order({ answer: "html", httpStatus, execute: "deliver" });
      const ident = await buy();
      expect((await outcome(ident)).state).toBe("unconfirmed");
      expect(await dispatcher()).toMatchObject({
        stopped: true,
        stop_reason: expect.stringContaining(`(${httpStatus})`),
      });
      await reset();
      expect((await outcome(await buy())).state).toBe("successful");
    },
  );

  test("a gateway's 429 makes everyone wait, and what was delivered is not sent again", async () => {
    start();
    await at.sandbox.order({ answer: "html", httpStatus: 429, execute: "deliver" });
    const ident = await buy();
    expect((await outcome(ident)).state).toBe("unconfirmed");
    const [row] = await at.system.db.execute(
      sql`select next_slot_at > now() + interval '1 second' as waits from dispatcher`,
    );
    expect(row?.waits).toBe(true);
    await reset();
    expect((await outcome(await buy())).state).toBe("successful");
  });

  test("a run of unknowns stops sending", async () => {
    start();
    await at.sandbox.order("bad-gateway", { times: 5 });
    for (let n = 0; n < 5; n++) await outcome(await buy());
    await expect.poll(async () => (await dispatcher())?.stopped).toBe(true);
    expect((await dispatcher())?.stop_reason).toContain("nothing definite");
  });
});

test("an upstream that lies again and again is sent no more", async () => {
  start();
  await outcome(await buy());
  await at.sandbox.order({ lie: "wrong-amount" }, { times: 5 });
  for (let n = 0; n < 5; n++) await outcome(await buy());
  await expect.poll(async () => (await dispatcher())?.stopped).toBe(true);
});

test("an answer that names an upstream transaction of another purchase is not believed", async () => {
  start();
  await outcome(await buy());
  await at.sandbox.order({ lie: "seen-ident" });
  const ident = await buy();
  expect((await outcome(ident)).state).toBe("unconfirmed");
  expect((await attempts(ident))[0]?.discrepancy).toContain("belongs to DT");
});

test("of two answers at once that name one upstream transaction, one is believed", async () => {
  const claims: Claim[] = [];
  for (const _ of [1, 2]) {
    await buy();
    claims.push(await vi.waitUntil(() => claim(at.system, "hand"), PATIENCE_MS));
  }
  const raw = { id: 77, ident: "DT-77" };
  const transaction = { upstreamId: "77", ident: raw.ident, amount: claims[0]?.cost ?? 0n };
  const answer = { meaning: "successful", note: "200", transaction } as unknown as PurchaseAnswer;
  const recorded = await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from wallets where reseller_id = ${buyer.id} for update`);
    const both = claims.map((one) => recordAnswer(at.system, one, answer));
    await lockWaits(at.system, 2);
    return { both: Promise.all(both) };
  });
  await recorded.both;
  const states = await Promise.all(claims.map(async ({ ident }) => (await get(buyer.ctx, { ident })).state));
  expect(states.toSorted()).toEqual(["successful", "unconfirmed"]);
});

test("an answer that comes after the purchase was declared unconfirmed still settles it", async () => {
  start();
  await at.sandbox.order("hold-after");
  const ident = await buy();
  await at.sandbox.waitForPurchase({ ref: ident }, { until: "held" });
  await at.system.db.execute(sql`update attempts set meaning = 'unconfirmed' where meaning is null`);
  await at.system.db.execute(sql`update purchases set state = 'unconfirmed' where ident = ${ident}`);
  await at.sandbox.release();
  await expect.poll(async () => (await get(buyer.ctx, { ident })).state).toBe("successful");
});

test("it stands as sending for everyone before a byte leaves", async () => {
  start();
  await at.sandbox.order("hold-before");
  const ident = await buy();
  await at.sandbox.waitForPurchase({ ref: ident }, { until: "held" });
  expect((await get(buyer.ctx, { ident })).state).toBe("sending");
  await at.sandbox.release();
  expect((await outcome(ident)).state).toBe("successful");
});

test("an answer that cannot be recorded at once is kept, and recorded when it can be", async () => {
  start();
  await at.sandbox.order("hold-after");
  const ident = await buy();
  await at.sandbox.waitForPurchase({ ref: ident }, { until: "held" });
  await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from attempts where meaning is null for update`);
    await at.sandbox.release();
    await at.sandbox.waitForPurchase({ ref: ident }, { until: "answered" });
    await lockWaits(at.system, 1);
  });
  expect((await outcome(ident)).state).toBe("successful");
  expect((await at.sandbox.purchases()).filter(({ ref }) => ref === ident)).toHaveLength(1);
});

test("an answer outlasts any wait for a wallet that somebody else holds", async () => {
  const impatient = connect(`${at.url}?lock_timeout=20`, 2);
  running = [dispatch({ ...at.system, db: impatient.db })];
  await at.sandbox.order("hold-after");
  const ident = await buy();
  await at.sandbox.waitForPurchase({ ref: ident }, { until: "held" });
  const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from wallets where reseller_id = ${buyer.id} for update`);
    await at.sandbox.release();
    const failures = () => log.mock.calls.filter(([line]) => String(line).includes("answer_not_recorded"));
    await vi.waitFor(() => expect(failures().length).toBeGreaterThan(6), PATIENCE_MS);
  });
  log.mockRestore();
  expect((await outcome(ident)).state).toBe("successful");
  expect(await attempts(ident)).toMatchObject([{ meaning: "successful" }]);
  await Promise.all(running.map((loop) => loop.stop()));
  await impatient.close();
});

test("several loops on one database send each purchase once", async () => {
  start(3);
  const idents = await Promise.all(Array.from({ length: 40 }, () => buy()));
  for (const ident of idents) expect((await outcome(ident)).state).toBe("successful");
  const sent = (await at.sandbox.purchases()).map(({ ref }) => ref);
  for (const ident of idents) expect(sent.filter((ref) => ref === ident)).toHaveLength(1);
});

test("a loop that stops finishes what is in flight and claims nothing more", async () => {
  start();
  await at.sandbox.order("hold-after");
  const first = await buy();
  await at.sandbox.waitForPurchase({ ref: first }, { until: "held" });
  const stopped = Promise.all(running.map((loop) => loop.stop()));
  const later = [await buy(), await buy(), await buy()];
  await at.sandbox.release();
  await stopped;
  const state = async (ident: string) => (await get(buyer.ctx, { ident })).state;
  expect(await state(first)).toBe("successful");
  // A claim that was on its way already may still take one, which is then finished as well.
  const states = (await Promise.all(later.map(state))).toSorted();
  expect(states.slice(0, 2)).toEqual(["queued", "queued"]);
  expect(["queued", "successful"]).toContain(states[2]);
});
