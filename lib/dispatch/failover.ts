import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { readRows } from "#lib/core/read-rows";
import { DISPATCH_SUBJECT } from "./dispatch-control.ts";

/** A process that renewed its row less than this before the others lost the database was alive then. */
export const MAX_RENEWAL_GAP_S = 15;

/**
 * The condition on the dispatcher's row that sending last ran in this database of this cluster, on any
 * timeline.
 */
export const isHomeCluster = (): SQL =>
  sql`${withoutTimeline(sql`home`)} = ${withoutTimeline(sql`database_identity()`)}`;

const withoutTimeline = (identity: SQL): SQL =>
  sql`(split_part(${identity}, ' ', 1) || ' ' || split_part(${identity}, ' ', 3))`;

/** The condition on a process that it knows changes from before this database took over. */
export const isOfEarlierDatabase = (): SQL =>
  sql`(database is distinct from database_identity() or seen_before_at is not null)`;

/**
 * Makes a promoted standby the database in which sending runs, once every process that was alive at the
 * failover has found in it all changes that the process knows: nothing is lost then. See
 * docs/decisions/restored-database.md.
 */
export async function continueAfterFailover(ctx: Ctx): Promise<void> {
  const [moved] = await readRows(ctx.db, z.object({ home: z.string() }))`
    select home from dispatcher
      where home <> database_identity() and ${isHomeCluster()} and ${isConfirmedByAll()}`;
  if (!moved) return;
  await inTransaction(ctx, async (ctx) => {
    const [now] = await readRows(ctx.db, z.object({ home: z.string() }))`
      update dispatcher set home = database_identity()
      where home = ${moved.home} and ${isConfirmedByAll()} returning home`;
    if (!now) return;
    await ctx.db.execute(sql`update suppliers set home = ${now.home} where home = ${moved.home}`);
    log.warn("dispatch.continued", { was: moved.home, is: now.home });
    await recordAudit(ctx, {
      ...DISPATCH_SUBJECT,
      action: "dispatch.continued",
      before: { database: moved.home },
      after: { database: now.home },
    });
  });
}

const isConfirmedByAll = (): SQL => sql`exists (
    select from processes where database = database_identity() and seen_before_at is not null
  ) and not exists (
    select from processes p where p.database is distinct from database_identity() and p.seen_at > (
      select max(seen_before_at) from processes where database = database_identity()
    ) - make_interval(secs => ${MAX_RENEWAL_GAP_S})
  )`;
