import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { sql } from "drizzle-orm";
import { connect } from "#db/client";
import { getBound } from "#lib/core/bounds";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";

/**
 * A connection that claims, and its worker name. Once the connection is gone, no process works on the
 * purchases claimed under its name: a name is never used again.
 */
export interface ClaimingConnection {
  ctx: Ctx;
  worker: string;
  lost(): boolean;
  /** Stops using it, because it is unknown whether its last statement was executed. */
  giveUp(): void;
  close(): Promise<void>;
}

/**
 * The server drops a connection whose other end has been silent for some ten seconds. This side gives up a
 * statement soon after that. So a half-open connection holds no lock for long.
 */
const CONNECTION_SETTINGS = {
  statement_timeout: 5_000,
  lock_timeout: 5_000,
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 10_000,
};

/** Formats its name in the database (`application_name`): at most 63 characters. */
const formatConnectionName = (worker: string) => `portal-claims ${worker}`;

/**
 * Opens a connection under a new name.
 * @param before the lost connection: the database ends it, so that it claims nothing more and its lock is
 * free.
 */
export async function openClaimingConnection(
  ctx: Ctx,
  url: string,
  before?: ClaimingConnection,
): Promise<ClaimingConnection> {
  const worker = `${hostname().slice(0, 30)}-${process.pid}-${randomUUID().slice(0, 8)}`;
  let lost = false;
  const { db, close, cut } = connect(url, 1, {
    idle_timeout: 0,
    max_lifetime: null,
    onclose: () => {
      lost = true;
    },
    responseTimeoutMs: getBound("claim"),
    connection: { application_name: formatConnectionName(worker), ...CONNECTION_SETTINGS },
  });
  const quietly = (ended: Promise<void>) =>
    ended.catch((error: unknown) => log.warn("dispatch.connection_not_closed", { error }));
  const connection = { ctx: { ...ctx, db }, worker };
  try {
    if (before) {
      const left = await db.execute(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = ${formatConnectionName(before.worker)} and usename = current_user`);
      log.warn("dispatch.connection_lost", { worker: before.worker, endedHere: left.length });
    }
  } catch (error) {
    await quietly(cut());
    throw error;
  }
  return {
    ...connection,
    lost: () => lost,
    giveUp() {
      lost = true;
      void quietly(cut());
    },
    close: () => quietly(close()),
  };
}
