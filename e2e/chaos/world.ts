import { appendFileSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { connect } from "#db/client";
import { type Embedded, startEmbedded } from "#db/embedded";
import { ensureDatabase } from "#db/ensure-database";
import { migrate } from "#db/migrate";
import type { Ctx } from "#lib/core/context";
import { reconcileSettings } from "#lib/reconcile/reconcile-settings";
import { storeSettings } from "#lib/testing/store-settings";
import type { FaultOrder } from "#sandbox/presets";
import { type Sandbox, startSandbox } from "#sandbox/server";
import { addSupplier } from "./add-supplier.ts";
import type { Restart } from "./judge-rate.ts";
import { retryStart } from "./retry-start.ts";

/** Sends a minute, over all processes: fewer than the buyers would like, so that the limit is felt. */
export const SENDS_PER_MINUTE = 150;

/** How often each fault of the upstream comes: about one answer in seven is lost, late, cut or wrong. */
export const FAULT_RATES: { fault: FaultOrder; rate: number }[] = [
  { fault: "lost-answer", rate: 0.03 },
  { fault: "hang-delivered", rate: 0.01 },
  { fault: "hang", rate: 0.01 },
  { fault: "reset", rate: 0.02 },
  { fault: "cut", rate: 0.02 },
  { fault: "bad-gateway-delivered", rate: 0.02 },
  { fault: "html-delivered", rate: 0.01 },
  { fault: "redirect-delivered", rate: 0.01 },
  { fault: "late-delivery", rate: 0.01 },
  { fault: "late-failure", rate: 0.01 },
  { fault: "fail", rate: 0.05 },
  { fault: "too-many", rate: 0.005 },
  { fault: "server-error", rate: 0.01 },
];

/** How long the balance chain waits, in seconds: no answer here comes later than UPSTREAM_TIMEOUT_MS. */
export const CHAIN_WAIT_S = { late: 8, refund: 12, grace: 3 };

export interface ChaosWorld {
  databaseUrl: string;
  /** The main upstream. */
  sandbox: Sandbox;
  /** All upstreams that the portal buys from, the main one first. */
  sandboxes: Sandbox[];
  /** The times in which it was killed and came back, in ms of the calls' clock. */
  restarts: readonly Restart[];
  /** Kills PostgreSQL without warning and starts it again on the same data and port. */
  killDatabase(): Promise<void>;
  /** Kills it the same way, and starts it as a standby that has every commit and takes over: on a later timeline. */
  promoteDatabase(): Promise<void>;
  close(): Promise<void>;
}

/** A durable database of its own, upstreams that each err by `seed`, and this process's configuration for all. */
export async function openChaosWorld(seed: number, suppliers = 1): Promise<ChaosWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), "portal-chaos-"));
  let server: Embedded = await startEmbedded({ dataDir });
  const databaseUrl = await ensureDatabase(server.url("portal"));
  const port = Number(new URL(databaseUrl).port);
  await migrate(databaseUrl);
  await shortenChainWaits(databaseUrl);
  const sandboxes = await Promise.all(Array.from({ length: suppliers }, (_, n) => startUpstream(seed + n)));
  const [main] = sandboxes;
  if (!main) throw new Error("Give at least one supplier.");
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    UPSTREAM_BASE_URL: main.url,
    UPSTREAM_API_TOKEN: main.token,
    UPSTREAM_PURCHASES_PER_MINUTE: String(SENDS_PER_MINUTE),
    UPSTREAM_TIMEOUT_MS: "1500",
    UPSTREAM_IN_FLIGHT: "8",
    NEXTAUTH_SECRET: "chaos-needs-no-secret-but-32-characters",
    NEXTAUTH_URL: "http://localhost:3000",
    BACKUP_TO: join(dataDir, "backups"),
    BACKUP_KEY: "chaos-needs-no-secret-but-32-characters",
    BACKUP_KEEP: "4",
  });
  const restarts: Restart[] = [];
  async function killDatabase() {
    const from = performance.now();
    process.kill(server.pid, "SIGKILL");
    await server.stop();
    server = await retryStart(() => startEmbedded({ dataDir, port }));
    restarts.push({ from, until: performance.now() });
  }
  return {
    databaseUrl,
    sandbox: main,
    sandboxes,
    restarts,
    killDatabase,
    async promoteDatabase() {
      const cluster = join(dataDir, "cluster");
      appendFileSync(join(cluster, "postgresql.auto.conf"), "restore_command = 'false'\n");
      writeFileSync(join(cluster, "recovery.signal"), "", { mode: 0o666 });
      const { uid, gid } = statSync(cluster);
      chownSync(join(cluster, "recovery.signal"), uid, gid);
      await killDatabase();
    },
    async close() {
      await Promise.all(sandboxes.map((each) => each.close()));
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function startUpstream(seed: number): Promise<Sandbox> {
  const sandbox = await startSandbox({ balanceMinor: 100_000_000_000n, purchasesPerMinute: null, seed });
  await sandbox.control.rates(FAULT_RATES, seed);
  return sandbox;
}

/**
 * Adds the suppliers after the main one, each of which delivers every plan at the main one's cost. Each comes first for its
 * part of the plans.
 */
export async function addLaterSuppliers(ctx: Ctx, [, ...later]: readonly Sandbox[]): Promise<void> {
  for (const [n, { url, token }] of later.entries()) {
    const name = `Supplier ${n + 2}`;
    await addSupplier(ctx, { name, url, token, perMinute: SENDS_PER_MINUTE, timeoutMs: 1_500 });
  }
  await ctx.db.execute(sql`
    insert into plan_routings (plan_id, first_supplier_id)
    select p.id, s.id from (select id, row_number() over (order by id) as nth from plans) p
    join (select id, row_number() over (order by id) as nth, count(*) over () as suppliers from suppliers) s
      on s.nth = 1 + p.nth % s.suppliers`);
}

async function shortenChainWaits(databaseUrl: string): Promise<void> {
  const { db, close } = connect(databaseUrl, 1);
  const { late, refund, grace } = CHAIN_WAIT_S;
  const waits = { lateSeconds: late, refundSeconds: refund, graceSeconds: grace };
  await storeSettings(db, reconcileSettings, waits);
  await close();
}
