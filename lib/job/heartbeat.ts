import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireSystem } from "#lib/core/context";
import { repeatUntilAborted, sleep } from "#lib/core/lane/loop";
import { log } from "#lib/core/log";
import { int, readRow, readRows } from "#lib/core/read-rows";
import { continueAfterFailover } from "#lib/dispatch/failover";
import { beginRenewal, endRenewals } from "#lib/dispatch/renewals";
import { stopInCopy } from "#lib/dispatch/stop-if-restored";
import { copyConfirmedChanges, forgetChanges, hasChanges } from "#lib/purchase/queue/confirmed-changes";
import manifest from "../../package.json" with { type: "json" };

const RENEWAL_INTERVAL_MS = 1_000;

/**
 * Records every second that this process is alive, until it is stopped, and that the database has all that
 * was confirmed to it. Where something is missing, the database is behind, and sending stops.
 */
export async function startHeartbeat(ctx: Ctx, roles: readonly string[]): Promise<{ stop(): Promise<void> }> {
  requireSystem(ctx);
  const name = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const noteRegistration = beginRenewal();
  let renewals = await register(ctx, name, roles);
  noteRegistration();
  const stopper = new AbortController();
  const { signal } = stopper;
  const renewing = repeatUntilAborted(
    signal,
    async () => {
      await sleep(RENEWAL_INTERVAL_MS, signal);
      if (signal.aborted) return;
      const changes = copyConfirmedChanges();
      const noteRenewal = beginRenewal();
      const renewed = await renewProcess(ctx, name, renewals, changes);
      if (renewed === undefined) {
        await stopInCopy(ctx, "behind");
        renewals = await register(ctx, name, roles);
      } else renewals = renewed;
      noteRenewal();
      forgetChanges(changes);
      await continueAfterFailover(ctx);
    },
    "heartbeat.missed",
  );
  return {
    async stop() {
      stopper.abort();
      await renewing;
      endRenewals();
      await ctx.db
        .execute(sql`delete from processes where name = ${name}`)
        .catch((error: unknown) => log.warn("heartbeat.not_ended", { error }));
    },
  };
}

/** Registers the process in this database, whatever it lacks. @returns the number of renewals. */
async function register(ctx: Ctx, name: string, roles: readonly string[]): Promise<number> {
  await ctx.db.execute(sql`delete from processes where seen_at < now() - interval '7 days'`);
  const { renewals } = await readRow(ctx.db, z.object({ renewals: int }))`
    insert into processes (name, version, roles, database)
    values (${name}, ${manifest.version}, ${roles.join(",")}, database_identity())
    on conflict (name) do update set seen_at = now(), database = excluded.database, seen_before_at = null
    returning renewals`;
  return renewals;
}

/**
 * Renews the row of a process in a database that has its last renewal and these changes. A copy of the
 * database has all that was committed before the last of them.
 * @returns the number of renewals; undefined in a database that lacks something.
 */
async function renewProcess(
  ctx: Ctx,
  name: string,
  renewals: number,
  changes: ReturnType<typeof copyConfirmedChanges>,
): Promise<number | undefined> {
  const [row] = await readRows(ctx.db, z.object({ renewals: int }))`
    update processes set renewals = renewals + 1, seen_at = now(), database = database_identity(),
      seen_before_at = case when database = database_identity() then seen_before_at else seen_at end
    where name = ${name} and renewals >= ${renewals} and ${hasChanges(changes)} returning renewals`;
  return row?.renewals;
}
