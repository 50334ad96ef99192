import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "#db/client";
import { type Embedded, startEmbedded } from "#db/embedded";
import { ensureDatabase } from "#db/ensure-database";
import { migrate } from "#db/migrate";
import { reconcileSettings } from "#db/schema/reconcile";
import type { FaultOrder } from "#sandbox/presets";
import { type Sandbox, startSandbox } from "#sandbox/server";
import { retryStart } from "./retry-start.ts";

/** Sends a minute, over all processes: fewer than the buyers would like, so that the limit is felt. */
export const SENDS_PER_MINUTE = 150;

/** How often each fault of the upstream comes: about one answer in seven is lost, late, cut or wrong. */
const FAULT_RATES: { fault: FaultOrder; rate: number }[] = [
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
  sandbox: Sandbox;
  /** Kills PostgreSQL without warning and starts it again on the same data and port. */
  killDatabase(): Promise<void>;
  close(): Promise<void>;
}

/** A durable database of its own, an upstream that errs by `seed`, and this process's configuration for both. */
export async function openChaosWorld(seed: number): Promise<ChaosWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), "portal-chaos-"));
  let server: Embedded = await startEmbedded({ dataDir });
  const databaseUrl = await ensureDatabase(server.url("portal"));
  const port = Number(new URL(databaseUrl).port);
  await migrate(databaseUrl);
  await shortenChainWaits(databaseUrl);
  const sandbox = await startSandbox({ balanceMinor: 100_000_000_000n, purchasesPerMinute: null, seed });
  await sandbox.control.rates(FAULT_RATES, seed);
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    UPSTREAM_BASE_URL: sandbox.url,
    UPSTREAM_API_TOKEN: sandbox.token,
    UPSTREAM_PURCHASES_PER_MINUTE: String(SENDS_PER_MINUTE),
    UPSTREAM_TIMEOUT_MS: "1500",
    UPSTREAM_IN_FLIGHT: "8",
    NEXTAUTH_SECRET: "chaos-needs-no-secret-but-32-characters",
    NEXTAUTH_URL: "http://localhost:3000",
    BACKUP_TO: join(dataDir, "backups"),
    BACKUP_KEY: "chaos-needs-no-secret-but-32-characters",
    BACKUP_KEEP: "4",
  });
  return {
    databaseUrl,
    sandbox,
    async killDatabase() {
      process.kill(server.pid, "SIGKILL");
      await server.stop();
      server = await retryStart(() => startEmbedded({ dataDir, port }));
    },
    async close() {
      await sandbox.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function shortenChainWaits(databaseUrl: string): Promise<void> {
  const { db, close } = connect(databaseUrl, 1);
  const { late, refund, grace } = CHAIN_WAIT_S;
  await db.update(reconcileSettings).set({ lateSeconds: late, refundSeconds: refund, graceSeconds: grace });
  await close();
}
