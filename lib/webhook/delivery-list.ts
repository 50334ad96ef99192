import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { deliveries, deliveryAttempts } from "#db/schema/delivery";
import { webhookEndpoints } from "#db/schema/webhook";
import { type Ctx, requireReseller } from "#lib/core/context";
import { buildDayChecks, buildIdBounds } from "#lib/core/list/filter-days";
import { defineList, type ListFilter, type RowOf } from "#lib/core/list/list";
import { labelCell, plainCell, textCell, timeCell } from "#lib/core/list/stream-csv";
import { SearchText } from "#lib/core/text/single-line-text";
import { Day } from "#lib/core/time/day";
import { findPurchaseByRef } from "#lib/purchase/read/get-purchase";
import { EVENT_TYPES } from "./sample-event.ts";

const deliveryFilter = {
  state: z.enum(deliveries.state.enumValues),
  type: z.enum(EVENT_TYPES),
  /** An endpoint's id. */
  webhook: z.coerce.number<string | number>().int().positive(),
  from: Day,
  to: Day,
  /** An event's id, or the ident or ref of its purchase. */
  q: SearchText,
};
type DeliveryFilter = ListFilter<typeof deliveryFilter>;

/** How much of a body a page shows. */
const MAX_BODY_LENGTH = 4_000;
/** How many attempts of an event a page shows: events can be sent again for ever. */
export const MAX_ATTEMPTS = 10;

const p = alias(deliveries, "p");

/** The acting reseller's webhook events, newest first, each with its last attempts. */
export const deliveryList = defineList({
  allow: requireReseller,
  filter: deliveryFilter,
  pageSize: 50,
  fromReplica: true,
  read: async (ctx, filter, slice) => {
    const rows = await ctx.db
      .select({
        ...{ id: p.id, messageId: p.messageId, url: webhookEndpoints.url },
        /** Whether its endpoint was removed: it cannot be sent again. */
        removed: sql<boolean>`${webhookEndpoints.removedAt} is not null`,
        /** Whether a response of 410 removed it. */
        gone: sql<boolean>`${webhookEndpoints.goneAt} is not null`,
        type: p.type,
        /** Its subject: a purchase's ident, a catalogue's version. */
        ...{ subject: p.subject, state: p.state, createdAt: p.createdAt },
        /** The beginning of its body; null before the first attempt. */
        body: sql<string | null>`left(${p.body}, ${MAX_BODY_LENGTH}::int)`,
        /** The time of the next attempt; null when it is done. */
        nextAt: sql`case when p.state = 'waiting' then p.next_at end`.mapWith(p.nextAt) as SQL<Date | null>,
      })
      .from(p)
      .innerJoin(webhookEndpoints, eq(p.target, sql`${webhookEndpoints.id}::text`))
      .where(
        and(
          eq(webhookEndpoints.resellerId, requireReseller(ctx).id),
          ...(await buildConditions(ctx, filter)),
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
  file: {
    name: "webhook-deliveries",
    written: async (ctx, filter) => ({
      from: sql`deliveries p
        join webhook_endpoints e on e.id::text = p.target
        left join lateral (
          select a.at, a.http_status, a.took_ms
          from delivery_attempts a
          where a.delivery_id = p.id
          order by a.id desc
          limit 1
        ) last on true`,
      conditions: [sql`e.reseller_id = ${requireReseller(ctx).id}`, ...(await buildConditions(ctx, filter))],
      cells: {
        created: timeCell(p.createdAt),
        event: plainCell(p.messageId),
        type: plainCell(p.type),
        subject: textCell(p.subject),
        address: textCell(sql`e.url`),
        state: labelCell(p.state, { waiting: "Retrying", delivered: "Delivered", failed: "Failed" }),
        attempts: plainCell(sql`(select count(*) from delivery_attempts a where a.delivery_id = p.id)`),
        "last attempt": timeCell(sql`last.at`),
        status: plainCell(sql`last.http_status`),
        "duration in ms": plainCell(sql`last.took_ms`),
        problem: textCell(p.problem),
      },
    }),
  },
});
export type DeliveryView = RowOf<typeof deliveryList>;

async function buildConditions(ctx: Ctx, filter: DeliveryFilter): Promise<SQL[]> {
  const { state, type, webhook, q } = filter;
  const conditions = [sql`p.channel = 'webhooks'`];
  if (state) conditions.push(sql`p.state = ${state}`);
  if (type) conditions.push(sql`p.type = ${type}`);
  if (webhook) conditions.push(sql`p.target = ${String(webhook)}`);
  conditions.push(...buildDayChecks(sql`p.created_at`, filter));
  conditions.push(
    ...buildIdBounds(sql`p.id`, sql`d.created_at`, filter, selectNextId(requireReseller(ctx).id)),
  );
  if (q) {
    const purchase = await findPurchaseByRef(ctx, requireReseller(ctx).id, q, "buyer");
    conditions.push(sql`(p.message_id = ${q} or p.subject in (${q}, ${purchase?.ident ?? q}))`);
  }
  return conditions;
}

/** Selects the id nearest to a time, with one look into the index for each endpoint. */
const selectNextId = (resellerId: number) => (nearest: SQL, choose: SQL) =>
  sql`
  select ${choose}(b.id)
  from webhook_endpoints f
  cross join lateral (
    select id
    from deliveries d
    where d.channel = 'webhooks' and d.target = f.id::text and ${nearest}
  ) b
  where f.reseller_id = ${resellerId}`;

interface DeliveryAttempt {
  at: Date;
  httpStatus: number | null;
  problem: string | null;
  tookMs: number;
  /** The beginning of the response. */
  response: string | null;
}

/** Reads the last attempts of events, the newest first. */
async function readAttempts(ctx: Ctx, ids: number[]): Promise<Map<number, DeliveryAttempt[]>> {
  if (ids.length === 0) return new Map();
  const last = ctx.db
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, sql`d.id`))
    .orderBy(desc(deliveryAttempts.id))
    .limit(MAX_ATTEMPTS)
    .as("last");
  const { deliveryId, at, httpStatus, problem, tookMs, response } = last;
  const d = alias(deliveries, "d");
  const rows = await ctx.db
    .select({ deliveryId, at, httpStatus, problem, tookMs, response })
    .from(d)
    .crossJoinLateral(last)
    .where(inArray(d.id, ids))
    .orderBy(desc(last.id));
  return Map.groupBy(rows, (row) => row.deliveryId);
}
