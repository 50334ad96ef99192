import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { getFreePort } from "#db/embedded/free-port";
import { type PortalMember, startSystem, type TestSystem } from "#e2e/harness";
import { installPackages, searchPath } from "#e2e/system-packages";
import { TestAccounts } from "#e2e/test-accounts";
import { findTestPlan, testResellerCtx } from "#e2e/test-purchases";
import { createToken } from "#lib/account/token/create-token";
import { checkPurchases } from "#lib/sales/check-purchases";
import { findDoubleDeliveries, findResentRefs } from "#sandbox/outcome-checks";
import { type ProxyName, startProxy } from "./proxies.ts";

const PROXIES: readonly ProxyName[] = ["caddy", "haproxy"];
const STOPS = 4;
const BUYERS = 40;
/** A reseller may buy 30 times a minute. */
const BUYING_PAUSE_MS = 2_100;
const READERS = 4;
const WATCHERS = 4;
/** As a browser waits before it connects again: app/api/events/event-stream.ts. */
const RECONNECT_MS = 3_000;
const TIMEOUT_MS = 600_000;

let system: TestSystem;
let people: TestAccounts;

beforeAll(async () => {
  await installPackages(
    PROXIES.filter((name) => searchPath(name).length === 0),
    300_000,
  );
  system = await startSystem();
  // A purchase is in flight for as long as upstreams take, so that each stop meets some.
  people = new TestAccounts(system.database.systemCtx);
  await system.upstream.control.settings({ latencyMs: [300, 2_000] });
}, TIMEOUT_MS);
afterAll(() => system.close());

interface Count {
  requests: number;
  failed: string[];
}

/** Requests again and again while `on` says so; counts each response that isn't as `fits` says. */
async function load(
  on: () => boolean,
  count: Count,
  request: () => Promise<Response>,
  fits: (response: Response, body: string) => boolean,
  pauseMs = 0,
) {
  await pause(Math.random() * pauseMs);
  for (; on(); await pause(pauseMs)) {
    count.requests += 1;
    try {
      const response = await request();
      const body = await response.text();
      if (!fits(response, body)) count.failed.push(`${response.status} ${body.slice(0, 200)}`);
    } catch (error) {
      count.failed.push(String((error as Error).cause ?? error));
    }
  }
}

/** Keeps a live page's line open, and counts the attempts to connect that fail. */
async function watch(on: () => boolean, count: Count, url: string, cookie: string) {
  const ending = new AbortController();
  const ended = (async () => {
    while (on()) await pause(100);
    ending.abort();
  })();
  while (on()) {
    count.requests += 1;
    try {
      const response = await fetch(`${url}/api/events`, {
        headers: { Cookie: cookie, Accept: "text/event-stream" },
        signal: ending.signal,
      });
      if (response.status !== 200) count.failed.push(`events ${response.status}`);
      for await (const _ of response.body ?? []) if (!on()) break;
    } catch (error) {
      // The page of a line that ends connects again.
      if (on() && (error as Error).message === "fetch failed") count.failed.push(`events ${String(error)}`);
    }
    if (on()) await pause(RECONNECT_MS);
  }
  await ended;
}

test.each(PROXIES)(
  "behind %s no request fails while two processes are replaced one after the other",
  async (name) => {
    const port = await getFreePort();
    const ports = await Promise.all(Array.from({ length: 2 }, getFreePort));
    const url = `http://localhost:${port}`;
    const env = { NEXTAUTH_URL: url, TRUSTED_PROXIES: "127.0.0.1" };
    const start = (processPort: number) => system.start({ env: { ...env, PORT: String(processPort) } });
    const members: PortalMember[] = await Promise.all(ports.map(start));
    const proxy = await startProxy(name, port, ports);

    let running = true;
    onTestFinished(async () => {
      running = false;
      await proxy.close();
      await Promise.all(members.map((member) => member.kill()));
    });
    const on = () => running;
    const counts = { purchases: newCount(), pages: newCount(), lines: newCount() };
    let orders = 0;
    // The sandbox fails or loses purchases for numbers that end in 0001 to 0020.
    const nextPhone = () => `0803${String(++orders).padStart(5, "0")}99`;
    const work: Promise<void>[] = [];
    for (let n = 0; n < BUYERS; n++) {
      const buyer = await people.reseller({ money: 1_000_000_000n });
      const plan = await findTestPlan(system, testResellerCtx(system, buyer));
      const { token } = await createToken(system.database.systemCtx, {
        resellerId: buyer.id,
        name: "rolling",
      });
      const buy = () =>
        fetch(`${url}/api/data/${randomUUID()}`, {
          method: "POST",
          headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
          body: JSON.stringify({ plan: plan.id, network: plan.networkId, mobile_number: nextPhone() }),
        });
      const isBought = ({ status }: Response, body: string) =>
        status === 200 && /"Status":"(successful|pending)"/.test(body);
      work.push(load(on, counts.purchases, buy, isBought, BUYING_PAUSE_MS));
    }
    for (let n = 0; n < READERS + WATCHERS; n++) {
      const reader = await people.reseller();
      const { name: cookieName, value } = await people.cookie(reader);
      const cookie = `${cookieName}=${value}`;
      const read = () => fetch(`${url}/wallet`, { headers: { Cookie: cookie } });
      work.push(
        n < READERS
          ? load(on, counts.pages, read, ({ status }, body) => status === 200 && body.includes("</html>"))
          : watch(on, counts.lines, url, cookie),
      );
    }

    const codes: (number | null)[] = [];
    for (let stop = 0; stop < STOPS; stop++) {
      const index = stop % 2;
      await pause(3_000);
      codes.push((await members[index]?.stop()) ?? null);
      members[index] = await start(ports[index] as number);
    }
    await pause(3_000);
    running = false;
    await Promise.all(work);
    // The processes are killed next.
    await vi.waitUntil(async () => (await countUnfinished()) === 0, 60_000);

    console.log(
      `${name}: ${codes.length} processes replaced; ` +
        Object.entries(counts)
          .map(([kind, { requests, failed }]) => `${kind} ${requests}, failed ${failed.length}`)
          .join("; "),
    );
    expect(codes).toEqual(Array(STOPS).fill(0));
    for (const [kind, { requests, failed }] of Object.entries(counts)) {
      expect({ kind, failed }).toEqual({ kind, failed: [] });
      expect(requests).toBeGreaterThan(4);
    }
  },
  TIMEOUT_MS,
);

test("HAProxy uses processes that stop while it finds no other, instead of failing a request", async () => {
  const checks = [0, 0];
  const ports = await Promise.all(
    checks.map(async (_, n) => {
      const stopping = createServer(({ url, headers }, response) => {
        // Its own checks are not forwarded for anyone.
        const isCheck = url === "/api/ready" && !headers["x-forwarded-for"];
        if (isCheck) checks[n] = (checks[n] ?? 0) + 1;
        response.writeHead(isCheck ? 503 : 200).end();
      });
      onTestFinished(() => void stopping.close());
      await once(stopping.listen(0, "127.0.0.1"), "listening");
      return (stopping.address() as AddressInfo).port;
    }),
  );
  const port = await getFreePort();
  const proxy = await startProxy("haproxy", port, ports);
  onTestFinished(() => proxy.close());
  await vi.waitUntil(() => checks.every((count) => count > 1), 60_000);
  expect((await fetch(`http://localhost:${port}/wallet`)).status).toBe(200);
});

test("every purchase of those times ended right, and none was sent twice", async () => {
  const { systemCtx, sql } = system.database;
  const [log, transactions, ledger, states] = await Promise.all([
    system.upstream.control.purchases(),
    system.upstream.control.transactions(),
    checkPurchases(systemCtx),
    sql`select state, count(*)::int from purchases group by state`,
  ]);
  const counts = Object.fromEntries(states.map(({ state, count }) => [state, count]));
  console.log(`purchases: ${JSON.stringify(counts)}`);
  expect(Object.keys(counts)).toEqual(["successful"]);
  expect([...findResentRefs(log), ...findDoubleDeliveries(transactions), ...ledger.findings]).toEqual([]);
});

async function countUnfinished(): Promise<number> {
  const [row] = await system.database
    .sql`select count(*)::int as n from purchases where state in ('queued', 'sending')`;
  return row?.n;
}

const newCount = (): Count => ({ requests: 0, failed: [] });
