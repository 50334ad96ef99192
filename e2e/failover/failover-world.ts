import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type PortalProcess, startPortalProcess } from "#bin/start/start-portal-process";
import { connect, type Database } from "#db/client";
import { ensureDatabase } from "#db/ensure-database";
import { migrate } from "#db/migrate";
import { type ReplicaPair, startReplicaPair } from "#db/testing/replica-pair";
import type { ReportedState } from "#e2e/chaos/buyer";
import { CHAIN_WAIT_S, SENDS_PER_MINUTE } from "#e2e/chaos/world";
import { actForReseller, type Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { startHeartbeat } from "#lib/job/heartbeat";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { reconcileSettings } from "#lib/reconcile/reconcile-settings";
import { storeSettings } from "#lib/testing/store-settings";
import { type Sandbox, startSandbox } from "#sandbox/server";

/** Two database servers, worker processes, and this process as one that places purchases. */
export interface FailoverWorld {
  pair: ReplicaPair;
  sandbox: Sandbox;
  system: Ctx;
  database: Database;
  close(): Promise<void>;
}

export async function openFailoverWorld(workers: number, log: string): Promise<FailoverWorld> {
  const pair = await startReplicaPair();
  const url = await ensureDatabase(pair.url("portal"));
  await migrate(url);
  const sandbox = await startSandbox({ balanceMinor: 100_000_000_000n, purchasesPerMinute: null, seed: 1 });
  Object.assign(process.env, {
    DATABASE_URL: url,
    UPSTREAM_BASE_URL: sandbox.url,
    UPSTREAM_API_TOKEN: sandbox.token,
    UPSTREAM_PURCHASES_PER_MINUTE: String(SENDS_PER_MINUTE),
    UPSTREAM_TIMEOUT_MS: "30000",
    UPSTREAM_IN_FLIGHT: "8",
    NEXTAUTH_SECRET: "failover-needs-no-secret-but-32-characters",
    NEXTAUTH_URL: "http://localhost:3000",
  });
  const database = connect(url, 8);
  const system: Ctx = { actor: { kind: "system", name: "failover" }, db: database.db };
  const { late, refund, grace } = CHAIN_WAIT_S;
  const waits = { lateSeconds: late, refundSeconds: refund, graceSeconds: grace };
  await storeSettings(database.db, reconcileSettings, waits);
  const processes: PortalProcess[] = [];
  for (let n = 0; n < workers; n++) processes.push(await startPortalProcess({ PORTAL_ROLES: "worker" }, log));
  const heartbeat = await startHeartbeat(system, ["web"]);
  return {
    pair,
    sandbox,
    system,
    database,
    async close() {
      await heartbeat.stop();
      await Promise.all(processes.map((each) => each.stop()));
      await database.cut();
      await sandbox.close();
      await pair.close();
    },
  };
}

/** A purchase as its buyer was last notified of it. */
export interface PlacedOrder {
  reseller: number;
  ref: string;
  told: ReportedState;
  ident: string;
}

/** Places one purchase, repeating the same ref until it has a response. */
export async function placeUntilAnswered(
  system: Ctx,
  reseller: number,
  ref: string,
  offer: { planId: number; networkId: number },
): Promise<PlacedOrder> {
  const email = `chaos-${reseller}@example.com`;
  const ctx = actForReseller(system, { id: reseller, email, level: "api", agent: null });
  for (;;) {
    try {
      const { purchase } = await placePurchase(ctx, {
        ref,
        phone: "08031234567",
        channel: "api",
        again: true,
        ...offer,
      });
      const { state, ident } = purchase;
      return { reseller, ref, ident, told: state === "successful" || state === "failed" ? state : "pending" };
    } catch (error) {
      if (
        error instanceof PortalError &&
        !["unavailable", "service_unavailable", "too_many_waiting", "queue_too_long"].includes(error.code)
      )
        throw error;
      await pause(100);
    }
  }
}

/** Waits until a purchase was claimed after this moment of the database. @returns the time until then, in ms. */
export async function waitForSend({ database }: FailoverWorld, since: Date): Promise<number> {
  const began = performance.now();
  for (;;) {
    const rows = await database.db
      .execute(sql`select from attempts where claimed_at > ${since.toISOString()}::timestamptz limit 1`)
      .catch(() => []);
    if (rows.length > 0) return performance.now() - began;
    await pause(50);
  }
}
