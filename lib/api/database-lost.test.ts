import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openTestProxy } from "#db/testing/test-proxy";
import { createToken } from "#lib/account/token/create-token";
import { serveTestApi } from "#lib/api/testing/serve-test-api";
import { env } from "#lib/core/env";
import { runDispatcher } from "#lib/purchase/send/dispatcher";
import { openScene } from "#lib/testing/open-scene";
import { reachBounds } from "#lib/testing/reach-bounds";

/** When the connection to the database is cut: as a purchase arrives there, or before its response returns. It stays cut. */
let cutAt: "request" | "answer" | undefined;
let away = false;
let placing = false;
let cuts = 0;
const RECIPIENT = "+2348031234567";

const at = await openScene();
const door = await openTestProxy(at.url, passes);
// The scene has read the configuration; the API opens its pool at its first request.
Object.assign(env(), { DATABASE_URL: door.url });
const reseller = await at.reseller("api");
const resellerId = reseller.id;
const token = (await createToken(reseller.ctx, { name: "Program" })).token;
const api = await serveTestApi();
beforeEach(async () => {
  [cutAt, away, placing] = [undefined, false, false];
  // The database is lost while a connection to it is open.
  await expect.poll(async () => (await call("/api/data/none", "GET")).status).toBe(404);
});
afterAll(async () => {
  door.close();
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

const call = (path: string, method = "POST") =>
  api.call(token, path, {
    method,
    ...(method === "POST" && { body: JSON.stringify({ ...wish(), mobile_number: "08031234567" }) }),
  });
const wish = () => {
  const { planId, networkId } = at.offered(0, "api");
  return { plan: planId, network: networkId };
};
const purchases = (ref: string) =>
  at.system.db.execute<{ ident: string }>(
    sql`select ident from purchases where reseller_id = ${resellerId} and ref = ${ref}`,
  );
const sendAll = async <T>(work: () => Promise<T>): Promise<T> => {
  const dispatcher = runDispatcher(at.system);
  return work().finally(dispatcher.stop);
};

test("waits for a placed purchase when the database is cut, and returns its outcome", async () => {
  const answer = call("/api/data/cut-while-waiting");
  await expect.poll(() => purchases("cut-while-waiting")).toHaveLength(1);
  away = true;
  const before = cuts;
  // The listener is notified of a change, and the read after it fails.
  const [purchase] = await purchases("cut-while-waiting");
  const change = `${resellerId} ${purchase?.ident} unconfirmed`;
  await expect
    .poll(async () => {
      await at.system.db.execute(sql`select pg_notify('purchase', ${change})`);
      return cuts;
    })
    .toBeGreaterThan(before);
  away = false;
  const { status, body } = await sendAll(async () => {
    const response = await answer;
    return { status: response.status, body: await response.json() };
  });
  expect([status, body.data?.Status, body.data?.ident]).toEqual([200, "successful", purchase?.ident]);
});

for (const [moment, bought] of [
  ["request", 0],
  ["answer", 1],
] as const) {
  test(`reports an unknown outcome and the same ref as safe when the ${moment} is cut`, async () => {
    cutAt = moment;
    const ref = `cut-${moment}`;
    const lost = await reachBounds(() => call(`/api/data/${ref}`));
    const { message } = await lost.json();
    expect([lost.status, Number(lost.headers.get("retry-after"))]).toEqual([503, expect.any(Number)]);
    expect(lost.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(message).toMatch(/unknown.*same ref/s);
    expect(await purchases(ref)).toHaveLength(bought);
    [cutAt, away] = [undefined, false];
    const again = await sendAll(() => call(`/api/data/${ref}`));
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, bought ? "true" : null]);
    expect(await purchases(ref)).toHaveLength(1);
  });

  test(`reports where to look and not to repeat a call without a ref when the ${moment} is cut`, async () => {
    cutAt = moment;
    const lost = await reachBounds(() => call("/api/data"));
    const ref = lost.headers.get("x-ref") ?? "";
    const { message } = await lost.json();
    expect([lost.status, lost.headers.get("retry-after")]).toEqual([500, null]);
    expect(message).toMatch(/unknown.*Do not repeat this call/s);
    expect(message).toContain(`/api/data/${ref}`);
    expect(await purchases(ref)).toHaveLength(bought);
    [cutAt, away] = [undefined, false];
    expect((await call(`/api/data/${ref}`, "GET")).status).toBe(bought ? 200 : 404);
    const again = await sendAll(() => call(`/api/data/${ref}`));
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, bought ? "true" : null]);
    expect(await purchases(ref)).toHaveLength(1);
  });
}

test("asks to call again when the database is unavailable before a purchase is placed", async () => {
  away = true;
  const rejected = await reachBounds(() => call("/api/data"));
  const { message } = await rejected.json();
  expect([rejected.status, rejected.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(message).not.toContain("unknown");
});

test("reports that the filtered list failed by its own body and status when the database is unavailable", async () => {
  away = true;
  const failed = await reachBounds(() => call("/api/data-plans-prices/filtered", "GET"));
  expect([failed.status, await failed.json()]).toEqual([
    500,
    { success: false, message: "The plans could not be listed.", error: expect.any(String) },
  ]);
});
