import { arch, cpus, platform, release, totalmem } from "node:os";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { listKnownMigrations } from "#db/known-migrations";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { hasErrorCode } from "#lib/core/database-error";
import { PortalError } from "#lib/core/error";
import { listVariables, type Module } from "#lib/core/module";
import { isUnsettled } from "#lib/core/purchase-state";
import { readRow, readRows } from "#lib/core/read-rows";
import { describeVariables } from "#lib/core/variables";
import manifest from "../../package.json" with { type: "json" };
import { scrubLine, scrubStatement } from "./scrub.ts";

const MAX_LOG_LINES = 2_000;

/** Tables with one row of the operator's settings, beside `settings`. */
const SETTINGS_TABLES = ["dispatcher", "catalogue"];

/**
 * Creates a diagnostic bundle for support, without personal data, secrets and names of machines: it holds
 * only values that are known to be harmless. Admins only.
 * @param log lines of the portal's log, oldest first
 */
export async function createSupportBundle(
  ctx: Ctx,
  modules: readonly Module[],
  log: AsyncIterable<string> | Iterable<string> = [],
) {
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
    configuration: describeVariables(listVariables(modules)),
    database: await describeDatabase(ctx),
    migrations: await describeMigrations(ctx),
    settings: await describeSettings(ctx),
    counts: await readCounts(ctx),
    health: await readHealth(ctx),
    statements: await readStatements(ctx),
    log: await readLastLines(log),
  };
}

/** A statement was cancelled by its timeout. */
const STATEMENT_TIMEOUT_CODE = /^57014$/;

/**
 * Exports the bundle as a file, without a log, which pages can't read; one at a time, with an
 * audit record. Admins only.
 * @param statementTimeoutMs of each statement.
 * @throws rate_limited while another is created; unavailable when the database is too busy
 */
export async function exportSupportBundle(
  ctx: Ctx,
  modules: readonly Module[],
  { statementTimeoutMs = 5_000 } = {},
): Promise<{ name: string; content: Buffer }> {
  requireAdmin(ctx, "export");
  requireAdmin(ctx, "system");
  try {
    return await inTransaction(ctx, async (tx) => {
      await tx.db.execute(sql`select set_config('statement_timeout', ${String(statementTimeoutMs)}, true)`);
      const { mine } = await readRow(tx.db, z.object({ mine: z.boolean() }))`
        select pg_try_advisory_xact_lock(hashtextextended('support file', 0)) as mine`;
      if (!mine) {
        const message = "Another support bundle is being created. Try again in a moment.";
        throw new PortalError("rate_limited", message, { facts: { retryAfter: 10 } });
      }
      const bundle = await createSupportBundle(tx, modules);
      const name = `support-${bundle.made.slice(0, 16).replaceAll(":", "")}.json`;
      await recordAudit(tx, {
        action: "support.exported",
        subject: "support",
        subjectId: bundle.made.slice(0, 16),
      });
      return { name, content: Buffer.from(`${JSON.stringify(bundle, null, 1)}\n`) };
    });
  } catch (error) {
    if (!hasErrorCode(error, STATEMENT_TIMEOUT_CODE)) throw error;
    const message =
      "The database is too busy for this now. Try again later, or run kiosk support on the server.";
    throw new PortalError("unavailable", message, { cause: error });
  }
}

/** Reads rows with names of states and kinds only; all other texts are removed. */
async function readScrubbedRows(ctx: Ctx, statement: SQL): Promise<Record<string, unknown>[]> {
  const rows = await ctx.db.execute(statement);
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [
        key,
        typeof value === "string" && !NAME_PATTERN.test(value) ? "…" : value,
      ]),
    ),
  );
}

/** A state, a kind, a number, a version or an instant. */
const NAME_PATTERN =
  /^([a-z][a-z0-9_:,-]{0,40}|-?[\d.]{1,20}( ?[kMGT]?B)?|\d+\.[\w.-]{1,20}|\d{4}-\d\d-\d\d[T ][\d:.+]+Z?)$/;

async function describeDatabase(ctx: Ctx) {
  const [server] = await readScrubbedRows(
    ctx,
    sql`
    select
      current_setting('server_version_num')::int as version,
      pg_database_size(current_database())::text as bytes,
      current_setting('max_connections')::int as max_connections,
      current_setting('shared_buffers') as shared_buffers,
      current_setting('synchronous_commit') as synchronous_commit,
      pg_postmaster_start_time() as started,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`,
  );
  const tables = await readScrubbedRows(
    ctx,
    sql`
    select
      c.relname as name, greatest(c.reltuples, 0)::bigint::text as rows,
      pg_total_relation_size(c.oid)::text as bytes, s.n_dead_tup::text as dead,
      s.seq_scan::text as whole_reads, s.last_autovacuum as vacuumed
    from pg_class c
    left join pg_stat_user_tables s on s.relid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by pg_total_relation_size(c.oid) desc`,
  );
  return { ...server, tables };
}

async function describeMigrations(ctx: Ctx) {
  const done = await readScrubbedRows(
    ctx,
    sql`select created_at::text as made from drizzle.__drizzle_migrations order by created_at`,
  );
  const migrations = listKnownMigrations();
  const made = new Set(done.map((row) => Number(row.made)));
  return {
    done: made.size,
    last: Math.max(0, ...made),
    missing: migrations.filter((migration) => !made.has(migration)),
    unknown: [...made].filter((migration) => !migrations.includes(migration)),
  };
}

/** Describes settings by numbers, switches and times only, since texts may be personal. */
async function describeSettings(ctx: Ctx) {
  const parts = [
    sql`select name, value from settings`,
    ...SETTINGS_TABLES.map((table) => sql`select ${table}, to_jsonb(t) from ${sql.identifier(table)} t`),
  ];
  const rows = await readRows(
    ctx.db,
    z.object({ name: z.string(), value: z.record(z.string(), z.unknown()) }),
  )`
    ${sql.join(parts, sql` union all `)}`;
  return Object.fromEntries(
    rows.map(({ name, value }) => [name, Object.fromEntries(Object.entries(value).filter(isHarmless))]),
  );
}

const isHarmless = ([, value]: [string, unknown]): boolean =>
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && INSTANT_PATTERN.test(value));

const INSTANT_PATTERN = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

async function readCounts(ctx: Ctx) {
  const day = sql`now() - interval '1 day'`;
  return {
    purchasesOfADay: await readScrubbedRows(
      ctx,
      sql`select state, channel, count(*)::int from purchases where placed_at > ${day} group by 1, 2`,
    ),
    open: await readScrubbedRows(
      ctx,
      sql`select state, count(*)::int, min(placed_at) as oldest from purchases
      where ${isUnsettled(sql`state`)} group by 1`,
    ),
    answersOfADay: await readScrubbedRows(
      ctx,
      sql`select result, http_status, count(*)::int,
      percentile_cont(0.5) within group (order by extract(epoch from answered_at - claimed_at)) as middle_s,
      max(extract(epoch from answered_at - claimed_at))::float8 as longest_s
      from attempts where claimed_at > ${day} group by 1, 2`,
    ),
    payments: await readScrubbedRows(
      ctx,
      sql`
        select provider, state, count(*)::int
        from payments
        where started_at > now() - interval '30 days'
        group by 1, 2`,
    ),
    deliveries: await readScrubbedRows(
      ctx,
      sql`select channel, state, count(*)::int, min(next_at) as next from deliveries group by 1, 2`,
    ),
    people: await readScrubbedRows(
      ctx,
      sql`select role, closed_at is not null as closed, count(*)::int from accounts group by 1, 2`,
    ),
  };
}

async function readHealth(ctx: Ctx) {
  return {
    processes: await readScrubbedRows(
      ctx,
      sql`select version, roles, started_at, seen_at from processes order by seen_at desc limit 50`,
    ),
    upkeep: await readScrubbedRows(
      ctx,
      sql`
        select distinct on (kind) kind, began_at, ended_at, ok, findings
        from maintenance_runs
        order by kind, id desc`,
    ),
    lanes: await readScrubbedRows(
      ctx,
      sql`select name, looked_at, succeeded_at, next_run_at from lanes order by name`,
    ),
    failures: await readScrubbedRows(
      ctx,
      sql`
        select lane, count(*)::int, max(failures)::int as failures, min(since) as oldest
        from lane_failures
        group by 1
        order by 1`,
    ),
    suppliers: await readScrubbedRows(
      ctx,
      sql`
        select
          s.id, s.enabled, s.per_minute, s.timeout_ms, s.synced_at, s.failed_at,
          g.stopped, g.stopped_at, g.probe_at,
          (select count(*)::int from routes r where r.supplier_id = s.id and r.open) as open_plans
        from suppliers s
        left join supplier_sending g on g.supplier_id = s.id
        order by s.id`,
    ),
    discrepancies: await readScrubbedRows(
      ctx,
      sql`select kind, count(*)::int from discrepancies where closed_at is null group by 1`,
    ),
  };
}

/** Reads the slowest statements, where the server records them, and the running ones. */
async function readStatements(ctx: Ctx) {
  const [counted] = await readScrubbedRows(
    ctx,
    sql`select to_regclass('pg_stat_statements') is not null as there`,
  );
  const slow = counted?.there
    ? await ctx.db.execute(sql`
          select query, calls::text, mean_exec_time as mean_ms, max_exec_time as longest_ms
          from pg_stat_statements
          where dbid = (select oid from pg_database where datname = current_database())
          order by total_exec_time desc
          limit 30`)
    : [];
  const running = await ctx.db.execute(sql`
    select
      query, state, wait_event_type, wait_event,
      extract(epoch from now() - query_start)::float8 as seconds
    from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
    order by query_start
    limit 30`);
  const scrubbed = (row: Record<string, unknown>) => ({ ...row, query: scrubStatement(String(row.query)) });
  return { counted: Boolean(counted?.there), slow: slow.map(scrubbed), running: running.map(scrubbed) };
}

async function readLastLines(log: AsyncIterable<string> | Iterable<string>) {
  const lines: unknown[] = [];
  let dropped = 0;
  for await (const line of log) {
    const facts = scrubLine(line);
    if (facts === undefined) dropped += 1;
    else lines.push(facts);
    if (lines.length > MAX_LOG_LINES) lines.shift();
  }
  return { dropped, lines: lines };
}
