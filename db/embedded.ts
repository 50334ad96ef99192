import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findBinaries } from "./embedded/binaries.ts";
import { openCluster, pathInsideServer } from "./embedded/cluster.ts";
import { getFreePort } from "./embedded/free-port.ts";
import { readPostmaster, stopLeftover } from "./embedded/postmaster.ts";
import { chooseServerUser, commandAsServerUser, type ServerUser } from "./embedded/server-user.ts";

export interface EmbeddedOptions {
  /** The directory of the cluster, its password and its log; created when missing. */
  dataDir: string;
  /** A fixed port of 127.0.0.1; any free one when not given. */
  port?: number;
  /** False for throw-away data: a crash of the machine may lose it, and everything is faster. */
  durable?: boolean;
}

export interface Embedded {
  /** The URL of a database of this server, which need not exist yet. */
  url(database: string): string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL on `dataDir`, reachable from this machine alone. It ends with the process that
 * started it, however that dies; a server that is left over on the directory is stopped first.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { durable = true } = options;
  const serverUser = chooseServerUser(options.dataDir);
  const { initdb, postgres } = await findBinaries(serverUser);
  const dir = realpathSync(options.dataDir);
  const { cluster, password } = openCluster(dir, initdb, serverUser, durable);
  await stopLeftover(cluster);
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await getFreePort());
    const keeper = launchServer(postgres, cluster, port, serverUser, join(dir, "log"), durable);
    if (await acceptsConnections(keeper, cluster)) {
      const pid = readPostmaster(cluster)?.pid ?? 0;
      const url = (name: string) => `postgres://portal:${password}@127.0.0.1:${port}/${name}`;
      return { url, pid, stop: () => stopServer(keeper) };
    }
    if (options.port || attempt === 3)
      throw new Error(`PostgreSQL does not start:\n${tailLog(join(dir, "log"))}`);
  }
}

/**
 * Its standard input is a pipe from this process: when it closes, because the work is done or the process
 * died, the server is shut down.
 */
const KEEPER_SCRIPT = `exec 3<&0
"$@" <&- 3<&- & server=$!
(read -r _ <&3; kill -INT $server) & watch=$!
wait $server; code=$?
kill $watch; exit $code`;

/**
 * The server never waits for the disk and keeps little of its log. Tables are small, so that
 * parallel processes or machine code for one statement cost more than they save; statistics are
 * computed only on request.
 */
const DISPOSABLE_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_wal_size: "128MB",
  max_parallel_workers_per_gather: 0,
  jit: "off",
  autovacuum: "off",
};

function launchServer(
  postgres: string,
  cluster: string,
  port: number,
  serverUser: ServerUser,
  log: string,
  durable: boolean,
) {
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: 200,
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    ...(durable ? {} : DISPOSABLE_SETTINGS),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [command, args, options] = commandAsServerUser(serverUser, cluster, [
    "sh",
    "-c",
    KEEPER_SCRIPT,
    "keeper",
    postgres,
    "-D",
    pathInsideServer(cluster),
    ...flags,
  ]);
  const output = openSync(log, "w");
  const child = spawn(command, args, {
    ...options,
    detached: true,
    stdio: ["pipe", output, output],
  });
  closeSync(output);
  return child;
}

async function acceptsConnections(keeper: ChildProcess, cluster: string): Promise<boolean> {
  let failed = false;
  keeper.on("error", () => {
    failed = true;
  });
  while (keeper.exitCode === null && !failed) {
    if (["ready", "standby"].includes(readPostmaster(cluster)?.state ?? "")) return true;
    await pause(15);
  }
  return false;
}

async function stopServer(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null || keeper.signalCode !== null) return;
  const gone = once(keeper, "exit");
  keeper.stdin?.end();
  await gone;
}

function tailLog(log: string): string {
  return readFileSync(log, "utf8").trim().split("\n").slice(-5).join("\n");
}
