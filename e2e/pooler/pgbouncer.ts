import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getFreePort } from "#db/embedded/free-port";

export interface Pooler {
  /** The database's address through the pooler. */
  url: string;
  close(): Promise<void>;
}

/** Starts Debian's PgBouncer in front of a database. @param settings more lines of its configuration */
export async function startPgBouncer(databaseUrl: string, settings: readonly string[]): Promise<Pooler> {
  const dir = mkdtempSync(join(tmpdir(), "portal-pgbouncer-"));
  const { username, password, hostname, port: serverPort, pathname } = new URL(databaseUrl);
  const port = await getFreePort();
  writeFileSync(join(dir, "users"), `"${username}" "${decodeURIComponent(password)}"\n`);
  writeFileSync(
    join(dir, "pgbouncer.ini"),
    [
      "[databases]",
      `* = host=${hostname} port=${serverPort}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = scram-sha-256",
      `auth_file = ${join(dir, "users")}`,
      "max_client_conn = 300",
      ...settings,
    ].join("\n"),
  );
  chmodSync(dir, 0o755);
  // It rejects root.
  const child = spawn(
    "pgbouncer",
    ["-q", ...(process.getuid?.() === 0 ? ["-u", "nobody"] : []), join(dir, "pgbouncer.ini")],
    {
      stdio: "ignore",
    },
  );
  const ended = once(child, "exit");
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error("PgBouncer doesn't start.");
    await pause(50);
  }
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    async close() {
      child.kill("SIGKILL");
      await ended;
      rmSync(dir, { recursive: true });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = createConnection(port, "127.0.0.1");
  const open = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "error").then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return open;
}
