import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { createToken } from "#lib/account/token/create-token";
import { serveTestApi } from "#lib/api/testing/serve-test-api";
import { openScene } from "#lib/testing/open-scene";
import type { Scene } from "#lib/testing/scene";
import { TEST_NUMBERS } from "./test-outcomes.ts";
import { resetTestBalance } from "./test-wallet.ts";

let reseller: Awaited<ReturnType<Scene["reseller"]>>;
let token: string;

const at = await openScene();
const api = await serveTestApi();
beforeEach(async () => {
  reseller = await at.reseller("api");
  token = (await createToken(reseller.ctx, { name: "Program", test: "yes" })).token;
});

async function call(path: string, order?: object) {
  const response = await api.call(token, path, order && { method: "POST", body: JSON.stringify(order) });
  const { status, headers } = response;
  const header = (name: string) => headers.get(name);
  return {
    status,
    body: await response.json(),
    retryAfter: header("retry-after"),
    replayed: header("idempotency-replayed"),
    ref: header("x-ref"),
  };
}

const offered = () => at.offered(0, "api");
function buy(digits: string, path = `/api/data/ref-${digits}`) {
  const { planId, networkId } = offered();
  return call(path, { plan: planId, network: networkId, mobile_number: `0803123${digits}` });
}
const read = async (digits: string) => (await call(`/api/data/ref-${digits}`)).body.data;
const balance = async () => (await call("/api/balance")).body.data;
const money = (minor: bigint) =>
  new Intl.NumberFormat("en", { minimumFractionDigits: 2 }).format(Number(minor) / 100);
const START = 10_000_000n;

/** As if this many seconds had passed. */
const passSeconds = (seconds: number) =>
  at.system.db.execute(sql`
    update test_purchases set ends_at = ends_at - make_interval(secs => ${seconds}) where reseller_id = ${reseller.id}`);

/** The promises of each number, through the served API; a number without one fails. */
const PROMISES: Record<string, () => Promise<void>> = {
  "0001": async () => {
    expect(await buy("0001")).toMatchObject({ status: 422, body: { data: { Status: "failed" } } });
    expect(await balance()).toEqual({ balance: money(START), held: "0.00" });
  },
  "0002": () => endsLater("0002", 20, "successful"),
  "0003": async () => {
    const waiting = buy("0003");
    await expect.poll(() => countPurchases()).toBe(1);
    await passSeconds(20);
    expect(await waiting).toMatchObject({ status: 200, body: { data: { Status: "successful" } } });
  },
  "0004": async () => {
    const waiting = buy("0004");
    await expect.poll(() => countPurchases()).toBe(1);
    await passSeconds(25);
    expect(await read("0004")).toMatchObject({ Status: "pending" });
    expect(await balance()).toMatchObject({ held: money(offered().price) });
    await passSeconds(10);
    expect(await waiting).toMatchObject({ status: 200, body: { data: { Status: "successful" } } });
  },
  "0005": () => endsLater("0005", 20, "failed"),
  "0006": async () => {
    await expect(buy("0006")).rejects.toThrow("fetch failed");
    await isDeliveredOnRepeat("0006", "true");
  },
  "0007": async () => {
    expect(await buy("0007")).toMatchObject({ status: 503, retryAfter: "2" });
    expect(await countPurchases()).toBe(0);
    await isDeliveredOnRepeat("0007", null);
  },
  "0008": async () => {
    const lost = await buy("0008");
    expect(lost).toMatchObject({ status: 503, retryAfter: "2", ref: "ref-0008" });
    expect(lost.body.message).toMatch(/outcome is unknown.*same ref/s);
    await isDeliveredOnRepeat("0008", "true");
    const withoutRef = await buy("0008", "/api/data");
    expect(withoutRef).toMatchObject({ status: 500, retryAfter: null });
    expect(withoutRef.body.message).toContain(`Read GET /api/data/${withoutRef.ref}`);
    expect((await call(`/api/data/${withoutRef.ref}`)).status).toBe(200);
  },
  "0009": async () => {
    const lost = await buy("0009");
    expect(lost).toMatchObject({ status: 500, retryAfter: null });
    expect(lost.body.message).toMatch(/outcome is unknown.*same ref/s);
    await isDeliveredOnRepeat("0009", "true");
  },
  "0010": async () => {
    expect((await buy("0010")).body.data.Status).toBe("successful");
    expect(await balance()).toEqual({ balance: money(START - offered().price), held: "0.00" });
    await passSeconds(10);
    expect(await read("0010")).toMatchObject({
      Status: "failed",
      api_response: expect.stringContaining("Reversed"),
    });
    expect(await balance()).toEqual({ balance: money(START), held: "0.00" });
  },
  "0011": () => isRejectedOnce("0011", 429, { message: "Too Many Attempts." }),
  "0012": () => isRejectedOnce("0012", 422, { errors: { status: ["Service unavailable!."] } }),
  "0013": () => isRejected("0013", { plan: ["The selected plan is invalid."] }),
  "0014": () => isRejected("0014", { amount: ["Insufficient wallet balance!"] }),
  "0015": () => isRejected("0015", { status: ["Service unavailable!."] }),
  "0016": () => isRejected("0016", { status: [expect.stringContaining("restricted for transaction")] }),
  "0017": () => isRejected("0017", { status: [expect.stringContaining("daily data spending limit")] }),
  "0018": () =>
    isRejectedOnce("0018", 429, { message: expect.stringContaining("purchases waiting to be sent") }),
  "0019": async () => {
    expect((await buy("0019")).body.data.Status).toBe("pending");
    await passSeconds(1_000_000);
    expect((await read("0019")).Status).toBe("pending");
    expect(await balance()).toEqual({
      balance: money(START - offered().price),
      held: money(offered().price),
    });
    await resetTestBalance(reseller.ctx, {});
    expect((await read("0019")).Status).toBe("failed");
    expect(await balance()).toEqual({ balance: money(START), held: "0.00" });
  },
  "0021": () => isRejected("0021", { status: [expect.stringContaining("negative wallet balance")] }),
};

async function endsLater(digits: string, seconds: number, last: string) {
  expect(await buy(digits)).toMatchObject({ status: 200, body: { data: { Status: "pending" } } });
  expect(await balance()).toEqual({ balance: money(START - offered().price), held: money(offered().price) });
  await passSeconds(seconds);
  expect((await read(digits)).Status).toBe(last);
  const left = last === "failed" ? START : START - offered().price;
  expect(await balance()).toEqual({ balance: money(left), held: "0.00" });
}

async function isDeliveredOnRepeat(digits: string, replayed: string | null) {
  expect(await buy(digits)).toMatchObject({
    ...{ status: 200, replayed },
    body: { data: { Status: "successful" } },
  });
  expect(await countPurchases()).toBe(1);
  expect(await balance()).toEqual({ balance: money(START - offered().price), held: "0.00" });
}

async function isRejectedOnce(digits: string, status: number, body: object) {
  expect(await buy(digits)).toMatchObject({ status, retryAfter: "2", body });
  expect(await countPurchases()).toBe(0);
  await isDeliveredOnRepeat(digits, null);
}

async function isRejected(digits: string, errors: object) {
  for (const _ of [1, 2])
    expect(await buy(digits)).toMatchObject({ status: 422, retryAfter: null, body: { errors } });
  expect(await countPurchases()).toBe(0);
  expect(await balance()).toEqual({ balance: money(START), held: "0.00" });
}

async function countPurchases(): Promise<number> {
  const [row] = await at.system.db.execute<{ n: number }>(
    sql`select count(*)::int as n from test_purchases where reseller_id = ${reseller.id}`,
  );
  return row?.n ?? 0;
}

describe("a test token", () => {
  test.each(Object.entries(TEST_NUMBERS).map(([digits, { says }]) => [digits, says]))(
    "answers a number that ends in %s as its line says: %s",
    async (digits) => {
      const promise = PROMISES[digits];
      if (!promise) throw new Error(`No promise for ${digits}.`);
      await promise();
      await expectLiveUntouched();
    },
  );
});

/** Test mode moves no live money, places no live purchase and counts against no live limit. */
async function expectLiveUntouched() {
  const [live] = await at.system.db.execute(sql`
    select (select wallet from wallets where reseller_id = ${reseller.id}) as wallet,
      (select count(*)::int from purchases where reseller_id = ${reseller.id}) as purchases,
      (select count(*)::int from call_windows where reseller_id = ${reseller.id} and not test) as calls`);
  expect(live).toEqual({ wallet: "10000000", purchases: 0, calls: 0 });
}
