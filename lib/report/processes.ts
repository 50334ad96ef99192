import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";

/** A process of the portal. */
export interface ProcessView {
  name: string;
  version: string;
  roles: string;
  startedAt: Date;
  seenAt: Date;
  /** Whether it said so in the last half minute. One that was killed is shown for a day. */
  alive: boolean;
}

type Row = Record<"name" | "version" | "roles" | "started_ms" | "seen_ms", string> & { alive: boolean };

/** The processes that run, and those that ended without saying so. Admins only. */
export async function processes(ctx: Ctx): Promise<ProcessView[]> {
  requireAdmin(ctx);
  const rows = await ctx.db.execute<Row>(sql`
    select name, version, roles, (extract(epoch from started_at) * 1000)::bigint as started_ms,
      (extract(epoch from seen_at) * 1000)::bigint as seen_ms, seen_at > now() - interval '30 seconds' as alive
    from processes where seen_at > now() - interval '1 day' order by alive desc, started_at, name`);
  return rows.map(({ name, version, roles, started_ms, seen_ms, alive }) => ({
    ...{ name, version, roles, alive },
    startedAt: new Date(Number(started_ms)),
    seenAt: new Date(Number(seen_ms)),
  }));
}
