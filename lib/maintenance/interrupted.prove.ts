import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedLedger } from "#bench/support/seed";
import { connect } from "#db/client";
import { openPool } from "#db/driver/open-pool";
import { type Embedded, startEmbedded } from "#db/embedded";
import { ensureDatabase } from "#db/ensure-database";
import { isMigrated, migrate } from "#db/migrate";
import { createMigrationFolder } from "#db/testing/migration-tools";
import { CUT_OFF_FILE, spreadPoints } from "#e2e/cut-off/points";
import type { Ctx } from "#lib/core/context";
import { checkPurchases } from "#lib/sales/check-purchases";

/** A separate disk for PostgreSQL with its log, and for the backups: only root can mount it. */
const dir = mkdtempSync(join(tmpdir(), "portal-full-"));
const disk = join(dir, "disk");
const backups = join(disk, "backups");
const elsewhere = join(dir, "backups");
const LONG = 3_600_000;
let server: Embedded;
let upgrade: ReturnType<typeof createMigrationFolder>;
let databases = 0;

beforeAll(async () => {
  mkdirSync(disk);
  mkdirSync(elsewhere);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=900m", "portal-full", disk]);
  server = await startEmbedded({ dataDir: disk });
  await made("portal");
  Object.assign(process.env, { BACKUP_KEY: "a-key-of-at-least-thirty-two-characters", BACKUP_KEEP: "50" });
  upgrade = createMigrationFolder({
    "9000_column": "alter table purchases add column try text;",
    "9001_filled": `-- step by step
-- in batches
update purchases set try = repeat(ident, 20) where id in (select id from purchases where try is null order by id limit 500);`,
    "9002_index": `-- step by step
create index concurrently if not exists purchases_try on purchases (try, id);`,
  });
}, LONG);
afterAll(async () => {
  upgrade.remove();
  await server.stop();
  execFileSync("umount", [disk]);
  rmSync(dir, { recursive: true });
});

/** Creates a database with 4,000 purchases. */
async function made(name: string): Promise<string> {
  const url = await ensureDatabase(server.url(name));
  await migrate(url);
  const seeding = openPool(url, { max: 1 });
  await seedLedger(seeding, { resellers: 10, purchases: 4_000 });
  await seeding.end();
  return name;
}

/** Creates an empty database. */
async function empty(): Promise<string> {
  databases += 1;
  const name = `interrupted_${databases}`;
  await ensureDatabase(server.url(name));
  return name;
}

async function dropped(name: string): Promise<void> {
  const admin = openPool(server.url("postgres"), { max: 1 });
  await admin.unsafe(`drop database "${name}" with (force)`);
  await admin.unsafe("checkpoint");
  await admin.end();
}

async function inside<T>(name: string, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { db, close } = connect(server.url(name), 1);
  return work({ actor: { kind: "system", name: "test" }, db }).finally(close);
}

const PORTAL = ["bin/portal.ts"];
const UPGRADE = [
  "--input-type=module",
  "-e",
  `import { migrate } from "#db/migrate"; import { describeError } from "./bin/portal/describe-error.ts";
  await migrate(...process.argv.slice(1)).catch((error) => { console.error(describeError(error)); process.exitCode = 1; });`,
];

/** Commands to interrupt, with their database. */
const COMMANDS = {
  backup: (to: string, cut?: Cut) => run([...PORTAL, "backup", "--to", to], "portal", cut),
  restore: (name: string, from: string, cut?: Cut) =>
    run([...PORTAL, "restore", "--from", join(elsewhere, from)], name, cut),
  upgrade: (name: string, cut?: Cut) => run([...UPGRADE, server.url(name), upgrade.folder], name, cut),
};

/** The variables that e2e/cut-off/preload.mjs reads. */
type Cut = Record<string, string>;

/** Runs a command in a process group of its own. */
function run(args: string[], name: string, cut?: Cut) {
  const NODE_OPTIONS = cut ? `--import=${CUT_OFF_FILE}` : "";
  const env = { ...process.env, DATABASE_URL: server.url(name), NODE_OPTIONS, ...cut };
  const child = spawn(process.execPath, ["--conditions=react-server", ...args], { env, detached: true });
  const ended = Promise.all([once(child, "exit"), text(child.stderr), text(child.stdout)]).then(
    ([[code], said]) => ({ code: code as number | null, said: said.trim() }),
  );
  return { child, ended };
}

const roomLeft = () => {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
};

/** Leaves `bytes` of free space during `work`. A server that crashed meanwhile is started again. */
async function squeezed<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  const ballast = join(disk, "ballast");
  execFileSync("fallocate", ["-l", String(roomLeft() - bytes), ballast]);
  const worked = await work().finally(() => rmSync(ballast));
  await standUp();
  return worked;
}

async function standUp(): Promise<void> {
  const port = Number(new URL(server.url("portal")).port);
  await server.stop();
  for (let tries = 40; ; tries--) {
    try {
      server = await startEmbedded({ dataDir: disk, port });
      return;
    } catch (error) {
      // The last processes of the dead server still hold its memory.
      if (tries === 0) throw error;
      await pause(100);
    }
  }
}

const named = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".backup"));
const purchasesIn = (name: string) =>
  inside(name, async ({ db }) => {
    const [table] = await db.execute<{ there: boolean }>(
      sql`select to_regclass('purchases') is not null as there`,
    );
    if (!table?.there) return 0;
    const [row] = await db.execute<{ n: number }>(sql`select count(*)::int as n from purchases`);
    return row?.n;
  });

/** Restores into the database, which must succeed, and drops it. */
async function restoredAtLast(name: string, from: string): Promise<void> {
  expect([0, 4_000]).toContain(await purchasesIn(name));
  if ((await purchasesIn(name)) === 0)
    expect(await COMMANDS.restore(name, from).ended).toMatchObject({ code: 0 });
  await inOrder(name);
  await dropped(name);
}

async function inOrder(name: string): Promise<void> {
  expect(await purchasesIn(name)).toBe(4_000);
  await migrate(server.url(name));
  expect(await inside(name, async (ctx) => (await checkPurchases(ctx)).findings)).toEqual([]);
}

async function upgradedAtLast(name: string): Promise<void> {
  expect(await COMMANDS.upgrade(name).ended).toEqual({ code: 0, said: "" });
  expect(await isMigrated(server.url(name), upgrade.folder)).toBe(true);
  await inside(name, async ({ db }) => {
    const [row] = await db.execute(sql`select count(try)::int as filled,
      (select indisvalid from pg_index where indexrelid = 'purchases_try'::regclass) as valid from purchases`);
    expect(row).toEqual({ filled: 4_000, valid: true });
  });
  await inOrder(name);
  await dropped(name);
}

/** Creates a backup to restore from, on another disk. */
async function whole(): Promise<string> {
  const before = named(elsewhere);
  expect(await COMMANDS.backup(elsewhere).ended).toMatchObject({ code: 0 });
  return named(elsewhere).find((name) => !before.includes(name)) ?? "";
}

describe("on a full disk", () => {
  test(
    "reports the error of a backup and leaves no file, and the next one is complete",
    async () => {
      expect(await COMMANDS.backup(backups).ended).toMatchObject({ code: 0 });
      const before = named(backups);
      for (const room of [0, 20_000, 100_000]) {
        const { code, said } = await squeezed(room, () => COMMANDS.backup(backups).ended);
        expect({ code, said }).toEqual({
          code: 1,
          said: expect.stringContaining("is full. This backup was discarded"),
        });
        expect(readdirSync(backups)).toEqual(before);
      }
      expect(await COMMANDS.backup(backups).ended).toMatchObject({ code: 0 });
      expect(named(backups)).toHaveLength(before.length + 1);
      rmSync(backups, { recursive: true });
    },
    LONG,
  );

  test(
    "backs up to another disk when the database's is full",
    async () => {
      const { code } = await squeezed(0, () => COMMANDS.backup(elsewhere).ended);
      expect(code).toBe(0);
      const name = await empty();
      await restoredAtLast(name, named(elsewhere).at(-1) ?? "");
    },
    LONG,
  );

  test(
    "leaves no row of a restore, frees its space, and succeeds when there is some",
    async () => {
      const from = await whole();
      const trial = await empty();
      const before = roomLeft();
      expect(await COMMANDS.restore(trial, from).ended).toMatchObject({ code: 0 });
      const needs = before - roomLeft();
      await dropped(trial);
      const said: string[] = [];
      for (const share of [0.05, 0.3, 0.5, 0.7, 0.9]) {
        const name = await empty();
        const result = await squeezed(Math.round(needs * share), () => COMMANDS.restore(name, from).ended);
        if (result.code !== 0) said.push(result.said);
        await restoredAtLast(name, from);
      }
      expect(said.length).toBeGreaterThan(1);
      for (const words of said)
        expect(words).toMatch(/The database('s disk is full| went away| can't be reached)/);
    },
    LONG,
  );

  test(
    "reports the error of an upgrade, keeps its finished steps, and continues when there is space",
    async () => {
      const trial = await made("upgraded");
      const before = roomLeft();
      expect(await COMMANDS.upgrade(trial).ended).toEqual({ code: 0, said: "" });
      const needs = before - roomLeft();
      await dropped(trial);
      const said: string[] = [];
      for (const share of [0.02, 0.3, 0.6, 0.9]) {
        const name = await made(`upgraded_${share * 100}`);
        const result = await squeezed(Math.round(needs * share), () => COMMANDS.upgrade(name).ended);
        if (result.code !== 0) said.push(result.said);
        await upgradedAtLast(name);
      }
      expect(said.length).toBeGreaterThan(1);
      for (const words of said) expect(words).toMatch(/The (database|connection)/);
    },
    LONG,
  );
});

/** The points at which each command is cut off. */
const POINTS = 20;

/** Counts the events of an undisturbed command, and chooses those at which to cut it off. */
async function findPoints(start: (cut: Cut) => ReturnType<typeof run>): Promise<number[]> {
  const CUT_COUNT = join(dir, "events");
  expect(await start({ CUT_COUNT }).ended).toMatchObject({ code: 0 });
  return spreadPoints(Number(readFileSync(CUT_COUNT, "utf8")), POINTS);
}

/** Kills the command or the whole database at an event. */
async function killed(victim: string, point: number, start: (cut: Cut) => ReturnType<typeof run>) {
  const isServer = victim === "database";
  await start({ CUT_AT: String(point), ...(isServer && { CUT_VICTIM: String(server.pid) }) }).ended;
  if (isServer) await standUp();
}

describe.each(["command", "database"])(`when the %s is killed at ${POINTS} points`, (victim) => {
  test(
    "leaves only complete backups under their names, and creates the next one",
    async () => {
      const start = (cut: Cut) => COMMANDS.backup(elsewhere, cut);
      for (const point of await findPoints(start)) {
        const before = named(elsewhere);
        await killed(victim, point, start);
        for (const name of named(elsewhere).filter((file) => !before.includes(file)))
          await restoredAtLast(await empty(), name);
      }
      await restoredAtLast(await empty(), await whole());
      expect(readdirSync(elsewhere).filter((name) => name.endsWith(".part"))).toEqual([]);
    },
    LONG,
  );

  test(
    "restores everything or nothing, and the next restore succeeds",
    async () => {
      const from = await whole();
      const trial = await empty();
      const points = await findPoints((cut) => COMMANDS.restore(trial, from, cut));
      await dropped(trial);
      for (const point of points) {
        const name = await empty();
        await killed(victim, point, (cut) => COMMANDS.restore(name, from, cut));
        await restoredAtLast(name, from);
      }
    },
    LONG,
  );

  test(
    "continues an upgrade with the next run",
    async () => {
      const trial = await made(`killed_${victim}`);
      const points = await findPoints((cut) => COMMANDS.upgrade(trial, cut));
      await dropped(trial);
      for (const point of points) {
        const name = await made(`killed_${victim}_${point}`);
        await killed(victim, point, (cut) => COMMANDS.upgrade(name, cut));
        await upgradedAtLast(name);
      }
    },
    LONG,
  );
});
