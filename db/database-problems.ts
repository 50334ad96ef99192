import type postgres from "postgres";
import { listIgnoredParameters } from "#lib/core/database-parameters";
import { getDatabaseName } from "#lib/core/database-url";
import { withConnection } from "./driver/open-pool.ts";

/** A property of a database that harms the portal sooner or later. */
export interface DatabaseProblem {
  /** The problem and its solution, in a sentence without its full stop. */
  problem: string;
  /** The portal works in spite of it. */
  minor: boolean;
}

/** The connections that a process opens on two processors, and some for commands. */
const MIN_CONNECTIONS = 55;
const NEWEST_TESTED = 18;
const MAX_CLOCK_DIFFERENCE_S = 5;
const MAX_SNAPSHOT_AGE_H = 3;

type Facts = Record<"encoding" | "madeFor" | "locale" | "fsync" | "jit", string | null> &
  Record<"version" | "connections" | "ahead" | "snapshotHours", number> & { standby: boolean };

/**
 * Looks at the server and the database of an address: what the portal can't see in its own rows.
 * @throws what the driver throws when it can't be reached
 */
export async function findDatabaseProblems(url: string): Promise<DatabaseProblem[]> {
  const facts = await withConnection(url, readFacts);
  const name = getDatabaseName(url);
  const ignored = listIgnoredParameters(url);
  const problems: (DatabaseProblem | false)[] = [
    ignored.length > 0 && {
      problem: `DATABASE_URL has parameters without effect here, which you can remove: ${ignored.join(", ")}`,
      minor: true,
    },
    facts.standby && {
      problem:
        "it is a standby, which accepts no purchase. Name the primary in DATABASE_URL, or both servers",
      minor: false,
    },
    facts.encoding !== "UTF8" && {
      problem: `its encoding is ${facts.encoding}, which lacks letters of names. Stop the portal, run kiosk backup and then kiosk restore --from latest --aside`,
      minor: false,
    },
    facts.madeFor !== null &&
      facts.madeFor !== facts.locale && {
        problem: `its indexes are sorted as by version ${facts.madeFor} of the system's locale, which is now ${facts.locale}: unique ones may miss rows. Run REINDEX DATABASE "${name}" and then ALTER DATABASE "${name}" REFRESH COLLATION VERSION, as its owner`,
        minor: false,
      },
    facts.fsync === "off" && {
      problem: "fsync is off, so that a power cut can destroy it. Turn it on in postgresql.conf",
      minor: false,
    },
    Math.abs(facts.ahead) > MAX_CLOCK_DIFFERENCE_S && {
      problem: `its clock is ${Math.round(Math.abs(facts.ahead))} s ${facts.ahead > 0 ? "ahead of" : "behind"} this machine's, so that authentication codes are rejected. Run timedatectl set-ntp true on both machines`,
      minor: false,
    },
    facts.snapshotHours > MAX_SNAPSHOT_AGE_H && {
      problem: `a transaction is open for ${Math.floor(facts.snapshotHours)} hours, and deleted rows stay until it ends. Look for it in pg_stat_activity`,
      minor: true,
    },
    facts.version > NEWEST_TESTED && {
      problem: `PostgreSQL ${facts.version} is newer than this version of the portal was tested with (16 to ${NEWEST_TESTED})`,
      minor: true,
    },
    facts.connections < MIN_CONNECTIONS && {
      problem: `it allows ${facts.connections} connections, and a process of the portal opens up to 48. Raise max_connections`,
      minor: true,
    },
    facts.jit === "on" && {
      problem: `a pooler keeps the portal's parameters from it. Run ALTER ROLE … SET jit = off, and set its time-outs (docs/operate/scale.md#pooler)`,
      minor: true,
    },
  ];
  return problems.filter((problem) => problem !== false);
}

async function readFacts(sql: postgres.Sql): Promise<Facts> {
  await sql`select 1`;
  const askedAt = Date.now();
  const [row] = await sql<[Facts & { clock: number }]>`
    select
      pg_encoding_to_char(encoding) as encoding, datcollversion as "madeFor",
      pg_database_collation_actual_version(oid) as locale, current_setting('fsync') as fsync,
      current_setting('jit') as jit, current_setting('server_version_num')::int / 10000 as version,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        as connections,
      pg_is_in_recovery() as standby, extract(epoch from clock_timestamp())::float8 as clock,
      (select coalesce(extract(epoch from max(now() - xact_start)) / 3600, 0)::float8
        from pg_stat_activity
        where datname = current_database() and (backend_xmin is not null or backend_xid is not null))
        as "snapshotHours"
    from pg_database
    where datname = current_database()`;
  // The response took as long as the way there and back: half of it may be either clock's.
  const between = (askedAt + Date.now()) / 2_000;
  return { ...row, ahead: row.clock - between };
}
