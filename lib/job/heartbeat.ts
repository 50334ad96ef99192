import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { sql } from "drizzle-orm";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import manifest from "../../package.json" with { type: "json" };

const HEARTBEAT_INTERVAL_MS = 10_000;

/** Records every ten seconds that this process is alive, until it is stopped. A beat that fails is not repeated. */
export async function startHeartbeat(ctx: Ctx, roles: readonly string[]): Promise<{ stop(): Promise<void> }> {
  requireSystem(ctx);
  const name = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const beat = async () => {
    try {
      await ctx.db.execute(sql`delete from processes where seen_at < now() - interval '7 days'`);
      await ctx.db.execute(sql`
        insert into processes (name, version, roles) values (${name}, ${manifest.version}, ${roles.join(",")})
        on conflict (name) do update set seen_at = now()`);
    } catch (error) {
      log.warn("heartbeat.missed", { error });
    }
  };
  await beat();
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = beat();
  }, HEARTBEAT_INTERVAL_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await last;
      await ctx.db
        .execute(sql`delete from processes where name = ${name}`)
        .catch((error: unknown) => log.warn("heartbeat.not_ended", { error }));
    },
  };
}
