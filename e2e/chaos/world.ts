import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Embedded, startEmbedded } from "#db/embedded";
import { ensureDatabase } from "#db/ensure-database";
import { migrate } from "#db/migrate";
import { type Sandbox, startSandbox } from "#sandbox/server";
import { startAgain } from "./start-again.ts";

/** Sends a minute, over all processes: fast enough for thousands of purchases, slow enough to be a limit. */
export const PER_MINUTE = 3_000;

/** How often each fault of the upstream comes: about one answer in seven is lost, late, cut or wrong. */
const FAULTS = {
  "lost-answer": 0.03,
  "hang-delivered": 0.01,
  hang: 0.01,
  reset: 0.02,
  cut: 0.02,
  "bad-gateway-delivered": 0.02,
  "html-delivered": 0.01,
  "redirect-delivered": 0.01,
  pending: 0.02,
  fail: 0.05,
  "too-many": 0.005,
  "server-error": 0.01,
} as const;

export interface World {
  databaseUrl: string;
  sandbox: Sandbox;
  /** Kills PostgreSQL without warning and starts it again on the same data and port. */
  killDatabase(): Promise<void>;
  close(): Promise<void>;
}

/** A durable database of its own, an upstream that errs by `seed`, and this process's configuration for both. */
export async function openWorld(seed: number): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), "portal-chaos-"));
  let server: Embedded = await startEmbedded({ dataDir });
  const databaseUrl = await ensureDatabase(server.url("portal"));
  const port = Number(new URL(databaseUrl).port);
  await migrate(databaseUrl);
  const sandbox = await startSandbox({ balanceMinor: 100_000_000_000n, purchasesPerMinute: null, seed });
  await sandbox.control.rates(FAULTS, seed);
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    UPSTREAM_BASE_URL: sandbox.url,
    UPSTREAM_API_TOKEN: sandbox.token,
    UPSTREAM_PURCHASES_PER_MINUTE: String(PER_MINUTE),
    UPSTREAM_TIMEOUT_MS: "1500",
    UPSTREAM_IN_FLIGHT: "8",
    NEXTAUTH_SECRET: "chaos-needs-no-secret-but-32-characters",
    NEXTAUTH_URL: "http://localhost:3000",
  });
  return {
    databaseUrl,
    sandbox,
    async killDatabase() {
      process.kill(server.pid, "SIGKILL");
      await server.stop();
      server = await startAgain(() => startEmbedded({ dataDir, port }));
    },
    async close() {
      await sandbox.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
