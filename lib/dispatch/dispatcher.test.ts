import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { connect } from "#db/client";
import { listen } from "#db/listen";
import type { Ctx } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { checkPurchases } from "#lib/sales/check-purchases";
import { getMainSupplier } from "#lib/supplier/supplier";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import type { PurchaseResponse } from "#lib/upstream/purchase-response";
import { findResentRefs } from "#sandbox/outcome-checks";
import type { FaultOrder } from "#sandbox/presets";
import { type Claim, claimPurchase } from "./claim-purchase.ts";
import { type Dispatcher, runDispatcher } from "./dispatcher.ts";
import { expireQueuedPurchases } from "./expire-queued-purchases.ts";
import { recordResponse } from "./record-response.ts";
import { resetSending } from "./testing/reset-sending.ts";

const at = await openScene({ UPSTREAM_TIMEOUT_MS: "10000" });
let buyer: { id: number; ctx: Ctx };
let running: Dispatcher[] = [];

await listen("purchase", () => {
  for (const dispatcher of running) dispatcher.wake();
});
// A response that names another purchase's transaction names the first.
beforeAll(async () => {
  buyer = await at.reseller("affiliate", 50_000_000n);
  start();
  await waitForResult(await buy());
  await Promise.all(running.map((dispatcher) => dispatcher.stop()));
});
beforeEach(async () => {
  await at.sandbox.clearFaults();
  await reset();
  // A fault is for this test's purchase.
  await at.system.db.execute(sql`update purchases set deadline_at = now() where state = 'queued'`);
  await expireQueuedPurchases(at.system);
  buyer = await at.reseller("affiliate", 50_000_000n);
});
afterEach(async () => {
  await Promise.all(running.map((dispatcher) => dispatcher.stop()));
  running = [];
  expect(findResentRefs(await at.sandbox.log())).toEqual([]);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

const reset = () => resetSending(at.system);

function start(count = 1) {
  running = Array.from({ length: count }, () => runDispatcher(at.system));
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
  return (await placePurchase(buyer.ctx, input)).purchase.ident;
}

async function waitForResult(ident: string) {
  return waitUntilSettled(buyer.ctx, ident, TEST_TIMEOUT_MS);
}

async function readAttempts(ident: string) {
  return at.system.db.execute<{ result: string; discrepancy: string | null; note: string }>(sql`
    select a.result, a.discrepancy, a.note from attempts a join purchases p on p.id = a.purchase_id
    where p.ident = ${ident} order by a.id`);
}

async function readDispatcher() {
  const [row] = await at.system.db.execute<{
    stopped: boolean;
    stop_reason: string;
    probe_at: string | null;
  }>(sql`select stopped, stop_reason, probe_at from supplier_sending`);
  return row;
}

test("settles a delivered purchase with the upstream's id and text", async () => {
  start();
  const ident = await buy();
  expect(await waitForResult(ident)).toMatchObject({ state: "successful" });
  const [entry] = (await at.sandbox.purchases()).filter(({ ref }) => ref === ident);
  expect(entry?.body).toMatchObject({ mobile_number: "08031234567", plan: at.offered().planId });
  const sold = (await at.sandbox.transactions()).find(({ ref }) => ref === ident);
  const [stored] = await at.system.db.execute(
    sql`select upstream_id as id, outcome from purchases where ident = ${ident}`,
  );
  expect(stored).toEqual({ id: String(sold?.id), outcome: sold?.apiResponse });
});

describe("a response", () => {
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
  test.each(cases)("%s → %s, and the purchase is never sent again", async (fault, state) => {
    start();
    await at.sandbox.order(fault);
    const ident = await buy();
    expect((await waitForResult(ident)).state).toBe(state);
    expect((await at.sandbox.purchases()).filter(({ ref }) => ref === ident)).toHaveLength(1);
    await reset();
  });
});

describe("not executed", () => {
  test("sends a purchase again after a 429", async () => {
    start();
    await at.sandbox.order({ answer: "too-many", retryAfterS: 1 });
    const ident = await buy();
    await at.sandbox.waitForPurchases(2, { match: { ref: ident } });
    expect((await waitForResult(ident)).state).toBe("successful");
    expect((await readAttempts(ident)).map(({ result }) => result)).toEqual(["throttled", "successful"]);
  });

  test("keeps a purchase queued while the connection is dead, and sends it afterwards", async () => {
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
    expect((await waitUntilSettled(buyer.ctx, ident, TEST_TIMEOUT_MS)).state).toBe("successful");
    expect((await readAttempts(ident))[0]?.result).toBe("unsent");
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
    "stops sending on %s, keeps the purchase queued, and starts again with a probe",
    async (fault) => {
      start();
      await at.sandbox.order(fault);
      const ident = await buy();
      await at.sandbox.waitForPurchase({ ref: ident }, { until: "answered" });
      await expect.poll(async () => (await readDispatcher())?.stopped).toBe(true);
      expect((await getPurchase(buyer.ctx, { ident })).state).toBe("queued");
      await expect(buy()).rejects.toMatchObject({ code: "service_unavailable" });
      await at.system.db.execute(sql`update supplier_sending set probe_at = now(), next_slot_at = now()`);
      expect((await waitForResult(ident)).state).toBe("successful");
      expect((await readDispatcher())?.stopped).toBe(false);
    },
  );

  test.each([401, 403])(
    "stops sending when a gateway replaces a response with %i, and sends no delivered purchase again",
    async (httpStatus) => {
      start();
      await at.sandbox.order({ answer: "html", httpStatus, execute: "deliver" });
      const ident = await buy();
      expect((await waitForResult(ident)).state).toBe("unconfirmed");
      expect(await readDispatcher()).toMatchObject({
        stopped: true,
        stop_reason: expect.stringContaining(`(${httpStatus})`),
      });
      await reset();
      expect((await waitForResult(await buy())).state).toBe("successful");
    },
  );

  test("delays all purchases after a gateway's 429, and sends no delivered purchase again", async () => {
    start();
    await at.sandbox.order({ answer: "html", httpStatus: 429, execute: "deliver" });
    const ident = await buy();
    expect((await waitForResult(ident)).state).toBe("unconfirmed");
    // The gateway's pause is ten seconds from its response; a slot without it is a moment after the claim.
    const [row] = await at.system.db.execute(sql`
      select next_slot_at > (select max(claimed_at) from attempts) + interval '9 seconds' as waits from supplier_sending`);
    expect(row?.waits).toBe(true);
    await reset();
    expect((await waitForResult(await buy())).state).toBe("successful");
  });

  test("stops sending after a series of unknown responses", async () => {
    start();
    await at.sandbox.order("bad-gateway", { times: 5 });
    for (let n = 0; n < 5; n++) await waitForResult(await buy());
    await expect.poll(async () => (await readDispatcher())?.stopped).toBe(true);
    expect((await readDispatcher())?.stop_reason).toContain("responses are unclear");
  });
});

test("stops sending after repeated contradictory responses", async () => {
  start();
  await waitForResult(await buy());
  await at.sandbox.order({ lie: "wrong-amount" }, { times: 5 });
  for (let n = 0; n < 5; n++) await waitForResult(await buy());
  await expect.poll(async () => (await readDispatcher())?.stopped).toBe(true);
});

test("rejects a response that names another purchase's upstream transaction", async () => {
  start();
  await waitForResult(await buy());
  await at.sandbox.order({ lie: "seen-ident" });
  const ident = await buy();
  expect((await waitForResult(ident)).state).toBe("unconfirmed");
  expect((await readAttempts(ident))[0]?.discrepancy).toContain("belongs to DT");
});

test("accepts one of two concurrent responses that name the same upstream transaction", async () => {
  const claims: Claim[] = [];
  for (const _ of [1, 2]) {
    await buy();
    claims.push(
      await vi.waitUntil(() => claimPurchase(at.system, "hand", getMainSupplier()), TEST_TIMEOUT_MS),
    );
  }
  const raw = { id: 77, ident: "DT-77" };
  const transaction = { upstreamId: "77", ident: raw.ident, amount: claims[0]?.cost ?? 0n };
  const answer = { result: "successful", note: "200", transaction } as unknown as PurchaseResponse;
  const recorded = await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from wallets where reseller_id = ${buyer.id} for update`);
    const both = claims.map((claim) => recordResponse(at.system, claim, answer));
    await waitForLocks(at.system, 2);
    return { both: Promise.all(both) };
  });
  await recorded.both;
  const states = await Promise.all(
    claims.map(async ({ ident }) => (await getPurchase(buyer.ctx, { ident })).state),
  );
  expect(states.toSorted()).toEqual(["successful", "unconfirmed"]);
});

test("settles an unconfirmed purchase when its response arrives late", async () => {
  start();
  await at.sandbox.order("hold-after");
  const ident = await buy();
  await at.sandbox.waitForPurchase({ ref: ident }, { until: "held" });
  await at.system.db.execute(sql`update attempts set result = 'unconfirmed' where result is null`);
  await at.system.db.execute(sql`update purchases set state = 'unconfirmed' where ident = ${ident}`);
  await at.sandbox.release();
  await expect.poll(async () => (await getPurchase(buyer.ctx, { ident })).state).toBe("successful");
});

test("marks a purchase as sending before the request begins", async () => {
  start();
  await at.sandbox.order("hold-before");
  const ident = await buy();
  await at.sandbox.waitForPurchase({ ref: ident }, { until: "held" });
  expect((await getPurchase(buyer.ctx, { ident })).state).toBe("sending");
  await at.sandbox.release();
  expect((await waitForResult(ident)).state).toBe("successful");
});

test("keeps a response that can't be recorded at once, and records it later", async () => {
  start();
  await at.sandbox.order("hold-after");
  const ident = await buy();
  await at.sandbox.waitForPurchase({ ref: ident }, { until: "held" });
  await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from attempts where result is null for update`);
    await at.sandbox.release();
    await at.sandbox.waitForPurchase({ ref: ident }, { until: "answered" });
    await waitForLocks(at.system, 1);
  });
  expect((await waitForResult(ident)).state).toBe("successful");
  expect((await at.sandbox.purchases()).filter(({ ref }) => ref === ident)).toHaveLength(1);
});

test("records a response after any wait for a locked wallet", async () => {
  const impatient = connect(`${at.url}?lock_timeout=20`, 2);
  running = [runDispatcher({ ...at.system, db: impatient.db })];
  await at.sandbox.order("hold-after");
  const ident = await buy();
  await at.sandbox.waitForPurchase({ ref: ident }, { until: "held" });
  const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from wallets where reseller_id = ${buyer.id} for update`);
    await at.sandbox.release();
    const failures = () => log.mock.calls.filter(([line]) => String(line).includes("response_not_recorded"));
    await vi.waitFor(() => expect(failures().length).toBeGreaterThan(6), TEST_TIMEOUT_MS);
  });
  log.mockRestore();
  expect((await waitForResult(ident)).state).toBe("successful");
  expect(await readAttempts(ident)).toMatchObject([{ result: "successful" }]);
  await Promise.all(running.map((loop) => loop.stop()));
  await impatient.close();
});

test("sends each purchase once with several loops on one database", async () => {
  start(3);
  const idents = await Promise.all(Array.from({ length: 40 }, () => buy()));
  for (const ident of idents) expect((await waitForResult(ident)).state).toBe("successful");
  const sent = (await at.sandbox.purchases()).map(({ ref }) => ref);
  for (const ident of idents) expect(sent.filter((ref) => ref === ident)).toHaveLength(1);
});

test("finishes purchases in flight and claims no more when a loop stops", async () => {
  start();
  await at.sandbox.order("hold-after");
  const first = await buy();
  await at.sandbox.waitForPurchase({ ref: first }, { until: "held" });
  const stopped = Promise.all(running.map((loop) => loop.stop()));
  const later = [await buy(), await buy(), await buy()];
  await at.sandbox.release();
  await stopped;
  const state = async (ident: string) => (await getPurchase(buyer.ctx, { ident })).state;
  expect(await state(first)).toBe("successful");
  // A claim in progress may still take a purchase, which is then finished as well.
  const states = (await Promise.all(later.map(state))).toSorted();
  expect(states.slice(0, 2)).toEqual(["queued", "queued"]);
  expect(["queued", "successful"]).toContain(states[2]);
});
