import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { deliveries, deliveryAttempts } from "#db/schema/delivery";
import { webhookEndpoints } from "#db/schema/webhook";
import { type Ctx, requireReseller } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { SearchText } from "#lib/core/text/single-line-text";
import { findPurchaseByRef } from "#lib/purchase/read/get-purchase";
import { EVENT_TYPES } from "./sample-event.ts";

/** The acting reseller's webhook events, newest first, each with every attempt. */
export const deliveryList = defineList({
  allow: requireReseller,
  filter: {
    state: z.enum(deliveries.state.enumValues),
    type: z.enum(EVENT_TYPES),
    /** An event's id, or the ident or ref of its purchase. */
    q: SearchText,
  },
  pageSize: 50,
  read: async (ctx, { state, type, q }, slice) => {
    const { id } = requireReseller(ctx);
    const purchase = q ? await findPurchaseByRef(ctx, id, q, "buyer") : undefined;
    const p = alias(deliveries, "p");
    const rows = await ctx.db
      .select({
        ...{ id: p.id, messageId: p.messageId, url: webhookEndpoints.url },
        /** Whether its endpoint was removed: it cannot be sent again. */
        removed: sql<boolean>`${webhookEndpoints.removedAt} is not null`,
        type: p.type,
        /** Its subject: a purchase's ident, a catalogue's version. */
        ...{ subject: p.subject, state: p.state, createdAt: p.createdAt },
        /** The time of the next attempt; null when it is done. */
        nextAt: sql`case when p.state = 'waiting' then p.next_at end`.mapWith(p.nextAt) as SQL<Date | null>,
      })
      .from(p)
      .innerJoin(webhookEndpoints, eq(p.target, sql`${webhookEndpoints.id}::text`))
      .where(
        and(
          sql`${p.channel} = 'webhooks'`,
          eq(webhookEndpoints.resellerId, id),
          state && eq(p.state, state),
          type && eq(p.type, type),
          q ? or(eq(p.messageId, q), inArray(p.subject, [q, purchase?.ident ?? q])) : undefined,
          ...slice.conditions,
        ),
      )
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    const tries = await readAttempts(
      ctx,
      rows.map((row) => row.id),
    );
    return slice.page(rows, ({ id: number, ...row }) => ({ ...row, tries: tries.get(number) ?? [] }));
  },
});
export type DeliveryView = RowOf<typeof deliveryList>;

interface DeliveryAttempt {
  at: Date;
  httpStatus: number | null;
  problem: string | null;
  tookMs: number;
}

async function readAttempts(ctx: Ctx, ids: number[]): Promise<Map<number, DeliveryAttempt[]>> {
  if (ids.length === 0) return new Map();
  const { deliveryId, at, httpStatus, problem, tookMs } = deliveryAttempts;
  const rows = await ctx.db
    .select({ deliveryId, at, httpStatus, problem, tookMs })
    .from(deliveryAttempts)
    .where(inArray(deliveryId, ids))
    .orderBy(desc(deliveryAttempts.id));
  return Map.groupBy(rows, (row) => row.deliveryId);
}
