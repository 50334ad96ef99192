import { connect } from "#db/client";
import { isMigratedOn } from "#db/migrate";
import { getBound } from "#lib/core/bounds";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { waitAtMost } from "#lib/core/time/wait-at-most";

/** Whether it is ready; if not, the reason: it ends, the database lacks its schema or doesn't respond. */
export type Readiness = "ready" | "stopping" | "schema" | "database";

export interface ReadinessWatch {
  /** Resolves within five seconds. The database is queried twice a second at most. */
  readiness(): Promise<Readiness>;
  /** From now on, readiness is `stopping`. @returns whether it is being requested, and so noticed. */
  stopping(): boolean;
  /** Resolves at the first request whose response is `stopping`. */
  noticed: Promise<void>;
  /** Connections for monitoring alone: a pool that requests exhaust isn't a lost database. */
  ctx: Ctx;
  close(): Promise<void>;
}

const CACHE_MS = 500;
/** Longer than the interval of any usual proxy. */
const PROBED_WITHIN_MS = 30_000;

export function watchReadiness(url = env().DATABASE_URL): ReadinessWatch {
  const { db, sql, close } = connect(url, 2, {
    connection: { application_name: "portal-watch", statement_timeout: getBound("readiness") },
  });
  let stopping = false;
  const notice = Promise.withResolvers<void>();
  let probedAt = Number.NEGATIVE_INFINITY;
  let last: { at: number; result: Promise<Readiness> } | undefined;

  async function check(): Promise<Readiness> {
    try {
      const isCurrent = await waitAtMost(
        getBound("readiness"),
        isMigratedOn(sql),
        "the database did not respond in time",
      );
      return isCurrent ? "ready" : "schema";
    } catch (error) {
      log.error("ready.failed", { error });
      return "database";
    }
  }

  return {
    async readiness() {
      probedAt = performance.now();
      if (stopping) {
        notice.resolve();
        return "stopping";
      }
      if (!last || performance.now() - last.at > CACHE_MS) {
        const result = check();
        last = { at: performance.now(), result };
        // A slow result counts as fresh from its end.
        void result.then(() => {
          if (last?.result === result) last.at = performance.now();
        });
      }
      const result = await last.result;
      if (stopping) notice.resolve();
      return stopping ? "stopping" : result;
    },
    noticed: notice.promise,
    stopping() {
      stopping = true;
      return performance.now() - probedAt < PROBED_WITHIN_MS;
    },
    ctx: { actor: { kind: "system", name: "watch" }, db },
    close,
  };
}
