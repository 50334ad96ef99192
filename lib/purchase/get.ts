import { asc, eq, sql } from "drizzle-orm";
import { attempts } from "#db/schema/purchase";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFound } from "#lib/core/error";
import { fromRow, type PurchaseRow, purchaseColumns } from "./columns.ts";
import { timeline } from "./timeline.ts";
import type { PurchaseDetail } from "./view.ts";

/** One purchase of the acting reseller in full, by its ident. @throws not_found also for another's. */
export async function get(ctx: Ctx, input: { ident: string }): Promise<PurchaseDetail> {
  const buyer = requireBuyer(ctx);
  const [row] = await ctx.db.execute<PurchaseRow & { id: string }>(sql`
    select p.id, ${purchaseColumns(sql`p`)} from purchases p
    where p.ident = ${input.ident} and p.reseller_id = ${buyer.id}`);
  if (!row) throw notFound("purchase");
  const purchase = fromRow(row);
  const tries = await ctx.db
    .select({ claimedAt: attempts.claimedAt, answeredAt: attempts.answeredAt, meaning: attempts.meaning })
    .from(attempts)
    .where(eq(attempts.purchaseId, Number(row.id)))
    .orderBy(asc(attempts.id));
  const queue = purchase.state === "queued" ? await queueOf(ctx, Number(row.id), purchase.channel) : null;
  return { ...purchase, timeline: timeline(purchase, tries), queue };
}

/** How many are likely to go first, and when the turn should come at the present pace. */
async function queueOf(ctx: Ctx, id: number, channel: string): Promise<PurchaseDetail["queue"]> {
  const [row] = await ctx.db.execute<{ ahead: string; stopped: boolean }>(sql`
    select count(*) as ahead, (select stopped from dispatcher) as stopped from purchases q
    where q.state = 'queued' and (array_position(array['web', 'storefront', 'api', 'bulk'], q.channel), q.id)
      < (array_position(array['web', 'storefront', 'api', 'bulk'], ${channel}), ${id}::bigint)`);
  const ahead = Number(row?.ahead ?? 0);
  const seconds = ((ahead + 1) * 60) / env().UPSTREAM_PURCHASES_PER_MINUTE;
  return {
    place: ahead + 1,
    expectedAt: new Date(Date.now() + seconds * 1000),
    paused: row?.stopped ?? false,
  };
}
