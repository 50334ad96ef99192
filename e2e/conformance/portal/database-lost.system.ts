import { sql } from "drizzle-orm";
import { openTestProxy, type TestProxy } from "#db/testing/test-proxy";
import { type ConformanceResponse, callApi } from "#e2e/conformance/call-api";
import { expect, test } from "#e2e/conformance/fixtures";
import type { ServiceAccess } from "#e2e/conformance/tested-service";
import { startSystem, type TestSystem } from "#e2e/harness";
import { TestAccounts } from "#e2e/test-accounts";
import { createToken } from "#lib/account/token/create-token";
import { syncCatalogue } from "#lib/supplier/sync-supplier";

const RECIPIENT = "+2348031234567";
const ORDER = { plan: 1, network: 1, mobile_number: "08031234567" };

/** When the connection to the database is cut: as a purchase arrives there, or before its response returns. It stays cut. */
let cutAt: "request" | "answer" | undefined;
let away = false;
let placing = false;
let cuts = 0;
let system: TestSystem;
let proxy: TestProxy;
let service: ServiceAccess;
let resellerId: number;

test.beforeAll(async ({ server }) => {
  system = await startSystem();
  const ctx = system.database.systemCtx;
  await syncCatalogue(ctx);
  resellerId = (await new TestAccounts(ctx).reseller({ level: "api" })).id;
  const { token } = await createToken(ctx, { resellerId, name: "Program" });
  proxy = await openTestProxy(system.database.url, passes);
  // Waits for the lost database end soon, but not because the machine is slow.
  const env = { DATABASE_URL: proxy.url, BOUNDS_FACTOR: "0.4" };
  const { url } = await system.start({ roles: server === "own" ? "web" : server, env });
  service = { url, token };
});
test.beforeEach(async () => {
  [cutAt, away, placing] = [undefined, false, false];
  // The database is lost while a connection to it is open.
  await expect.poll(async () => (await read("/api/data/none")).status).toBe(404);
});
test.afterAll(async () => {
  await system.close();
  proxy.close();
});

/** The statement that places the purchase carries the recipient, and so does its response. */
function passes(side: "client" | "server", bytes: Buffer, opening: Buffer): boolean {
  if (opening.includes("portal-listen")) return true;
  const isHold = bytes.includes(RECIPIENT);
  if (side === "client" && isHold) placing = true;
  if (cutAt === "request" && placing) away = true;
  if (cutAt === "answer" && placing && side === "server" && isHold) away = true;
  if (away) cuts += 1;
  return !away;
}

const read = (path: string) => callApi(service, path);
const buy = (path: string) => callApi(service, path, { body: ORDER });
const listPurchases = (ref: string) =>
  system.database.db.execute<{ ident: string }>(
    sql`select ident from purchases where reseller_id = ${resellerId} and ref = ${ref}`,
  );
const whileSending = async <T>(work: () => Promise<T>): Promise<T> => {
  const worker = await system.start({ roles: "worker" });
  return work().finally(worker.stop);
};

/** Buys under a ref once the database is back. */
async function expectOnePurchase(ref: string, isReplayed: boolean): Promise<void> {
  [cutAt, away] = [undefined, false];
  const again = await whileSending(() => buy(`/api/data/${ref}`));
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([
    200,
    isReplayed ? "true" : null,
  ]);
  expect(await listPurchases(ref)).toHaveLength(1);
}

test("waits for a placed purchase when the database is cut, and returns its outcome", async () => {
  const response: Promise<ConformanceResponse> = buy("/api/data/cut-while-waiting");
  await expect.poll(() => listPurchases("cut-while-waiting")).toHaveLength(1);
  away = true;
  const before = cuts;
  // The listener is notified of a change, and the read after it fails.
  const [purchase] = await listPurchases("cut-while-waiting");
  const change = `${resellerId} ${purchase?.ident} unconfirmed`;
  await expect
    .poll(async () => {
      await system.database.db.execute(sql`select pg_notify('purchase', ${change})`);
      return cuts;
    })
    .toBeGreaterThan(before);
  away = false;
  const { status, body } = await whileSending(() => response);
  expect([status, body.data?.Status, body.data?.ident]).toEqual([200, "successful", purchase?.ident]);
});

for (const [moment, bought] of [
  ["request", 0],
  ["answer", 1],
] as const) {
  test(`reports an unknown outcome and the same ref as safe when the ${moment} is cut`, async () => {
    cutAt = moment;
    const ref = `cut-${moment}`;
    const { status, headers, body } = await buy(`/api/data/${ref}`);
    expect(status).toBe(503);
    expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(body.message).toMatch(/unknown.*same ref/s);
    expect(await listPurchases(ref)).toHaveLength(bought);
    await expectOnePurchase(ref, bought === 1);
  });

  test(`reports where to look and not to repeat a call without a ref when the ${moment} is cut`, async () => {
    cutAt = moment;
    const { status, headers, body } = await buy("/api/data");
    const ref = headers.get("x-ref") ?? "";
    expect([status, headers.get("retry-after")]).toEqual([500, null]);
    expect(body.message).toMatch(/unknown.*Do not repeat this call/s);
    expect(body.message).toContain(`/api/data/${ref}`);
    expect(await listPurchases(ref)).toHaveLength(bought);
    [cutAt, away] = [undefined, false];
    expect((await read(`/api/data/${ref}`)).status).toBe(bought ? 200 : 404);
    await expectOnePurchase(ref, bought === 1);
  });
}

test("asks to call again when the database is unavailable before a purchase is placed", async () => {
  away = true;
  const { status, headers, body } = await buy("/api/data");
  expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
  expect(body.message).not.toContain("unknown");
});

test("reports that the filtered list failed by its own body and status when the database is unavailable", async () => {
  away = true;
  const { status, body } = await read("/api/data-plans-prices/filtered");
  expect([status, body]).toEqual([
    500,
    { success: false, message: "The plans could not be listed.", error: expect.any(String) },
  ]);
});
