import {
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { type Embedded, startEmbedded } from "#db/embedded";

/** Two real servers, of which one streams its changes to the other. */
export interface ReplicaPair {
  /** The address of a database with both servers. */
  url(database: string): string;
  /** The address of a database on the present primary, or on the standby. */
  primaryUrl(database: string): string;
  standbyUrl(database: string): string;
  /** Makes commits wait for the standby, or not. */
  setSynchronous(isSynchronous: boolean): Promise<void>;
  /** Kills the primary without warning. */
  killPrimary(): Promise<void>;
  /** Kills the standby in the same way. */
  killStandby(): Promise<void>;
  /** Lets the primary fall silent: its connections stay open, and nothing responds. */
  silencePrimary(): void;
  /** Lets the standby receive nothing more. */
  pauseStandby(): Promise<void>;
  /** Promotes the standby, and turns off synchronous commits, as there is no other server. Resolves when it accepts writes. */
  promoteStandby(): Promise<void>;
  /** Starts the former primary again as the standby of the present one, on a fresh copy. */
  rejoin(): Promise<void>;
  close(): Promise<void>;
}

interface Member {
  dataDir: string;
  port: number;
  server: Embedded;
}

const STANDBY_NAME = "portal_standby";

/** Starts a primary and its standby. */
export async function startReplicaPair(): Promise<ReplicaPair> {
  const primary = await startMember();
  const standby = await cloneMember(primary, mkdtempSync(join(tmpdir(), "portal-replica-")));
  let members = { primary, standby };

  async function stopMember(member: Member): Promise<void> {
    killServer(member.server.pid);
    await member.server.stop();
  }

  return {
    url(database) {
      const [first = primary, second = standby] = [members.primary, members.standby].toSorted(
        (a, b) => a.port - b.port,
      );
      return first.server
        .url(database)
        .replace(`:${first.port}/`, `:${first.port},127.0.0.1:${second.port}/`);
    },
    primaryUrl: (database) => members.primary.server.url(database),
    standbyUrl: (database) => members.standby.server.url(database),
    setSynchronous: (isSynchronous) => setSynchronous(members.primary.server.url("postgres"), isSynchronous),
    killPrimary: () => stopMember(members.primary),
    killStandby: () => stopMember(members.standby),
    silencePrimary() {
      for (const pid of listServerProcesses(members.primary.server.pid)) process.kill(pid, "SIGSTOP");
    },
    pauseStandby: () =>
      runOnServer(members.standby.server.url("postgres"), async (sql) => {
        await sql`alter system set primary_conninfo = ''`;
        await sql`select pg_reload_conf()`;
        while ((await sql`select from pg_stat_wal_receiver`).length > 0) await pause(20);
      }),
    async promoteStandby() {
      await runOnServer(members.standby.server.url("postgres"), async (sql) => {
        await sql`select pg_promote()`;
      });
      members = { primary: members.standby, standby: members.primary };
      await setSynchronous(members.primary.server.url("postgres"), false);
    },
    async rejoin() {
      const { dataDir, port } = members.standby;
      await stopMember(members.standby);
      members = { ...members, standby: await cloneMember(members.primary, dataDir, port) };
    },
    async close() {
      for (const member of Object.values(members)) {
        await stopMember(member);
        rmSync(member.dataDir, { recursive: true, force: true });
      }
    },
  };
}

async function startMember(): Promise<Member> {
  const dataDir = mkdtempSync(join(tmpdir(), "portal-replica-"));
  const server = await startEmbedded({ dataDir });
  return { dataDir, server, port: Number(new URL(server.url("postgres")).port) };
}

/** Copies a running server's data, as pg_basebackup does, and starts the copy as its standby. */
async function cloneMember(source: Member, dataDir: string, port?: number): Promise<Member> {
  const [from, to] = [join(source.dataDir, "cluster"), join(dataDir, "cluster")];
  const { uid, gid } = statSync(source.dataDir);
  chownSync(dataDir, uid, gid);
  rmSync(to, { recursive: true, force: true });
  cpSync(join(source.dataDir, "password"), join(dataDir, "password"));
  const added: Record<string, string> = { "standby.signal": "" };
  await runOnServer(source.server.url("postgres"), async (sql) => {
    await sql`select pg_backup_start('replica', true)`;
    copyCluster(from, to);
    const [row] = await sql`select labelfile from pg_backup_stop(false)`;
    added.backup_label = String(row?.labelfile);
  });
  const login = new URL(source.server.url("postgres"));
  const conninfo = `host=127.0.0.1 port=${source.port} user=portal password=${login.password} application_name=${STANDBY_NAME}`;
  const settings = readFileSync(join(to, "postgresql.auto.conf"), "utf8").replaceAll(
    /^primary_conninfo.*\n/gm,
    "",
  );
  added["postgresql.auto.conf"] = `${settings}primary_conninfo = '${conninfo}'\n`;
  for (const [name, text] of Object.entries(added)) writeFileSync(join(to, name), text);
  for (const path of readdirSync(to, { recursive: true, encoding: "utf8" }))
    chownSync(join(to, path), uid, gid);
  chownSync(to, uid, gid);
  const server = await startEmbedded({ dataDir, ...(port !== undefined && { port }) });
  return { dataDir, server, port: Number(new URL(server.url("postgres")).port) };
}

/** Files come and go while the server works; what the copy lacks is in the log that is copied last. */
function copyCluster(from: string, to: string): void {
  const left = new Set(["postmaster.pid", "postmaster.opts", "pg_wal"].map((name) => join(from, name)));
  cpSync(from, to, {
    recursive: true,
    filter: (path) => !left.has(path) && !path.includes("pg_replslot/") && !path.includes("pgsql_tmp"),
  });
  cpSync(join(from, "pg_wal"), join(to, "pg_wal"), { recursive: true });
}

async function setSynchronous(url: string, isSynchronous: boolean): Promise<void> {
  await runOnServer(url, async (sql) => {
    // Without synchronous standbys the change itself can't wait for one.
    await sql.unsafe(`alter system set synchronous_standby_names = '${isSynchronous ? STANDBY_NAME : ""}'`);
    await sql`select pg_reload_conf()`;
    const wanted = isSynchronous ? "sync" : "async";
    for (;;) {
      const rows = await sql`select sync_state from pg_stat_replication where state = 'streaming'`;
      const [row] = await sql`select current_setting('synchronous_standby_names') <> '' as waits`;
      if (
        row?.waits === isSynchronous &&
        (!isSynchronous || rows.some(({ sync_state }) => sync_state === wanted))
      )
        return;
      await pause(20);
    }
  });
}

async function runOnServer(url: string, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const sql = postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: { synchronous_commit: "local" } as never,
  });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The server and its children. */
function listServerProcesses(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return [pid, ...(children ? children.split(" ").map(Number) : [])];
}

function killServer(pid: number): void {
  try {
    for (const each of listServerProcesses(pid)) process.kill(each, "SIGKILL");
  } catch {
    // It is dead already.
  }
}
