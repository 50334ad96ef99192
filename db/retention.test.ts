import { existsSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RETENTION, sweep } from "./retention.ts";
import { type TestDatabase, testDatabase } from "./testing.ts";

const ROOT = new URL("../", import.meta.url).pathname;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("every table says how long it is kept", async () => {
  const rows = await database.sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  expect(
    Object.keys(RETENTION).sort(),
    "say in db/retention.ts for how long, or why for ever, what stands in a new table is kept",
  ).toEqual(rows.map(({ name }) => name).sort());
});

test("what a room takes away itself is taken away there", () => {
  for (const [table, kept] of Object.entries(RETENTION)) {
    if (!("by" in kept)) continue;
    const inCode = table.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect(existsSync(ROOT + kept.by), table).toBe(true);
    expect(readFileSync(ROOT + kept.by, "utf8")).toMatch(new RegExp(`${table}|${inCode}`));
  }
});

test("operators read how long each kind is kept", () => {
  const page = readFileSync(`${ROOT}docs/operate/data.md`, "utf8").replaceAll(/ +/g, " ");
  const line = (what: string, days: () => number) =>
    `| ${what} | ${days() < 1 ? `${days() * 24} hour` : `${days()} ${days() === 1 ? "day" : "days"}`} |`;
  for (const kept of Object.values(RETENTION))
    if ("days" in kept) expect(page).toContain(line(kept.what, kept.days));
});

const SNAPSHOT = "plan_id, network_id, network_name, type_name, size, volume, validity";
const SNAPPED = "1, 1, 'MTN', 'SME', '1 GB', '1', '30 days'";

/** A row of a table that is kept since `at`, as SQL. */
const ROWS: Record<string, (at: string) => string> = {
  account_links: (at) =>
    `insert into account_links (account_id, hash, created_by, expires_at, ended_at) values (1, gen_random_uuid(), 'x', now(), ${at})`,
  alert_receivers: (at) =>
    `insert into alert_receivers (way, target, removed_at) values ('mail', 'ops@example.com', ${at})`,
  alerts: (at) => `insert into alerts (kind, title, note, path, over_at) values ('x', 'x', '', '/', ${at})`,
  attempts: (at) =>
    `insert into attempts (purchase_id, worker, claimed_at, raw) values (random() * 1e9, 'x', ${at}, 'words')`,
  audit_personal: (at) => `with a as (
    insert into audit (at, actor, action, subject, subject_id) values (${at}, 'x', 'x', 'x', 'x') returning id)
    insert into audit_personal (audit_id, facts) select id, '{"reason": "Ada"}' from a`,
  bulk_runs: (at) =>
    `insert into bulk_runs (reseller_id, key, created_at) values (1, gen_random_uuid(), ${at})`,
  moved_alone: (at) => `insert into moved_alone (admin_id, kind, amount, at) values (1, 'credit', 1, ${at})`,
  customer_imports: (at) =>
    `insert into customer_imports (reseller_id, key, lines, created_at) values (1, gen_random_uuid(), '[]', ${at})`,
  funding_pictures: (at) => `with f as (
    insert into funding_requests (reseller_id, ref, amount, bank_reference, state, decided_at)
    values (1, gen_random_uuid(), 1, 'x', 'refused', ${at}) returning id)
    insert into funding_pictures (request_id, bytes) select id, 'x' from f`,
  half_sign_ins: (at) =>
    `insert into half_sign_ins (hash, account_id, expires_at) values (gen_random_uuid(), 1, ${at})`,
  lane_failures: (at) =>
    `insert into lane_failures (lane, key, error, failed_at, next_look_at) values ('x', gen_random_uuid(), 'x', ${at}, now())`,
  lane_turns: (at) => `insert into lane_turns (lane, owner, looked_at) values (gen_random_uuid(), 1, ${at})`,
  mails: (at) => `insert into mails (message_id, kind, recipient, subject, state, give_up_at, done_at)
    values (gen_random_uuid(), 'notice', 'a@example.com', 'x', 'sent', now(), ${at})`,
  notices: (at) =>
    `insert into notices (account_id, event, key, at) values (1, 'x', gen_random_uuid(), ${at})`,
  orders: (
    at,
  ) => `insert into orders (code, shop_id, reseller_id, ref, reference, ${SNAPSHOT}, phone, customer_name, price,
      payment, placed_at, pay_by, paid_at, delivery_ref)
    values (gen_random_uuid(), 1, 1, gen_random_uuid(), gen_random_uuid(), ${SNAPPED}, '+2348031234567', 'Ada', 1,
      'received', ${at}, now(), now(), 'x')`,
  passkey_challenges: (at) =>
    `insert into passkey_challenges (hash, device_hash, expires_at) values (gen_random_uuid(), 'x', ${at})`,
  push_devices: (
    at,
  ) => `insert into push_devices (account_id, endpoint, public_key, auth_secret, device_hash, reached_at)
    values (1, gen_random_uuid(), 'x', 'x', 'unknown', ${at})`,
  pushes: (at) => `insert into pushes (device_id, title, path, created_at) values (1, 'x', '/', ${at})`,
  remembered_devices: (at) =>
    `insert into remembered_devices (account_id, device_hash, expires_at) values (1, 'x', ${at})`,
  reset_requests: (at) => `insert into reset_requests (email, asked_at) values ('a@example.com', ${at})`,
  sessions: (at) => `insert into sessions (secret_hash, account_id, expires_at, ended_at)
    values (gen_random_uuid(), 1, now() + interval '1 day', ${at})`,
  sign_ups: (at) => `insert into sign_ups (email, name, phone, about, hash, state, decided_at)
    values ('a@example.com', 'Ada', 'x', 'x', gen_random_uuid(), 'refused', ${at})`,
  test_purchases: (
    at,
  ) => `insert into test_purchases (ident, reseller_id, ref, ${SNAPSHOT}, phone, price, wallet_before,
      wallet_after, ending, placed_at)
    values (gen_random_uuid(), 1, gen_random_uuid(), ${SNAPPED}, 'x', 1, 1, 0, 'failed', ${at})`,
  throttles: (at) =>
    `insert into throttles (bucket, failures, free_at, updated_at) values (gen_random_uuid(), 1, ${at}, ${at})`,
  upkeep: (at) =>
    `insert into upkeep (kind, began_at, ended_at, ok, said) values ('check', ${at}, ${at}, true, 'x')`,
  webhook_deliveries: (at) => `with d as (
    insert into webhook_deliveries (endpoint_id, type, subject, state, done_at) values (999, 'x', 'x', 'failed', ${at}) returning id)
    insert into webhook_tries (delivery_id, took_ms) select id, 1 from d`,
  webhook_endpoints: (
    at,
  ) => `insert into webhook_endpoints (reseller_id, url, sealed_secret, events, removed_at)
    values (1, 'https://example.com', 'x', '{purchases}', ${at})`,
};

/** Writes rows without those that they refer to. */
const write = (statement: string) =>
  database.sql.begin(async (tx) => {
    await tx.unsafe("set local session_replication_role = replica");
    await tx.unsafe(statement);
  });

const swept = Object.entries(RETENTION).flatMap(([table, kept]) => ("at" in kept ? [{ table, kept }] : []));

test.each(swept)("$table: what is older goes, what is younger stays", async ({ table, kept }) => {
  const row = ROWS[table];
  if (!row) throw new Error(`Write a row of ${table} here.`);
  const ago = (share: number) => `now() - make_interval(secs => ${kept.days() * 86_400 * share})`;
  const left = () =>
    kept.erases
      ? database.sql`select from ${database.sql(table)} where ${database.sql.unsafe(textOf(table))}`
      : database.sql`select from ${database.sql(table)}`;
  await write(row(ago(1.1)));
  await write(row(ago(0.9)));
  expect(await left()).toHaveLength(2);
  expect(await sweep(database.systemCtx, [table])).toEqual({ swept: { [table]: 1 }, more: false });
  expect(await left()).toHaveLength(1);
  expect(await sweep(database.systemCtx, [table])).toEqual({ swept: {}, more: false });
  await write(row(ago(1.1)));
  expect((await sweep(database.systemCtx, [table])).swept).toEqual(kept.erases ? {} : { [table]: 1 });
});

/** Whether what is erased of a row is still there. */
const textOf = (table: string) =>
  ({ attempts: "raw is not null", audit_personal: "facts is not null", orders: "customer_name is not null" })[
    table
  ] ?? "true";

test("what a message's tries were goes with it", async () => {
  expect(await database.sql`select from webhook_tries`).toHaveLength(1);
});

test("many are taken in steps, and the next run goes on where this one stopped", async () => {
  await database.sql`insert into notices (account_id, event, key, at)
    select 2, 'many', n, now() - interval '2 years' from generate_series(1, 20100) n`;
  // A younger one has the lowest number: it is in nobody's way, and takes its place in each step.
  expect(await sweep(database.systemCtx, ["notices"])).toEqual({ swept: { notices: 19_980 }, more: true });
  expect(await sweep(database.systemCtx, ["notices"])).toEqual({ swept: { notices: 120 }, more: false });
});

test("a notice that is not old cannot be deleted by anybody", async () => {
  await database.sql`insert into notices (account_id, event, key) values (3, 'young', 'x')`;
  await expect(database.sql`delete from notices where account_id = 3`).rejects.toMatchObject({
    code: "23001",
  });
});

test("only the portal itself sweeps", async () => {
  const admin = database.ctx({ kind: "admin", id: 1, email: "a@example.com", sessionId: 1, permissions: [] });
  await expect(sweep(admin)).rejects.toMatchObject({ code: "not_found" });
  expect(await database.db.execute(sql`select from sweep_marks`)).toHaveLength(3);
});
