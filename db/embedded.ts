import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { binaries } from "./embedded/binaries.ts";
import { asSeenInside, openCluster } from "./embedded/cluster.ts";
import { anyFreePort } from "./embedded/free-port.ts";
import { postmasterOf, stopLeftover } from "./embedded/leftover.ts";
import { asServant, type Servant, servantOf } from "./embedded/servant.ts";

export interface EmbeddedOptions {
  /** Where the cluster, its password and its log live; made when missing. */
  dataDir: string;
  /** A fixed port of 127.0.0.1; any free one when not given. */
  port?: number;
  /** False for throw-away data: a crash of the machine may lose it, and everything is faster. */
  durable?: boolean;
}

export interface Embedded {
  /** The address of a database of this server, which need not exist yet. */
  url(database: string): string;
  /** The process id of the server. */
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL on `dataDir`, reachable from this machine alone. It ends with the process that
 * started it, however that dies; one that was left over on the directory is stopped first.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { durable = true } = options;
  const servant = servantOf(options.dataDir);
  const { initdb, postgres } = await binaries(servant);
  const dir = realpathSync(options.dataDir);
  const { cluster, password } = openCluster(dir, initdb, servant, durable);
  await stopLeftover(cluster);
  for (let tries = 1; ; tries++) {
    const port = options.port ?? (await anyFreePort());
    const keeper = launch(postgres, cluster, port, servant, join(dir, "log"), durable);
    if (await accepts(keeper, cluster)) {
      const pid = postmasterOf(cluster)?.pid ?? 0;
      const url = (name: string) => `postgres://portal:${password}@127.0.0.1:${port}/${name}`;
      return { url, pid, stop: () => stop(keeper) };
    }
    if (options.port || tries === 3)
      throw new Error(`PostgreSQL does not start:\n${lastLines(join(dir, "log"))}`);
  }
}

/** Its standard input is ours: when it closes, because we are done or dead, the server is shut down. */
const KEEPER = `exec 3<&0
"$@" <&- 3<&- & server=$!
(read -r _ <&3; kill -INT $server) & watch=$!
wait $server; code=$?
kill $watch; exit $code`;

/**
 * Nothing is waited for, and little is kept of what was written down before it was done. Tables are small, so that more
 * processes or machine code for one statement cost more than they save; statistics come when somebody asks for them.
 */
const THROWN_AWAY = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_wal_size: "128MB",
  max_parallel_workers_per_gather: 0,
  jit: "off",
  autovacuum: "off",
};

function launch(
  postgres: string,
  cluster: string,
  port: number,
  servant: Servant,
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
    ...(durable ? {} : THROWN_AWAY),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [command, args, options] = asServant(servant, cluster, [
    "sh",
    "-c",
    KEEPER,
    "keeper",
    postgres,
    "-D",
    asSeenInside(cluster),
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

async function accepts(keeper: ChildProcess, cluster: string): Promise<boolean> {
  let failed = false;
  keeper.on("error", () => {
    failed = true;
  });
  while (keeper.exitCode === null && !failed) {
    if (postmasterOf(cluster)?.state === "ready") return true;
    await pause(15);
  }
  return false;
}

async function stop(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null || keeper.signalCode !== null) return;
  const gone = once(keeper, "exit");
  keeper.stdin?.end();
  await gone;
}

function lastLines(log: string): string {
  return readFileSync(log, "utf8").trim().split("\n").slice(-5).join("\n");
}
