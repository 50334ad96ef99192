import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type PortalMember, startSystem, type TestSystem } from "#e2e/harness";
import { TestAccounts } from "#e2e/test-accounts";
import { buyTestPlan, findTestPlan, nextTestPhone, testResellerCtx } from "#e2e/test-purchases";
import { createToken } from "#lib/account/token/create-token";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { createMemoryGroup, type MemoryGroup } from "./memory-group.ts";

const LIMIT_MB = 600;

/** Makes the process take memory up to 92 % of its limit at one SIGUSR2, and release it at the next. */
const BALLAST = `
  import v8 from "node:v8";
  import vm from "node:vm";
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc");
  let ballast;
  process.on("SIGUSR2", () => {
    const isTaken = ballast !== undefined;
    ballast = undefined;
    collect();
    if (!isTaken) ballast = Buffer.alloc(${LIMIT_MB * 0.92 * 1024 ** 2} - process.memoryUsage.rss(), 1);
  });`;

let group: MemoryGroup;
let system: TestSystem;
let portal: PortalMember;

beforeAll(async () => {
  group = createMemoryGroup(`portal-guard-${process.pid}`, LIMIT_MB);
  system = await startSystem();
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(BALLAST)}` };
  portal = await group.enterWhile(() => system.start({ env }));
}, 10 * TEST_TIMEOUT_MS);
afterAll(async () => {
  await system.close();
  await group.close();
});

test("rejects requests near the limit of memory, sells what it has, and serves again", async () => {
  const people = new TestAccounts(system.database.systemCtx);
  const buyer = await people.reseller({ level: "api" });
  const ctx = testResellerCtx(system, buyer);
  const plan = await findTestPlan(system, ctx);
  const { token } = await createToken(system.database.systemCtx, { resellerId: buyer.id, name: "memory" });
  const request = (path: string) =>
    fetch(portal.url + path, { headers: { Authorization: `Bearer ${token}` } });
  const getStatuses = () =>
    Promise.all(["/sign-in", "/api/balance", "/api/ready"].map(async (path) => (await request(path)).status));
  expect(await getStatuses()).toEqual([200, 200, 200]);

  process.kill(portal.pid, "SIGUSR2");
  await vi.waitFor(async () => expect(await getStatuses()).toEqual([503, 503, 200]), TEST_TIMEOUT_MS);
  const rejected = await request("/api/balance");
  expect(rejected.headers.get("Retry-After")).toBe("10");
  expect(await rejected.text()).toContain("Nothing was done.");
  const { ident } = await buyTestPlan(ctx, plan, nextTestPhone());
  expect((await waitUntilSettled(ctx, ident, TEST_TIMEOUT_MS)).state).toBe("successful");

  process.kill(portal.pid, "SIGUSR2");
  await vi.waitFor(async () => expect(await getStatuses()).toEqual([200, 200, 200]), TEST_TIMEOUT_MS);
  expect(group.hasKilled()).toBe(false);
});
