import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createToken } from "#lib/account/token/create-token";
import { serveTestApi, type TestCall } from "#lib/api/testing/serve-test-api";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { openScene } from "#lib/testing/open-scene";
import { asReseller } from "#lib/testing/scene";
import { findRequest, searchOwnRequests } from "./find-request.ts";
import { insertRequests } from "./insert-requests.ts";
import { notifyLateReplays } from "./notify-late-replays.ts";
import { buildRequestConditions, createRequestList, ownRequestList } from "./request-list.ts";
import { closeRequestLog, countDroppedRequests, keepRequest } from "./request-log.ts";

const at = await openScene();
const sending = runDispatcher(at.system);
const { port } = await serveTestApi();
afterAll(async () => {
  await sending.stop();
});

async function call(token: string, path: string, { headers, ...sent }: TestCall = {}) {
  const usual = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", Connection: "close" };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...sent,
    headers: { ...usual, ...headers },
  });
  const body = await response.text();
  return {
    status: response.status,
    id: response.headers.get("x-request-id") ?? "",
    body,
    headers: response.headers,
  };
}

async function program(limits: { ips?: string[]; test?: boolean } = {}) {
  const reseller = await at.reseller("api");
  const { token, id: tokenId } = await createToken(reseller.ctx, { name: "Program", ...limits });
  return { ...reseller, token, tokenId };
}

const order = () => {
  const { planId, networkId } = at.offered(0, "api");
  return JSON.stringify({ plan: planId, network: networkId, mobile_number: "08031234567" });
};

test("logs each request of a valid token with the facts of its response, under its ID", async () => {
  const { ctx, token } = await program();
  const buying = { method: "POST", body: order() };
  const read = await call(token, "/api/transactions?search=08031234567&api_key=secret-1");
  const bought = await call(token, "/api/data/order-1", buying);
  const without = await call(token, "/api/data", buying);
  const rejected = await call(token, "/api/data/order-2", { method: "POST", body: "{}" });
  const missing = await call(token, "/api/nothing");
  const wrongMethod = await call(token, "/api/balance", { method: "DELETE" });
  const { ident } = JSON.parse(bought.body).data;
  const byIdent = await call(token, `/api/data/${ident}`);
  const unchanged = await call(token, "/api/data_plans", { headers: { "If-None-Match": "*" } });
  await closeRequestLog();
  const { rows } = await ownRequestList.page(ctx, {});
  const facts = rows.map(({ requestId, method, path, status, ref, purchase, error }) => [
    ...[requestId, method, path, status, ref],
    ...[purchase, error],
  ]);
  const { ident: secondIdent } = JSON.parse(without.body).data;
  expect(facts).toEqual([
    [unchanged.id, "GET", "/api/data_plans", 304, null, null, null],
    [byIdent.id, "GET", `/api/data/${ident}`, 200, "order-1", ident, null],
    [wrongMethod.id, "DELETE", "/api/balance", 405, null, null, expect.stringContaining("DELETE method")],
    [missing.id, "GET", "/api/nothing", 404, null, null, "This address does not exist."],
    [
      ...[rejected.id, "POST", "/api/data/order-2", 422, "order-2", null],
      "The plan field is required. The mobile number field is required. The network field is required.",
    ],
    [without.id, "POST", "/api/data", 200, without.headers.get("x-ref"), secondIdent, null],
    [bought.id, "POST", "/api/data/order-1", 200, "order-1", ident, null],
    [read.id, "GET", "/api/transactions?search=…4567&api_key=…", 200, null, null, null],
  ]);
  for (const row of rows) {
    expect(row).toMatchObject({ test: false, token: "Program", address: "127.0.0.1" });
    expect(row.durationMs).toBeGreaterThanOrEqual(0);
    expect(Math.abs(row.at.getTime() - Date.now())).toBeLessThan(600_000);
  }
  const stored = JSON.stringify(await at.system.db.execute(sql`select * from api_requests`));
  for (const secret of [token, token.slice(0, 20), "08031234567", "secret-1"])
    expect(stored).not.toContain(secret);
});

test("logs a purchase whose response a test number cuts off as one without a response", async () => {
  const { ctx, token } = await program({ test: true });
  const body = order().replace("08031234567", "08031230006");
  await expect(call(token, "/api/data/cut-1", { method: "POST", body })).rejects.toThrow("fetch failed");
  await closeRequestLog();
  expect((await ownRequestList.page(ctx, {})).rows).toMatchObject([
    { status: 444, ref: "cut-1", error: "The connection was cut without a response." },
  ]);
});

test("logs rejected requests of a known reseller with the reason, and none of unknown tokens", async () => {
  const { ctx, token, tokenId } = await program();
  const { token: limited } = await createToken(ctx, { name: "Limited", ips: ["198.51.100.1"] });
  const { token: testing } = await createToken(ctx, { name: "Testing", test: true });
  const denied = await call(limited, "/api/balance");
  const tried = await call(testing, "/api/balance");
  await at.system.db.execute(sql`update tokens set revoked_at = now() where id = ${tokenId}`);
  const revoked = await call(token, "/api/balance");
  await call("guess", "/api/balance");
  await call(`${token.slice(0, -1)}!`, "/api/balance");
  const malformed = connect(port, "127.0.0.1");
  malformed.write(`GET /api/data/%FF HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${testing}\r\n\r\n`);
  const head = await text(malformed);
  await closeRequestLog();
  const { rows } = await ownRequestList.page(ctx, {});
  expect(
    rows.map(({ requestId, status, error, token, test }) => [requestId, status, error, token, test]),
  ).toEqual([
    [/X-Request-Id: (\w+)/.exec(head)?.[1], 400, "The address is malformed.", "Testing", true],
    [revoked.id, 401, "Unauthenticated. The token is revoked.", "Program", false],
    [tried.id, 200, null, "Testing", true],
    [
      ...[denied.id, 403, "Your IP address (127.0.0.1) is not whitelisted for this API token."],
      ...["Limited", false],
    ],
  ]);
});

test("filters by status, method, mode, day, ref, ident and request ID, and pages without gaps", async () => {
  const { ctx, token } = await program();
  const { token: testing } = await createToken(ctx, { name: "Testing", test: true });
  const bought = await call(token, "/api/data/order-1", { method: "POST", body: order() });
  const read = await call(token, "/api/balance");
  await call(testing, "/api/balance");
  await call(testing, "/api/nothing");
  await closeRequestLog();
  const today = new Date().toISOString().slice(0, 10);
  const { ident } = JSON.parse(bought.body).data;
  const paths = async (filter: object) =>
    (await ownRequestList.page(ctx, filter)).rows.map(
      ({ method, path, test }) => `${method} ${path}${test ? " (test)" : ""}`,
    );
  const buying = "POST /api/data/order-1";
  expect(await paths({ status: "successful" })).toEqual([
    "GET /api/balance (test)",
    "GET /api/balance",
    buying,
  ]);
  expect(await paths({ status: "rejected" })).toEqual(["GET /api/nothing (test)"]);
  expect(await paths({ status: "failed" })).toEqual([]);
  expect(await paths({ method: "POST" })).toEqual([buying]);
  expect(await paths({ mode: "live" })).toEqual(["GET /api/balance", buying]);
  for (const q of ["order-1", ident, ident.toLowerCase(), bought.id])
    expect([q, await paths({ q })]).toEqual([q, [buying]]);
  expect(await paths({ q: read.id.toUpperCase() })).toEqual(["GET /api/balance"]);
  expect(await paths({ q: "order" })).toEqual([]);
  const early = sql`(select id from api_requests where request_id = ${read.id})`;
  await at.system.db.execute(sql`update api_requests set at = at - interval '2 days' where id <= ${early}`);
  expect(await paths({ to: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) })).toEqual([
    "GET /api/balance",
    buying,
  ]);
  expect(await paths({ from: today })).toEqual(["GET /api/nothing (test)", "GET /api/balance (test)"]);
  const first = await ownRequestList.page(ctx, {}, 3);
  const second = await ownRequestList.page(ctx, { after: first.next ?? "" }, 3);
  expect([first.rows.length, second.rows.length, second.next]).toEqual([3, 1, null]);
  const file = (await Array.fromAsync(ownRequestList.csv(ctx, { method: "POST" }))).join("");
  expect(file.split("\r\n")[0]).toBe(
    '"time","request id","method","path","status","duration ms","reference","error","mode","token","address"',
  );
  // An id of digits alone is marked as text for spreadsheets.
  expect(file).toMatch(new RegExp(`"'?${bought.id}","POST","/api/data/order-1","200",`));
});

test("shows a reseller's requests to that reseller and to admins who may read purchases only", async () => {
  const { ctx, id, token } = await program();
  const { id: asked } = await call(token, "/api/balance");
  await closeRequestLog();
  expect(await searchOwnRequests(ctx, asked)).toMatchObject([{ href: `/settings/api/requests?q=${asked}` }]);
  const stranger = await asReseller(at.system, (await at.reseller("api")).id);
  expect((await ownRequestList.page(stranger, {})).rows).toEqual([]);
  expect((await ownRequestList.page(stranger, { q: asked })).rows).toEqual([]);
  expect(await searchOwnRequests(stranger, asked)).toEqual([]);
  await expect(createRequestList(id).page(stranger, {})).rejects.toMatchObject({ code: "not_found" });
  await expect(findRequest(stranger, { q: asked })).rejects.toMatchObject({ code: "not_found" });
  const admin = await at.admin();
  expect((await createRequestList(id).page(admin, { q: asked })).rows).toMatchObject([{ requestId: asked }]);
  expect(await findRequest(admin, { q: ` ${asked.toUpperCase()} ` })).toMatchObject({
    reseller: { id },
    path: "/api/balance",
  });
  expect(await findRequest(admin, { q: "0123456789ab" })).toBeUndefined();
  if (admin.actor.kind !== "admin") throw new Error("not an admin");
  const roleless = { ...admin, actor: { ...admin.actor, permissions: [] } };
  await expect(createRequestList(id).page(roleless, {})).rejects.toMatchObject({ code: "forbidden" });
  await expect(findRequest(roleless, { q: asked })).rejects.toMatchObject({ code: "forbidden" });
});

const request = (tokenHash: string, n: number) => ({
  ...{
    tokenHash,
    requestId: `r-${n}`,
    beganAt: performance.now(),
    durationMs: 1,
    method: "GET",
    path: "/api/balance",
  },
  ...{ status: 200, ref: undefined, error: undefined, address: undefined },
});
const countRows = async (id: number) =>
  Number(
    (await at.system.db.execute(sql`select count(*) from api_requests where reseller_id = ${id}`))[0]?.count,
  );

test("answers while the log's table is locked, bounds the waiting requests, and continues afterwards", async () => {
  const { ctx, id, token } = await program();
  await closeRequestLog();
  const [{ hash } = { hash: "" }] = await at.system.db.execute<{ hash: string }>(
    sql`select hash from tokens where reseller_id = ${id}`,
  );
  const locked = Promise.withResolvers<void>();
  const unlock = Promise.withResolvers<void>();
  const locking = at.system.db.transaction(async (tx) => {
    await tx.execute(sql`lock table api_requests in access exclusive mode`);
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  const answers = await Promise.all(Array.from({ length: 200 }, () => call(token, "/api/balance")));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const blocked = () =>
    at.system.db.execute(sql`select from pg_locks where relation = 'api_requests'::regclass and not granted`);
  await expect.poll(async () => (await blocked()).length).toBe(1);
  expect((await call(token, "/api/data/order-1", { method: "POST", body: order() })).status).toBe(200);
  const before = countDroppedRequests();
  for (let n = 0; n < 11_000; n += 1) keepRequest(request(hash, n), 1_000_000 + (n % 10));
  expect(countDroppedRequests() - before).toBe(11_000 + 201 - 10_000);
  expect((await call(token, "/api/balance")).status).toBe(200);
  unlock.resolve();
  await locking;
  await expect.poll(() => countRows(id)).toBe(10_000);
  const { id: asked } = await call(token, "/api/balance");
  await closeRequestLog();
  expect((await ownRequestList.page(ctx, { q: asked })).rows).toHaveLength(1);
});

test("limits the share of one sender, and drops only the batch that can't be written", async () => {
  const { id, token } = await program();
  const [{ hash } = { hash: "" }] = await at.system.db.execute<{ hash: string }>(
    sql`select hash from tokens where reseller_id = ${id}`,
  );
  const before = countDroppedRequests();
  for (let n = 0; n < 1_600; n += 1) keepRequest(request(hash, 20_000 + n), id);
  expect(countDroppedRequests() - before).toBe(100);
  await closeRequestLog();
  expect(await countRows(id)).toBe(1_500);
  keepRequest({ ...request(hash, 30_000), method: "\0" }, 5);
  await closeRequestLog();
  expect(countDroppedRequests() - before).toBe(101);
  await call(token, "/api/balance");
  keepRequest(request(hash, 30_001), 5);
  await closeRequestLog();
  expect(await countRows(id)).toBe(1_501);
});

interface Plan {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

test("reads few rows of a long log for a page, whatever the filter", async () => {
  const { db } = at.system;
  // Reseller 9001 stopped two days ago: the rows of others are newer.
  await db.execute(sql`
    insert into api_requests (at, request_id, reseller_id, token_id, test, method, path, status, duration_ms, ref)
    select now() - make_interval(secs => (30000 - n) * 20), 'cost-' || n, case when n > 20000 then 9002 else 9001 end, 1, n % 50 = 0,
      case when n % 20 = 0 then 'POST' else 'GET' end, '/api/balance', case when n % 400 = 0 then 503 when n % 30 = 0 then 422 else 200 end,
      1, 'cost-' || n from generate_series(1, 30000) n`);
  await db.execute(sql`analyze api_requests`);
  const readRows = async (filter: Parameters<typeof buildRequestConditions>[2]) => {
    const conditions = [
      sql`p.reseller_id = 9001`,
      ...(await buildRequestConditions(at.system, 9001, filter)),
    ];
    const [row] = await db.execute<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      sql`explain (analyze, format json) select * from api_requests p where ${sql.join(conditions, sql` and `)}
        order by p.id desc limit 51`,
    );
    const count = (plan: Plan): number =>
      (plan["Relation Name"]
        ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"]
        : 0) + (plan.Plans ?? []).reduce((sum, child) => sum + count(child), 0);
    return row ? count(row["QUERY PLAN"][0].Plan) : Number.NaN;
  };
  const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  for (const filter of [
    {},
    { status: "successful" },
    { status: "rejected" },
    { status: "failed" },
    { method: "POST" },
    { mode: "live" },
    { mode: "test" },
    { q: "cost-500" },
    { from: dayAgo(5), to: dayAgo(5) },
    { to: dayAgo(6) },
  ] as const)
    expect(await readRows(filter), JSON.stringify(filter)).toBeLessThan(3_500);
});

test("writes a batch that was written already once", async () => {
  const { ctx, id } = await program();
  const [{ hash } = { hash: "" }] = await at.system.db.execute<{ hash: string }>(
    sql`select hash from tokens where reseller_id = ${id}`,
  );
  const batch = [request(hash, 40_000), request(hash, 40_001)];
  await insertRequests(ctx.db, batch);
  await insertRequests(ctx.db, batch);
  expect(await countRows(id)).toBe(2);
});

test("marks a purchase under an old ref, and notifies the reseller after the third", async () => {
  const { ctx, id, token } = await program();
  const buy = (ref: string) => call(token, `/api/data/${ref}`, { method: "POST", body: order() });
  const refs = ["08031234567", "08031234568", "08031234569", "08031234560"];
  for (const ref of refs) expect((await buy(ref)).headers.get("x-warning")).toBeNull();
  const soon = await buy("08031234567");
  expect([soon.headers.get("idempotency-replayed"), soon.headers.get("x-warning")]).toEqual(["true", null]);
  const notified = async () => {
    await closeRequestLog();
    await notifyLateReplays(at.system);
    await notifyLateReplays(at.system);
    return at.system.db.execute<{ facts: { text: string } }>(
      sql`select facts from notifications where account_id = ${id} and event = 'late_replays'`,
    );
  };
  await at.system.db.execute(
    sql`update purchases set placed_at = placed_at - interval '10 days' where reseller_id = ${id}`,
  );
  const late = await buy("08031234567");
  await buy("08031234567");
  await buy("08031234568");
  expect([late.status, late.headers.get("x-warning")]).toEqual([
    200,
    expect.stringMatching(
      /^nothing was bought: this ref is of a purchase of \d{4}-\d{2}-\d{2}\. Send a new ref/,
    ),
  ]);
  expect(await notified()).toEqual([]);
  await buy("08031234569");
  const [notification, ...more] = await notified();
  expect(notification?.facts.text).toMatch(
    /^3 API purchases .* nothing was bought .* look like phone numbers\./,
  );
  expect(more).toEqual([]);
  const marked = await ownRequestList.page(ctx, { replays: "late" });
  expect(marked.rows.map(({ ref, lateReplay }) => [ref, lateReplay])).toEqual(
    ["08031234569", "08031234568", "08031234567", "08031234567"].map((ref) => [ref, true]),
  );
  expect((await ownRequestList.page(ctx, {})).rows).toHaveLength(9);
});
