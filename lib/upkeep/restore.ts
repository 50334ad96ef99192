import { randomBytes } from "node:crypto";
import { connect } from "#db/client";
import { open } from "#db/driver";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { check } from "#lib/purchase/check";
import { restoreBackup } from "./backup/restore-backup.ts";
import { openBackup } from "./backup.ts";
import { recordUpkeep } from "./upkeep.ts";

export interface Restored {
  name: string;
  /** As of when it is. */
  at: string;
  rows: number;
  /** The promises of the books that are broken in it. */
  findings: string[];
}

/** Restores a backup into the empty database that `url` names, and checks its books. The operator's command. */
export async function restore(ctx: Ctx, from: string, url = env().DATABASE_URL): Promise<Restored> {
  requireSystem(ctx);
  const { name, content } = await openBackup(from);
  const { head, end } = await restoreBackup(url, content);
  const { db, close } = connect(url, 1);
  try {
    const { findings } = await check({ ...ctx, db });
    return { name, at: head.at, rows: end.rows, findings };
  } finally {
    await close();
  }
}

const TRIAL = "portal_rehearsal_";

/**
 * Restores a backup into a database made for that, checks its books, drops it, and notes in this portal what came of it. The
 * database's user must be one who may make databases; those that earlier rehearsals left are dropped too.
 * @param server where to do so; where this portal's database is, unless told otherwise.
 */
export async function rehearse(ctx: Ctx, from: string, server = env().DATABASE_URL): Promise<Restored> {
  requireSystem(ctx);
  const beganAt = new Date();
  const name = `${TRIAL}${randomBytes(5).toString("hex")}`;
  const at = new URL(server);
  at.pathname = `/${name}`;
  const note = (ok: boolean, said: string, findings?: number) =>
    recordUpkeep(ctx, { kind: "rehearsal", beganAt, ok, said, ...(findings !== undefined && { findings }) });
  const sql = open(server, {
    max: 1,
    connection: { application_name: "portal-rehearse", statement_timeout: 0 },
  });
  try {
    const left =
      await sql.unsafe(`select d.datname from pg_database d where starts_with(d.datname, '${TRIAL}')
      and not exists (select from pg_stat_activity a where a.datname = d.datname)`);
    for (const { datname } of left) await sql.unsafe(`drop database if exists "${datname}"`);
    await sql.unsafe(`create database "${name}" template template0`);
    try {
      const restored = await restore(ctx, from, at.href);
      const { findings, rows } = restored;
      const said =
        findings.length === 0 ? `${restored.name}: ${rows} rows, all in order` : findings.join("; ");
      await note(findings.length === 0, said.slice(0, 2_000), findings.length);
      return restored;
    } finally {
      await sql.unsafe(`drop database if exists "${name}" with (force)`);
    }
  } catch (error) {
    await note(false, String((error as Error).message).slice(0, 500)).catch(() => {});
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
