import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlainNext, startPortalProcess } from "#bin/start/start-portal-process";
import { getFreePort } from "#db/embedded/free-port";
import { createTestDatabase, type TestDatabase } from "#db/testing";
import { checkVariables } from "#lib/core/variables";
import { VARIABLES } from "#lib/modules";
import { type Mailbox, startMailbox } from "#sandbox/mail/server";
import { type Phones, startPhones } from "#sandbox/phones/server";
import { type Sandbox, type SandboxOptions, startSandbox } from "#sandbox/server";

export interface PortalMember {
  /** The address of its pages, even when it has none. */
  url: string;
  pid: number;
  /** @returns its log so far: JSON lines. */
  log(): string;
  /** SIGKILL, and wait until it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, and wait until it has ended in order; returns the exit code. */
  stop(): Promise<number | null>;
}

export interface TestSystem {
  database: TestDatabase;
  upstream: Sandbox;
  /** The mailbox to which the portals send email. */
  mailbox: Mailbox;
  /** The customers' phones, to which the portals send messages. */
  phones: Phones;
  /** Starts another process of the portal on the same database; "plain next" is `next start`. */
  start(options?: {
    roles?: "web" | "worker" | "web,worker" | "plain next";
    env?: Record<string, string>;
  }): Promise<PortalMember>;
  /** Kills what still runs, and removes everything. */
  close(): Promise<void>;
}

/** The server of pages and API: the portal's own, or the framework's with the worker beside it. */
export type ServerKind = "own" | "plain next";

/** Starts the processes of a whole portal. @returns the one that serves. */
export async function startServer(system: TestSystem, server: ServerKind): Promise<PortalMember> {
  if (server === "own") return system.start();
  const [member] = await Promise.all([system.start({ roles: server }), system.start({ roles: "worker" })]);
  return member;
}

/** The variables of every process of a system, apart from addresses. */
const DEFAULT_VARIABLES = {
  UPSTREAM_PURCHASES_PER_MINUTE: "100000",
  UPSTREAM_IN_FLIGHT: "4",
  UPSTREAM_TIMEOUT_MS: "300000",
  CATALOGUE_MAX_AGE_S: "80000",
  NEXTAUTH_SECRET: "test-secret-of-at-least-thirty-two-characters",
  // The real cost is tested in lib/account/password/hash-password.unit.test.ts.
  HASH_MEMORY_KIB: "8",
  // No wait is given up because the machine is slow.
  BOUNDS_FACTOR: "5",
  // Most tests open admin pages without a second factor.
  ADMIN_TWO_FACTOR: "optional",
};

/**
 * A database and a sandbox of their own, for any number of real portal processes on them:
 *
 *     const system = await startSystem();
 *     const one = await system.start({ roles: "web" });
 *     const two = await system.start({ roles: "worker", env: { UPSTREAM_PURCHASES_PER_MINUTE: "30" } });
 *     await two.kill();
 *     await system.close();
 *
 * Verbs called here in the test's own process (`system.database.systemCtx`) are configured like the portals.
 * Needs `TEST_DATABASE_URL` (Playwright's global setup gives it; elsewhere call `startTestServer()` first), a
 * production build for roles with `web`, and Node's `--conditions=react-server`.
 */
export async function startSystem(
  variables: Record<string, string> = {},
  sandbox: SandboxOptions = {},
): Promise<TestSystem> {
  const [database, upstream, mailbox, phones] = await Promise.all([
    createTestDatabase(),
    startSandbox({ purchasesPerMinute: null, magic: true, ...sandbox }),
    startMailbox(),
    startPhones(),
  ]);
  const shared = {
    ...DEFAULT_VARIABLES,
    DATABASE_URL: database.url,
    UPSTREAM_BASE_URL: upstream.url,
    UPSTREAM_API_TOKEN: upstream.token,
    ...mailbox.variables,
    ...phones.variables.termii,
    ...variables,
  };
  Object.assign(process.env, { NEXTAUTH_URL: "http://localhost", ...shared });
  // A worker may have read those of an earlier system, whose sandbox is closed.
  checkVariables(VARIABLES);
  const dir = mkdtempSync(join(tmpdir(), "portal-system-"));
  const members: PortalMember[] = [];
  return {
    database,
    upstream,
    mailbox,
    phones,
    async start({ roles = "web,worker", env = {} } = {}) {
      const port = await getFreePort();
      const url = `http://localhost:${port}`;
      const log = join(dir, `${members.length}.log`);
      const variables = { ...shared, PORT: String(port), NEXTAUTH_URL: url, ...env };
      const portal = await (roles === "plain next"
        ? startPlainNext(variables, log)
        : startPortalProcess({ ...variables, PORTAL_ROLES: roles }, log));
      const member = createMember(portal, url, log);
      members.push(member);
      return member;
    },
    async close() {
      await Promise.all(members.map((member) => member.kill()));
      await upstream.close();
      await mailbox.close();
      await phones.close();
      await database.close();
      rmSync(dir, { recursive: true });
    },
  };
}

function createMember(
  portal: Awaited<ReturnType<typeof startPortalProcess>>,
  url: string,
  log: string,
): PortalMember {
  return {
    url,
    pid: portal.child.pid ?? 0,
    log: () => readFileSync(log, "utf8"),
    async kill() {
      portal.child.kill("SIGKILL");
      await portal.ended;
    },
    stop: portal.stop,
  };
}
