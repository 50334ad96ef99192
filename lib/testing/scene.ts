import { sql } from "drizzle-orm";
import { z } from "zod";
import { createTestDatabase } from "#db/testing";
import { selectSellers } from "#lib/account/reseller/select-reseller";
import {
  createConfirmedSession,
  seedAdmin,
  seedReseller,
  TEST_PASSWORD,
} from "#lib/account/testing/test-accounts";
import type { Catalogue } from "#lib/catalogue/catalogue";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getLevelPrice } from "#lib/catalogue/price/price";
import type { Ctx, Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { PRICE_TERMS_COLUMNS } from "#lib/core/price-list/agent-terms";
import { readRows } from "#lib/core/read-rows";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { copyConfirmedChanges, forgetChanges } from "#lib/purchase/queue/confirmed-changes";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { SandboxControl } from "#sandbox/control-client";
import { startSandbox } from "#sandbox/server";

/** A plan that every level may buy, with its price at a level. */
export interface OfferedPlan {
  planId: number;
  networkId: number;
  price: Minor;
}

/** A portal with a real database and a real HTTP upstream, for one test file. */
export interface Scene {
  url: string;
  system: Ctx;
  sandbox: SandboxControl;
  catalogue: Catalogue;
  /** Creates a reseller with money, in minor units, and their context. */
  reseller(level?: Level, money?: Minor): Promise<{ id: number; ctx: Ctx }>;
  admin(): Promise<Ctx>;
  /** Returns the n-th plan that is sold to a level. */
  offered(n?: number, level?: Level): OfferedPlan;
  close(): Promise<void>;
}

/** Creates the context of an existing reseller, with a new session that has just confirmed its password. */
export async function asReseller(ctx: Ctx, id: number): Promise<Ctx> {
  const [account] = await readRows(ctx.db, z.object({ email: z.string(), ...PRICE_TERMS_COLUMNS }))`
    select email, level, agent from (${selectSellers()}) s where id = ${id}`;
  if (!account) throw new Error(`There is no reseller ${id}.`);
  const sessionId = await createConfirmedSession(ctx, id);
  return {
    ...ctx,
    actor: { kind: "reseller", id, ...account, agent: account.agent ?? undefined, sessionId },
  };
}

/** Builds the scene and points this file's configuration at it; call it in `beforeAll`, before anything else. */
export async function scene(variables: Record<string, string> = {}): Promise<Scene> {
  const [database, upstream] = await Promise.all([createTestDatabase(), startSandbox()]);
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    UPSTREAM_BASE_URL: upstream.url,
    UPSTREAM_API_TOKEN: upstream.token,
    UPSTREAM_PURCHASES_PER_MINUTE: "100000",
    UPSTREAM_TIMEOUT_MS: "30000",
    ...variables,
  });
  const sandbox = new SandboxControl(upstream.controlUrl);
  await sandbox.settings({ purchasesPerMinute: 1_000_000 });
  const system = database.systemCtx;
  // A test process has one database after the other; a portal has one.
  forgetChanges(copyConfirmedChanges());
  await syncCatalogue(system);
  const catalogue = await getCatalogue(system);
  let accounts = 0;
  return {
    url: database.url,
    system,
    sandbox,
    catalogue,
    async reseller(level = "affiliate", money = 10_000_000n) {
      accounts += 1;
      const email = `reseller-${accounts}@example.com`;
      const name = `Reseller ${accounts}`;
      const id = await seedReseller(system, { email, name, level, password: TEST_PASSWORD });
      if (money > 0n) await postCredit(system, { resellerId: id, amount: money, reason: "start" });
      return { id, ctx: await asReseller(system, id) };
    },
    async admin() {
      accounts += 1;
      const email = `admin-${accounts}@example.com`;
      const name = `Admin ${accounts}`;
      const id = await seedAdmin(system, { email, name, password: TEST_PASSWORD });
      const sessionId = await createConfirmedSession(system, id);
      return {
        actor: { kind: "admin", id, email, sessionId, permissions: ALL_PERMISSIONS },
        db: database.db,
      };
    },
    offered(n = 0, level = "affiliate") {
      const sold = [...catalogue.plans.values()].filter((plan) => getLevelPrice(plan, level) !== undefined);
      const plan = sold[n];
      const price = plan && getLevelPrice(plan, level);
      if (!plan || price === undefined) throw new Error(`There is no plan number ${n}.`);
      return { planId: plan.id, networkId: plan.networkId, price };
    },
    async close() {
      await upstream.close();
      await database.close();
    },
  };
}

/** Inserts background work that has failed three times and waits for its next attempt. @returns the id of the failure */
export async function seedFailingJob({ db }: Ctx, error: string): Promise<number> {
  const [failure] = await db.execute<{ id: string }>(sql`
    insert into lane_failures (lane, key, error, failures, due_at)
    values ('catalogue', 'list ' || gen_random_uuid(), ${error}, 3, now() + interval '1 day') returning id`);
  // A lane exists from its first look for work on.
  await db.execute(
    sql`insert into lanes (name, looked_at) values ('catalogue', now()) on conflict do nothing`,
  );
  return Number(failure?.id);
}
