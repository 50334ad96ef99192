import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { connect } from "#db/client";
import { type TestDatabase, testDatabase } from "#db/testing";
import type { Ctx, Db } from "#lib/core/context";
import { holding } from "#lib/testing/holding";
import { lockWaits } from "#lib/testing/lock-waits";
import { type Sandbox, startSandbox } from "#sandbox/server";
import { current, loadSnapshot } from "./current.ts";
import { isCurrentCatalogue } from "./sale-conditions.ts";
import { sync } from "./sync.ts";

let test: TestDatabase;
let sandbox: Sandbox;
let queries: string[];
let watched: Ctx;

beforeAll(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  [test, sandbox] = await Promise.all([testDatabase(), startSandbox()]);
  process.env.UPSTREAM_BASE_URL = sandbox.url;
  process.env.UPSTREAM_API_TOKEN = sandbox.token;
  process.env.CATALOGUE_MAX_AGE_S = "300";
  const logger = { logQuery: (query: string) => void queries.push(query) };
  watched = { ...test.systemCtx, db: drizzle(test.sql, { logger }) as unknown as Db };
});
afterAll(async () => {
  await sandbox.close();
  await test.close();
});
beforeEach(() => {
  queries = [];
});

it("is empty and not fresh before the first list came", async () => {
  const { plans, version, fresh, syncedAt, staleSince } = await current(watched);
  expect({ plans: plans.size, version, fresh, syncedAt, staleSince }).toEqual({
    plans: 0,
    version: 0,
    fresh: false,
    syncedAt: null,
    staleSince: null,
  });
});

const LOCK_PLANS = sql`lock table plans in access exclusive mode`;

it("reads plans once for all who ask at once, and then asks only for the version", async () => {
  await sync(test.systemCtx);
  const release = await holding(test.db, LOCK_PLANS);
  await Promise.all([1, 2, 3, 4, 5].map(() => test.sql`select pg_sleep(0.02)`));
  const asking = [1, 2, 3, 4, 5].map(() => current(watched));
  await lockWaits(test.systemCtx, 1);
  await release();
  const all = await Promise.all(asking);
  expect(queries.filter((query) => query.includes("plan_types"))).toHaveLength(1);
  expect(new Set(all.map(({ plans }) => plans)).size).toBe(1);

  queries = [];
  expect((await current(watched)).plans).toBe(all[0]?.plans);
  expect(queries).toHaveLength(1);
  expect(queries[0]).not.toContain("plans");
});

it("is read again when another process changed it", async () => {
  const before = await current(watched);
  await sandbox.control.setPlan({ id: 1, prices: { api: 77_700n } });
  await sync(test.systemCtx);
  const after = await current(watched);
  expect(after.version).toBe(before.version + 1);
  expect(after.plans.get(1)?.amounts.api).toBe(77_700n);
  expect(before.plans.get(1)?.amounts.api).not.toBe(77_700n);
});

it("is put together by a sync that changed plans alone, just as it would be read, and the rest is not read", async () => {
  const { version } = await current(watched);
  await sandbox.control.setPlan({ id: 1, prices: { api: 66_600n } });
  await sandbox.control.removePlan(2);
  queries = [];
  await sync(watched);
  const after = await current(watched);
  expect(queries.filter((query) => query.includes("plan_types"))).toEqual([]);
  const { plans, ...rest } = await loadSnapshot(test.db);
  expect([...after.plans]).toEqual([...plans]);
  expect(after).toMatchObject({ ...rest, version: version + 1 });
});

it("is read whole by a sync in which a plan is new", async () => {
  await current(watched);
  await sandbox.control.setPlan({ id: 9001 });
  await sync(watched);
  const { plans } = await loadSnapshot(test.db);
  expect(plans.has(9001)).toBe(true);
  expect([...(await current(watched)).plans]).toEqual([...plans]);
});

it("is read again when a restored backup counts up to the same version with another content", async () => {
  const before = await current(watched);
  await test.sql`update plans set api_amount = 88800 where id = 1`;
  await test.sql`update catalogue set changed_at = clock_timestamp()`;
  const after = await current(watched);
  expect(after.version).toBe(before.version);
  expect(after.plans.get(1)?.amounts.api).toBe(88_800n);
});

it("asks for itself when the one it waited for lost its connection", async () => {
  await test.sql`update catalogue set changed_at = clock_timestamp()`;
  const doomed = connect(test.url, 1);
  const release = await holding(test.db, LOCK_PLANS);
  const first = current({ ...test.systemCtx, db: doomed.db }).catch(() => "lost");
  const [pid] = await lockWaits(test.systemCtx, 1);
  const second = current(watched);
  await test.sql`select pg_terminate_backend(${pid ?? 0})`;
  expect(await first).toBe("lost");
  await release();
  expect((await second).plans.size).toBeGreaterThan(50);
  await doomed.sql.end({ timeout: 0 });
});

it("is stale by the database's clock, says since when, and sells nothing then", async () => {
  const sells = async (version: number, changedAt: Date) => {
    const [row] = await test.systemCtx.db.execute<{ sells: boolean }>(
      sql`select ${isCurrentCatalogue({ version: sql`${version}`, changedAt: sql`${changedAt.toISOString()}` })} as sells`,
    );
    return row?.sells;
  };
  const { version, changedAt, fresh } = await current(watched);
  const restored = new Date(changedAt.getTime() - 1);
  expect([fresh, await sells(version, changedAt)]).toEqual([true, true]);
  expect([await sells(version - 1, changedAt), await sells(version, restored)]).toEqual([false, false]);

  await test.sql`update catalogue set synced_at = now() - interval '301 seconds'`;
  const stale = await current(watched);
  expect(stale.fresh).toBe(false);
  expect(stale.staleSince).toEqual(stale.syncedAt);
  expect(stale.staleSince).toBeInstanceOf(Date);
  expect(await sells(version, changedAt)).toBe(false);
});
