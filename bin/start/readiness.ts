import { connect } from "#db/client";
import { isMigratedOn } from "#db/migrate";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";

/** Whether a process can be given work; if not, why: it ends, the database lacks its schema, or does not answer. */
export type Readiness = "ready" | "stopping" | "schema" | "database";

export interface Watch {
  /** Answers within two seconds. However often it is asked, the database is asked twice a second at most. */
  readiness(): Promise<Readiness>;
  /** From now on the answer is `stopping`. */
  stopping(): void;
  /** For those who watch: connections of their own, so that a pool which people exhaust does not look like a lost database. */
  ctx: Ctx;
  close(): Promise<void>;
}

const PATIENCE_MS = 2_000;
const HOLDS_MS = 500;

export function watch(url = env().DATABASE_URL): Watch {
  const { db, sql, close } = connect(url, 2, {
    waitMs: PATIENCE_MS,
    connection: { application_name: "portal-watch", statement_timeout: PATIENCE_MS },
  });
  let stopping = false;
  let last: { at: number; found: Promise<Readiness> } | undefined;

  async function look(): Promise<Readiness> {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const late = new Promise<never>((_, reject) => {
      patience.addEventListener("abort", () => reject(patience.reason), { once: true });
    });
    try {
      return (await Promise.race([isMigratedOn(sql), late])) ? "ready" : "schema";
    } catch (error) {
      log.error("ready.failed", { error });
      return "database";
    }
  }

  return {
    async readiness() {
      if (stopping) return "stopping";
      if (!last || performance.now() - last.at > HOLDS_MS) {
        const found = look();
        last = { at: performance.now(), found };
        // What took long is as fresh as its end.
        void found.then(() => {
          if (last?.found === found) last.at = performance.now();
        });
      }
      const found = await last.found;
      return stopping ? "stopping" : found;
    },
    stopping() {
      stopping = true;
    },
    ctx: { actor: { kind: "system", name: "watch" }, db },
    close,
  };
}
