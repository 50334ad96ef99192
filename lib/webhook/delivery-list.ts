import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { webhookDeliveries, webhookEndpoints, webhookTries } from "#db/schema/webhook";
import { type Ctx, requireReseller } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list";
import { SearchText } from "#lib/core/words";
import { findByRef } from "#lib/purchase/read/get";

/** What a message can tell. */
const MESSAGE_TYPES = [
  "purchase.successful",
  "purchase.failed",
  "purchase.reversed",
  "plans.changed",
  "webhook.test",
] as const;

/** The acting reseller's messages, newest first, each with every try. */
export const deliveryList = defineList({
  allow: requireReseller,
  filter: {
    state: z.enum(webhookDeliveries.state.enumValues),
    type: z.enum(MESSAGE_TYPES),
    /** A message's own id, or the ident or ref of the purchase that it tells of. */
    q: SearchText,
  },
  pageSize: 50,
  read: async (ctx, { state, type, q }, slice) => {
    const { id } = requireReseller(ctx);
    const purchase = q ? await findByRef(ctx, id, q, "buyer") : undefined;
    const p = alias(webhookDeliveries, "p");
    const rows = await ctx.db
      .select({
        ...{ id: p.id, messageId: p.messageId, url: webhookEndpoints.url },
        /** Whether its address was removed: it cannot be sent again. */
        removed: sql<boolean>`${webhookEndpoints.removedAt} is not null`,
        type: p.type,
        /** What it is about: a purchase's ident, a catalogue's version. */
        ...{ subject: p.subject, state: p.state, createdAt: p.createdAt },
        /** When it is tried next; null when it is done. */
        nextAt: sql`case when p.state = 'waiting' then p.next_at end`.mapWith(p.nextAt) as SQL<Date | null>,
      })
      .from(p)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, p.endpointId))
      .where(
        and(
          eq(webhookEndpoints.resellerId, id),
          state && eq(p.state, state),
          type && eq(p.type, type),
          q ? or(eq(p.messageId, q), inArray(p.subject, [q, purchase?.ident ?? q])) : undefined,
          ...slice.conditions,
        ),
      )
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    const tries = await triesOf(
      ctx,
      rows.map((row) => row.id),
    );
    return slice.page(rows, ({ id: number, ...row }) => ({ ...row, tries: tries.get(number) ?? [] }));
  },
});
export type DeliveryView = RowOf<typeof deliveryList>;

interface Try {
  at: Date;
  httpStatus: number | null;
  problem: string | null;
  tookMs: number;
}

async function triesOf(ctx: Ctx, ids: number[]): Promise<Map<number, Try[]>> {
  if (ids.length === 0) return new Map();
  const { deliveryId, at, httpStatus, problem, tookMs } = webhookTries;
  const rows = await ctx.db
    .select({ deliveryId, at, httpStatus, problem, tookMs })
    .from(webhookTries)
    .where(inArray(deliveryId, ids))
    .orderBy(desc(webhookTries.id));
  return Map.groupBy(rows, (row) => row.deliveryId);
}
