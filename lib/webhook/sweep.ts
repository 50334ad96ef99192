import { sql } from "drizzle-orm";
import { type Ctx, requireSystem } from "#lib/core/context";

/** Deletes messages, with their tries, that were done more than 30 days ago. @returns how many. */
export async function sweepDeliveries(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  const rows = await ctx.db.execute(sql`
    with old as (
      select id from webhook_deliveries where done_at < now() - interval '30 days' limit 5000 for update skip locked
    ),
    tries as (delete from webhook_tries where delivery_id in (select id from old))
    delete from webhook_deliveries where id in (select id from old) returning 1`);
  return rows.length;
}
