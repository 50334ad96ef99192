import { arch, cpus, platform, release, totalmem } from "node:os";
import { type SQL, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { knownMigrations } from "#db/known-migrations";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { shownVariables } from "#lib/core/env";
import { hasCode, PortalError } from "#lib/core/error";
import manifest from "../../package.json" with { type: "json" };
import { scrubLine, scrubStatement } from "./scrub.ts";

/** The last lines of a log that are kept. */
const LINES = 2_000;

/** Tables of one row whose numbers and switches are how the operator runs the portal. */
const SETTINGS = [
  "reconciling",
  "dispatcher",
  "case_rules",
  "payment_settings",
  "sign_up_switch",
  "catalogue",
];

/**
 * What somebody needs to help an operator, who may show it to anybody: nothing in it is about a person, no secret, no name of
 * a machine. What is not known to be harmless is left out. Admins only.
 * @param log lines of the portal's log, oldest first
 */
export async function supportBundle(ctx: Ctx, log: AsyncIterable<string> | Iterable<string> = []) {
  requireAdmin(ctx, "system");
  const now = new Date();
  return {
    made: now.toISOString(),
    portal: { version: manifest.version, node: process.version },
    machine: {
      platform: platform(),
      release: release(),
      arch: arch(),
      cpus: cpus().length,
      memory: totalmem(),
    },
    configuration: shownVariables(),
    database: await database(ctx),
    migrations: await migrations(ctx),
    settings: await settings(ctx),
    counts: await counts(ctx),
    health: await health(ctx),
    statements: await statements(ctx),
    log: await lastLines(log),
  };
}

/** A statement that was ended because it took too long. */
const TOO_LONG = /^57014$/;

/**
 * The same as a file, without a log, which no page can read: one is made at a time, and it is on record who took it. Admins only.
 * @param patienceMs how long one statement may take.
 * @throws rate_limited while another is made; unavailable when the database has no time for it
 */
export async function supportFile(
  ctx: Ctx,
  { patienceMs = 5_000 } = {},
): Promise<{ name: string; content: Buffer }> {
  requireAdmin(ctx, "export");
  requireAdmin(ctx, "system");
  try {
    return await inTransaction(ctx, async (tx) => {
      await tx.db.execute(sql`select set_config('statement_timeout', ${String(patienceMs)}, true)`);
      const [free] = await tx.db.execute<{ mine: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtextextended('support file', 0)) as mine`,
      );
      if (!free?.mine) {
        const words = "Somebody is making this file just now. Try again in a moment.";
        throw new PortalError("rate_limited", words, { facts: { retryAfter: 10 } });
      }
      const bundle = await supportBundle(tx);
      const name = `support-${bundle.made.slice(0, 16).replaceAll(":", "")}.json`;
      await record(tx, {
        action: "support.exported",
        subject: "support",
        subjectId: bundle.made.slice(0, 16),
      });
      return { name, content: Buffer.from(`${JSON.stringify(bundle, null, 1)}\n`) };
    });
  } catch (error) {
    if (!hasCode(error, TOO_LONG)) throw error;
    const words = "The database is too busy for this now. Try again later, or by the command on the server.";
    throw new PortalError("unavailable", words, { cause: error });
  }
}

/** What a query finds: names of states and kinds as they are; any other words are nobody's business. */
async function rows(ctx: Ctx, statement: SQL): Promise<Record<string, unknown>[]> {
  const found = await ctx.db.execute<Record<string, unknown>>(statement);
  return found.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [
        key,
        typeof value === "string" && !A_NAME.test(value) ? "…" : value,
      ]),
    ),
  );
}

/** A state, a kind, a number, a version or an instant. */
const A_NAME =
  /^([a-z][a-z0-9_:,-]{0,40}|-?[\d.]{1,20}( ?[kMGT]?B)?|\d+\.[\w.-]{1,20}|\d{4}-\d\d-\d\d[T ][\d:.+]+Z?)$/;

async function database(ctx: Ctx) {
  const [server] = await rows(
    ctx,
    sql`
    select current_setting('server_version_num')::int as version, pg_database_size(current_database())::text as bytes,
      current_setting('max_connections')::int as max_connections, current_setting('shared_buffers') as shared_buffers,
      current_setting('synchronous_commit') as synchronous_commit, pg_postmaster_start_time() as started,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`,
  );
  const tables = await rows(
    ctx,
    sql`
    select c.relname as name, greatest(c.reltuples, 0)::bigint::text as rows, pg_total_relation_size(c.oid)::text as bytes,
      s.n_dead_tup::text as dead, s.seq_scan::text as whole_reads, s.last_autovacuum as vacuumed
    from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by pg_total_relation_size(c.oid) desc`,
  );
  return { ...server, tables };
}

async function migrations(ctx: Ctx) {
  const done = await rows(
    ctx,
    sql`select created_at::text as made from drizzle.__drizzle_migrations order by created_at`,
  );
  const known = knownMigrations();
  const made = new Set(done.map((row) => Number(row.made)));
  return {
    done: made.size,
    last: Math.max(0, ...made),
    missing: known.filter((one) => !made.has(one)),
    unknown: [...made].filter((one) => !known.includes(one)),
  };
}

/** Numbers, switches and times alone: words may be anybody's. */
async function settings(ctx: Ctx) {
  const found = await Promise.all(
    SETTINGS.map(async (table) => {
      const [row] = await rows(ctx, sql`select to_jsonb(t) as row from ${sql.identifier(table)} t limit 1`);
      const facts = Object.entries((row?.row ?? {}) as Record<string, unknown>).filter(
        ([, value]) =>
          typeof value === "number" ||
          typeof value === "boolean" ||
          (typeof value === "string" && AN_INSTANT.test(value)),
      );
      return [table, Object.fromEntries(facts)] as const;
    }),
  );
  return Object.fromEntries(found);
}

const AN_INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

async function counts(ctx: Ctx) {
  const day = sql`now() - interval '1 day'`;
  return {
    purchasesOfADay: await rows(
      ctx,
      sql`select state, channel, count(*)::int from purchases where placed_at > ${day} group by 1, 2`,
    ),
    open: await rows(
      ctx,
      sql`select state, count(*)::int, min(placed_at) as oldest from purchases
      where state in ('queued', 'sending', 'unconfirmed') group by 1`,
    ),
    answersOfADay: await rows(
      ctx,
      sql`select meaning, http_status, count(*)::int,
      percentile_cont(0.5) within group (order by extract(epoch from answered_at - claimed_at)) as middle_s,
      max(extract(epoch from answered_at - claimed_at))::float8 as longest_s
      from attempts where claimed_at > ${day} group by 1, 2`,
    ),
    payments: await rows(
      ctx,
      sql`select provider, state, count(*)::int from payments where started_at > now() - interval '30 days' group by 1, 2`,
    ),
    webhooks: await rows(
      ctx,
      sql`select state, count(*)::int, min(next_at) as next from webhook_deliveries group by 1`,
    ),
    mails: await rows(ctx, sql`select state, count(*)::int, min(next_at) as next from mails group by 1`),
    people: await rows(
      ctx,
      sql`select role, closed_at is not null as closed, count(*)::int from accounts group by 1, 2`,
    ),
  };
}

async function health(ctx: Ctx) {
  return {
    processes: await rows(
      ctx,
      sql`select version, roles, started_at, seen_at from processes order by seen_at desc limit 50`,
    ),
    upkeep: await rows(
      ctx,
      sql`select distinct on (kind) kind, began_at, ended_at, ok, findings from upkeep order by kind, id desc`,
    ),
    lanes: await rows(ctx, sql`select name, looked_at, succeeded_at, next_run_at from lanes order by name`),
    failures: await rows(
      ctx,
      sql`select lane, count(*)::int, max(failures)::int as failures, min(since) as oldest from lane_failures group by 1 order by 1`,
    ),
    discrepancies: await rows(
      ctx,
      sql`select kind, count(*)::int from discrepancies where closed_at is null group by 1`,
    ),
  };
}

interface Statement extends Record<string, unknown> {
  query: string;
}

/** The slowest statements, where the server counts them, and what runs just now. */
async function statements(ctx: Ctx) {
  const [counted] = await rows(ctx, sql`select to_regclass('pg_stat_statements') is not null as there`);
  const slow = counted?.there
    ? await ctx.db.execute<Statement>(
        sql`select query, calls::text, mean_exec_time as mean_ms, max_exec_time as longest_ms from pg_stat_statements
        where dbid = (select oid from pg_database where datname = current_database()) order by total_exec_time desc limit 30`,
      )
    : [];
  const running = await ctx.db.execute<Statement>(
    sql`
    select query, state, wait_event_type, wait_event, extract(epoch from now() - query_start)::float8 as seconds
    from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
    order by query_start limit 30`,
  );
  const scrubbed = (row: Statement) => ({ ...row, query: scrubStatement(row.query) });
  return { counted: Boolean(counted?.there), slow: slow.map(scrubbed), running: running.map(scrubbed) };
}

async function lastLines(log: AsyncIterable<string> | Iterable<string>) {
  const kept: unknown[] = [];
  let dropped = 0;
  for await (const line of log) {
    const facts = scrubLine(line);
    if (facts === undefined) dropped += 1;
    else kept.push(facts);
    if (kept.length > LINES) kept.shift();
  }
  return { dropped, lines: kept };
}
