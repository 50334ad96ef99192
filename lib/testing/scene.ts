import { testDatabase } from "#db/testing";
import { confirmedSession, PASSWORD, seedAdmin, seedReseller } from "#lib/account/testing/people";
import type { Catalogue } from "#lib/catalogue/catalogue";
import { current } from "#lib/catalogue/current";
import { priceOf } from "#lib/catalogue/price";
import { sync } from "#lib/catalogue/sync";
import type { Ctx, Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { credit } from "#lib/ledger/adjust";
import { SandboxControl } from "#sandbox/control-client";
import { startSandbox } from "#sandbox/server";

/** A plan that every level may buy, with its price at the level asked for. */
export interface Offered {
  planId: number;
  networkId: number;
  price: Minor;
}

/** A portal's insides against a real database and a real HTTP upstream, for one test file. */
export interface Scene {
  url: string;
  system: Ctx;
  sandbox: SandboxControl;
  catalogue: Catalogue;
  /** A new reseller with money, in minor units, and how they act. */
  reseller(level?: Level, money?: Minor): Promise<{ id: number; ctx: Ctx }>;
  /** A new admin. */
  admin(): Promise<Ctx>;
  /** The n-th plan that is sold to a level. */
  offered(n?: number, level?: Level): Offered;
  close(): Promise<void>;
}

/** Builds the scene and points this file's configuration at it; call it in `beforeAll`, before anything else. */
export async function scene(variables: Record<string, string> = {}): Promise<Scene> {
  const [database, upstream] = await Promise.all([testDatabase(), startSandbox()]);
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
  await sync(system);
  const catalogue = await current(system);
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
      const id = await seedReseller(system, { email, name, level, password: PASSWORD });
      if (money > 0n) await credit(system, { resellerId: id, amount: money, reason: "start" });
      const sessionId = await confirmedSession(database, id);
      return { id, ctx: { actor: { kind: "reseller", id, email, level, sessionId }, db: database.db } };
    },
    async admin() {
      accounts += 1;
      const email = `admin-${accounts}@example.com`;
      const name = `Admin ${accounts}`;
      const id = await seedAdmin(system, { email, name, password: PASSWORD });
      const sessionId = await confirmedSession(database, id);
      return {
        actor: { kind: "admin", id, email, sessionId, permissions: ALL_PERMISSIONS },
        db: database.db,
      };
    },
    offered(n = 0, level = "affiliate") {
      const sold = [...catalogue.plans.values()].filter((plan) => priceOf(plan, level) !== undefined);
      const plan = sold[n];
      const price = plan && priceOf(plan, level);
      if (!plan || price === undefined) throw new Error(`There is no plan number ${n}.`);
      return { planId: plan.id, networkId: plan.networkId, price };
    },
    async close() {
      await upstream.close();
      await database.close();
    },
  };
}
