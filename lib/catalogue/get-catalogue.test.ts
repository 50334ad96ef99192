import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { connect } from "#db/client";
import { createTestDatabase } from "#db/testing";
import type { Db } from "#lib/core/context";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { startSandbox } from "#sandbox/server";
import { getCatalogue, loadSnapshot } from "./get-catalogue.ts";
import { isCurrentCatalogue, selectNewestList } from "./sale-conditions.ts";

let queries: string[];

vi.spyOn(process.stderr, "write").mockReturnValue(true);
const [test, sandbox] = await Promise.all([createTestDatabase(), startSandbox()]);
process.env.UPSTREAM_BASE_URL = sandbox.url;
process.env.UPSTREAM_API_TOKEN = sandbox.token;
process.env.CATALOGUE_MAX_AGE_S = "300";
const logger = { logQuery: (query: string) => void queries.push(query) };
const watched = { ...test.systemCtx, db: drizzle(test.sql, { logger }) as unknown as Db };
afterAll(async () => {
  await sandbox.close();
  await test.close();
});
beforeEach(async () => {
  await syncCatalogue(test.systemCtx);
  queries = [];
});

it("is empty and not fresh before the first list", async () => {
  const empty = await createTestDatabase();
  const { plans, version, fresh, syncedAt, staleSince } = await getCatalogue(empty.systemCtx).finally(
    empty.close,
  );
  expect({ plans: plans.size, version, fresh, syncedAt, staleSince }).toEqual({
    plans: 0,
    version: 0,
    fresh: false,
    syncedAt: null,
    staleSince: null,
  });
});

const LOCK_PLANS = sql`lock table plans in access exclusive mode`;

it("reads plans once for concurrent callers, then only the version", async () => {
  await test.sql`update catalogue set changed_at = clock_timestamp()`;
  const release = await holdTransaction(test.db, LOCK_PLANS);
  await Promise.all([1, 2, 3, 4, 5].map(() => test.sql`select pg_sleep(0.02)`));
  const pending = [1, 2, 3, 4, 5].map(() => getCatalogue(watched));
  await waitForLocks(test.systemCtx, 1);
  await release();
  const all = await Promise.all(pending);
  expect(queries.filter((query) => query.includes("plan_types"))).toHaveLength(1);
  expect(new Set(all.map(({ plans }) => plans)).size).toBe(1);

  queries = [];
  expect((await getCatalogue(watched)).plans).toBe(all[0]?.plans);
  expect(queries).toHaveLength(1);
  expect(queries[0]).not.toContain("plans");
});

it("is read again after another process changed it", async () => {
  const before = await getCatalogue(watched);
  await sandbox.control.setPlan({ id: 1, prices: { api: 77_700n } });
  await syncCatalogue(test.systemCtx);
  const after = await getCatalogue(watched);
  expect(after.version).toBe(before.version + 1);
  expect(after.plans.get(1)?.amounts.api).toBe(77_700n);
  expect(before.plans.get(1)?.amounts.api).not.toBe(77_700n);
});

it("is built as it would be read, without reading the rest, when a sync changes only plans", async () => {
  const { version } = await getCatalogue(watched);
  await sandbox.control.setPlan({ id: 1, prices: { api: 66_600n } });
  await sandbox.control.removePlan(2);
  queries = [];
  await syncCatalogue(watched);
  const after = await getCatalogue(watched);
  expect(queries.filter((query) => query.includes("plan_types"))).toEqual([]);
  const { plans, ...rest } = await loadSnapshot(test.db);
  expect([...after.plans]).toEqual([...plans]);
  expect(after).toMatchObject({ ...rest, version: version + 1 });
});

it("is read completely when a sync adds a plan", async () => {
  await getCatalogue(watched);
  await sandbox.control.setPlan({ id: 9001 });
  await syncCatalogue(watched);
  const { plans } = await loadSnapshot(test.db);
  expect(plans.has(9001)).toBe(true);
  expect([...(await getCatalogue(watched)).plans]).toEqual([...plans]);
});

it("is read again when a restored backup repeats a version with other content", async () => {
  const before = await getCatalogue(watched);
  await test.sql`update plans set api_amount = 88800 where id = 1`;
  await test.sql`update catalogue set changed_at = clock_timestamp()`;
  const after = await getCatalogue(watched);
  expect(after.version).toBe(before.version);
  expect(after.plans.get(1)?.amounts.api).toBe(88_800n);
});

it("is read again when the shared read loses its connection", async () => {
  await test.sql`update catalogue set changed_at = clock_timestamp()`;
  const doomed = connect(test.url, 1);
  onTestFinished(() => doomed.sql.end({ timeout: 0 }));
  const release = await holdTransaction(test.db, LOCK_PLANS);
  const first = getCatalogue({ ...test.systemCtx, db: doomed.db }).catch(() => "lost");
  const [pid] = await waitForLocks(test.systemCtx, 1);
  const second = getCatalogue(watched);
  await test.sql`select pg_terminate_backend(${pid ?? 0})`;
  expect(await first).toBe("lost");
  await release();
  expect((await second).plans.size).toBeGreaterThan(50);
});

it("is stale by the database's clock, returns since when, and sells nothing while stale", async () => {
  const sells = async (version: number, changedAt: Date) => {
    const [row] = await test.systemCtx.db.execute<{ sells: boolean }>(
      sql`select ${isCurrentCatalogue({ version: sql`${version}`, changedAt: sql`${changedAt.toISOString()}` })}
        and (select fresh from (${selectNewestList()}) l) as sells`,
    );
    return row?.sells;
  };
  const { version, changedAt, fresh } = await getCatalogue(watched);
  const restored = new Date(changedAt.getTime() - 1);
  expect([fresh, await sells(version, changedAt)]).toEqual([true, true]);
  expect([await sells(version - 1, changedAt), await sells(version, restored)]).toEqual([false, false]);

  await test.sql`update suppliers set synced_at = now() - interval '301 seconds' where id = 1`;
  const stale = await getCatalogue(watched);
  expect(stale.fresh).toBe(false);
  expect(stale.staleSince).toEqual(stale.syncedAt);
  expect(stale.staleSince).toBeInstanceOf(Date);
  expect(await sells(version, changedAt)).toBe(false);
});
