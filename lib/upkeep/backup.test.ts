import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "#db/client";
import { ensureDatabase } from "#db/ensure-database";
import { knownMigrations } from "#db/known-migrations";
import { migrate } from "#db/migrate";
import { createFromTemplate, dropDatabase, testUrl } from "#db/testing/template";
import type { Ctx } from "#lib/core/context";
import { check } from "#lib/purchase/check";
import { place } from "#lib/purchase/place/place";
import { whenSettled } from "#lib/purchase/read/watch";
import { dispatch } from "#lib/purchase/send/dispatch";
import { dispatchStatus } from "#lib/purchase/send/dispatch-status";
import { everything } from "#lib/testing/everything";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { enclose } from "./backup/envelope.ts";
import { Lines } from "./backup/lines.ts";
import { writeBackup } from "./backup/write-backup.ts";
import { backup } from "./backup.ts";
import { rehearse, restore } from "./restore.ts";
import { upkeep } from "./upkeep.ts";

const dir = mkdtempSync(join(tmpdir(), "portal-backups-"));
const made: string[] = [];
let at: Scene;
let buyer: Ctx;

beforeAll(async () => {
  at = await scene({
    BACKUP_TO: dir,
    BACKUP_KEEP: "2",
    BACKUP_KEY: "a key of at least thirty-two characters".replaceAll(" ", "-"),
  });
  buyer = (await at.reseller()).ctx;
  const dispatcher = dispatch(at.system);
  for (let n = 0; n < 5; n++) await whenSettled(buyer, await buy(), PATIENCE_MS);
  await dispatcher.stop();
  await buy();
});
afterAll(async () => {
  for (const name of made) await dropDatabase(name);
  rmSync(dir, { recursive: true });
  await at.close();
});

async function buy(): Promise<string> {
  const order = {
    ref: randomUUID(),
    phone: "08031234567",
    channel: "web",
    again: true,
    ...at.offered(),
  } as const;
  return (await place(buyer, order)).purchase.ident;
}

/** A database without a table. */
async function empty(): Promise<string> {
  const name = `test_restored_${randomUUID().slice(0, 8)}`;
  made.push(name);
  return ensureDatabase(testUrl(name));
}

async function inside<T>(url: string, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { db, close } = connect(url, 1);
  return work({ actor: { kind: "system", name: "test" }, db }).finally(close);
}

/** A migrated database without an account, which is as good and made in no time. */
async function blank(): Promise<string> {
  const name = `test_restored_${randomUUID().slice(0, 8)}`;
  made.push(name);
  return createFromTemplate(name);
}

/** What a restore changes. */
const CHANGED = ["public.sessions", "public.dispatcher", "public.upkeep"];

/** All that the portal's own tables hold, but for that. */
async function rowsOf(ctx: Ctx): Promise<string> {
  const sums: { t: string }[] = JSON.parse(await everything(ctx, CHANGED));
  const ours = sums.filter(({ t }) => t.startsWith("public."));
  return JSON.stringify(ours.sort((a, b) => a.t.localeCompare(b.t)));
}

test("what was backed up is restored to the last row, with sending stopped and everybody signed out", async () => {
  const before = await rowsOf(at.system);
  const { name, sealed } = await backup(at.system);
  expect(sealed).toBe(true);
  await buy();
  const url = await blank();
  const restored = await restore(at.system, name, url);
  expect(restored.findings).toEqual([]);
  await inside(url, async (ctx) => {
    expect(await rowsOf(ctx)).toBe(before);
    const [open] = await ctx.db.execute(sql`select count(*)::int as n from sessions where ended_at is null`);
    expect(open).toEqual({ n: 0 });
    const own = { ...buyer, db: ctx.db };
    const later = {
      ref: "after",
      phone: "08031234567",
      channel: "web",
      again: true,
      ...at.offered(),
    } as const;
    await expect(place(own, later)).rejects.toMatchObject({ code: "service_unavailable" });
    const dispatcher = dispatch(ctx, url);
    await expect.poll(async () => (await dispatchStatus(ctx)).stopped).toBe(true);
    await dispatcher.stop();
    const [doubted] = await ctx.db.execute(
      sql`select count(*)::int as n from purchases where state = 'unconfirmed'`,
    );
    expect(doubted).toEqual({ n: 1 });
    expect((await check(ctx)).findings).toEqual([]);
    // Guards stand again, and numbers go on where they were.
    await expect(ctx.db.execute(sql`delete from journals`)).rejects.toThrow();
    const [ids] = await ctx.db.execute(
      sql`select nextval('purchases_id_seq') > max(id) as on from purchases`,
    );
    expect(ids).toEqual({ on: true });
  });
});

test("a backup is one moment, however much is bought while it is made", async () => {
  const buying = Promise.all(Array.from({ length: 20 }, buy));
  const { name } = await backup(at.system);
  await buying;
  expect((await restore(at.system, name, await blank())).findings).toEqual([]);
});

test("nothing is restored over something, nor from what is damaged, and then all is as it was", async () => {
  const { name } = await backup(at.system);
  const here = await rowsOf(at.system);
  await expect(restore(at.system, name, at.url)).rejects.toThrow("not empty");
  expect(await rowsOf(at.system)).toBe(here);
  const half = join(dir, "half");
  const content = Buffer.concat(await Array.fromAsync(writeBackup(at.url, () => {})));
  await writeFile(half, enclose(asPieces(content.subarray(0, content.length / 2)), undefined));
  const url = await blank();
  await expect(restore(at.system, half, url)).rejects.toThrow("ends too early");
  await inside(url, async (ctx) => {
    const [row] = await ctx.db.execute(
      sql`select (select count(*) from accounts)::int + (select count(*) from purchases)::int as n`,
    );
    expect(row).toEqual({ n: 0 });
  });
  expect((await restore(at.system, name, url)).findings).toEqual([]);
});

test("a restore that is killed on the way leaves nothing behind, and is done again", async () => {
  const { name } = await backup(at.system);
  const url = await blank();
  const held = connect(url, 1);
  // It comes to a table that somebody has, and is killed there.
  await held.db.transaction(async (tx) => {
    await tx.execute(sql`lock table purchases in access exclusive mode`);
    const child = portal(["restore", "--from", name], { DATABASE_URL: url });
    await expect.poll(async () => (await waiting(url)).length).toBe(1);
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  await held.close();
  await expect.poll(async () => (await sessionsOf(url)).length).toBe(0);
  expect((await restore(at.system, name, url)).findings).toEqual([]);
});

test("a backup that is killed, or finds no room, is not there under any name, and the next one goes well", async () => {
  const before = readdirSync(dir);
  const locked = connect(at.url, 1);
  await locked.db.transaction(async (tx) => {
    await tx.execute(sql`lock table turns in access exclusive mode`);
    const child = portal(["backup"], {});
    await expect.poll(async () => (await waiting(at.url)).length).toBe(1);
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  await locked.close();
  expect(readdirSync(dir).filter((name) => name.endsWith(".backup"))).toEqual(
    before.filter((name) => name.endsWith(".backup")),
  );
  const full = spawn("sh", ["-c", `ulimit -f 1; exec "$0" "$@"`, process.execPath, ...COMMAND, "backup"], {
    env: process.env,
  });
  expect((await once(full, "exit"))[0]).toBe(1);
  expect(readdirSync(dir).filter((name) => name.endsWith(".part"))).toEqual([]);
  const [last] = await upkeep(at.system);
  expect(last).toMatchObject({ kind: "backup", ok: false, said: expect.stringContaining("no room left") });
  const { name } = await backup(at.system);
  expect(
    readdirSync(dir)
      .filter((one) => one.endsWith(".backup"))
      .at(-1),
  ).toBe(name);
});

test("only the newest are kept, and a rehearsal says whether the last can be restored, and leaves no database", async () => {
  const { name } = await backup(at.system);
  expect(readdirSync(dir).filter((one) => one.endsWith(".backup"))).toHaveLength(2);
  const rehearsed = await rehearse(at.system, "latest");
  expect(rehearsed).toMatchObject({ name, findings: [] });
  const kinds = await upkeep(at.system);
  expect(kinds.map(({ kind, ok }) => [kind, ok])).toEqual([
    ["backup", true],
    ["rehearsal", true],
  ]);
  await expect(rehearse(at.system, "./nowhere")).rejects.toThrow();
  const [, after] = await upkeep(at.system);
  expect(after).toMatchObject({ kind: "rehearsal", ok: false, wentWellAt: kinds[1]?.endedAt });
  const left = await at.system.db.execute(
    sql`select from pg_database where starts_with(datname, 'portal_rehearsal_')`,
  );
  expect(left).toHaveLength(0);
});

test("the first version's filled database, and its backup, become of this version in one step; a later one is refused", async () => {
  const source = await empty();
  await migrate(source, undefined, knownMigrations().slice(0, 2));
  await inside(source, async ({ db }) => {
    for (const statement of FIRST_BOOKS) await db.execute(statement);
  });
  const old = Buffer.concat(await Array.fromAsync(writeBackup(source, () => {})));
  const file = join(dir, "old");
  await writeFile(file, enclose(asPieces(old), undefined));
  const url = await empty();
  expect(await restore(at.system, file, url)).toMatchObject({ findings: [] });
  const booked = (ctx: Ctx) =>
    ctx.db.execute(sql`
    select (select wallet from wallets), (select count(*)::int from entries) as entries, (select ending from purchases)`);
  expect([...(await inside(url, booked))]).toEqual([{ wallet: "700", entries: 6, ending: "delivered" }]);
  await migrate(source);
  await inside(source, async (ctx) => {
    expect((await check(ctx)).findings).toEqual([]);
    expect([...(await booked(ctx))]).toEqual([{ wallet: "700", entries: 6, ending: "delivered" }]);
  });
  const head = await new Lines(asPieces(old)).json<{ migrations: number[] }>();
  const later = { ...head, portal: "9.0.0", migrations: [...head.migrations, 9_999_999_999_999] };
  const rest = old.subarray(old.indexOf("\n") + 1);
  await writeFile(file, enclose(asPieces(Buffer.from(`${JSON.stringify(later)}\n`), rest), undefined));
  await expect(restore(at.system, file, await blank())).rejects.toThrow(
    "version 9.0.0, whose schema is newer",
  );
});

/** One purchase as the first version wrote it: its money in and out, with what was noted of it. */
const FIRST_BOOKS = [
  `insert into accounts (role, email, name, password_hash, password_generated) values ('reseller', 'first@example.com', 'First', '-', false)`,
  `insert into resellers (id, level) select id, 'affiliate' from accounts`,
  `insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume, validity,
      phone, price, cost, wallet_before, wallet_after, deadline_at)
    select 'DT1', id, 'r', 'web', 'affiliate', 1, 1, 'MTN', 'SME', '1', 'GB', '30 Days', '+2348031234567', 300, 280, 1000, 700, now() from accounts`,
  `update purchases set state = 'sending'`,
  `insert into attempts (purchase_id, worker, meaning, answered_at) select id, 'first', 'successful', now() from purchases`,
  `update purchases set state = 'successful', settled_at = now(), settled_by = 'answer'`,
  `with j as (
      insert into journals (reseller_id, kind, purchase_id, actor)
      select a.id, k.kind, case when k.kind <> 'credit' then p.id end, 'system:first'
      from accounts a, purchases p, (values (1, 'credit'), (2, 'hold'), (3, 'settle')) k (n, kind) order by k.n returning *
    ),
    noted as (
      insert into audit (actor, action, subject, subject_id, reseller_id, journal_id)
      select 'system:first', 'first', 'journal', id::text, reseller_id, id from j
    )
    insert into entries (journal_id, reseller_id, account, amount, balance)
    select j.id, j.reseller_id, e.account, e.amount, e.balance from j join (values
      ('credit', 'funding', -1000, -1000), ('credit', 'wallet', 1000, 1000), ('hold', 'wallet', -300, 700), ('hold', 'held', 300, 300),
      ('settle', 'held', -300, 0), ('settle', 'sales', 300, 300)) e (kind, account, amount, balance) on e.kind = j.kind
    order by j.id`,
  `update wallets set funding = -1000, wallet = 700, held = 0, sales = 300`,
];

async function* asPieces(...pieces: Buffer[]) {
  yield* pieces;
}

const COMMAND = ["--conditions=react-server", "bin/portal.ts"];

function portal(args: string[], env: Record<string, string>) {
  return spawn(process.execPath, [...COMMAND, ...args], { env: { ...process.env, ...env }, stdio: "ignore" });
}

/** Who waits for a lock in a database. */
const waiting = (url: string) =>
  at.system.db.execute(sql`select pid from pg_stat_activity where datname = ${new URL(url).pathname.slice(1)}
    and application_name in ('portal-backup', 'portal-restore') and wait_event_type = 'Lock'`);
const sessionsOf = (url: string) =>
  at.system.db.execute(
    sql`select pid from pg_stat_activity where datname = ${new URL(url).pathname.slice(1)}`,
  );
