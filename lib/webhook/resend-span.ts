import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { webhookEndpoints, webhookResends } from "#db/schema/webhook";
import { type Ctx, requireReseller } from "#lib/core/context";
import { invalidError, notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { int, readRows } from "#lib/core/read-rows";
import { LocalTime } from "#lib/core/time/local-time";
import { queueNext } from "./queue-resends.ts";
import { EVENT_TYPES } from "./sample-event.ts";
import { consumeManualSend, findEndpoint } from "./send-manually.ts";

/** How many events one request sends again. */
export const MAX_RESENT = 10_000;

const optional = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => value || undefined, type.optional());

export const SpanInput = z.object({
  id: Id,
  from: LocalTime,
  to: LocalTime,
  type: optional(z.enum(EVENT_TYPES, "Choose a topic.")),
  which: z.enum(["failed", "all"], "Choose which events."),
});
export type SpanInput = z.input<typeof SpanInput>;

/**
 * Counts the events that `startResend` would send again.
 * @throws not_found; invalid at `to`, or at `from` when there are too many
 */
export async function countResend(ctx: Ctx, input: SpanInput): Promise<number> {
  const span = SpanInput.parse(input);
  await findEndpoint(ctx, span.id);
  return (await selectSpan(ctx, span)).length;
}

export const StartResendInput = SpanInput.extend({
  /** The key of the form: sent twice, it is one request. */
  key: z.string().min(1).max(100),
});
export type StartResendInput = z.input<typeof StartResendInput>;

/**
 * Sends the events of a time again, oldest first, each with its id and body and as many attempts as a new
 * one. They are queued a few at a time, so that new events of the endpoint don't wait for all of them.
 * @returns how many
 * @throws not_found; invalid as `countResend`, or when there are none; conflict while another is
 * in progress; rate_limited
 */
export async function startResend(ctx: Ctx, input: StartResendInput): Promise<number> {
  const { key, ...span } = StartResendInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const { id } = await findEndpoint(tx, span.id);
    await tx.db.execute(sql`select from webhook_endpoints where id = ${id} for no key update`);
    const { deliveryIds, endpointId, doneAt } = webhookResends;
    const total = sql<number>`cardinality(${deliveryIds})`;
    const [same] = await tx.db
      .select({ total })
      .from(webhookResends)
      .where(and(eq(endpointId, id), eq(webhookResends.key, key)));
    if (same) return same.total;
    if ((await tx.db.$count(webhookResends, and(eq(endpointId, id), isNull(doneAt)))) > 0)
      throw new PortalError(
        "conflict",
        "Events are being sent to this webhook again. Wait until they are sent, or stop them.",
      );
    const ids = await selectSpan(tx, span);
    if (ids.length === 0) throw invalidError("from", "There are no such events in this time.");
    await consumeManualSend(tx, id);
    await tx.db.insert(webhookResends).values({ endpointId: id, key, deliveryIds: ids });
    await tx.db.execute(queueNext(sql`r.endpoint_id = ${id}`));
    await notify(tx.db, "lane", "webhooks");
    return ids.length;
  });
}

export const StopResendInput = z.object({ id: Id });
export type StopResendInput = z.input<typeof StopResendInput>;

/** Stops a resend; events that are queued already are still sent. @throws not_found, also when it is over */
export async function stopResend(ctx: Ctx, input: StopResendInput): Promise<void> {
  const { id } = StopResendInput.parse(input);
  const owner = sql`(
    select ${webhookEndpoints.resellerId}
    from ${webhookEndpoints}
    where ${webhookEndpoints.id} = ${webhookResends.endpointId})`;
  const stopped = await ctx.db
    .update(webhookResends)
    .set({ doneAt: sql`now()` })
    .where(
      and(
        eq(webhookResends.id, id),
        isNull(webhookResends.doneAt),
        sql`${owner} = ${requireReseller(ctx).id}`,
      ),
    )
    .returning({ id: webhookResends.id });
  if (stopped.length === 0) throw notFoundError("resend request");
}

/** Selects the events of a time that aren't waiting anyway, oldest first. */
async function selectSpan(
  { db }: Ctx,
  { id, from, to, type, which }: z.output<typeof SpanInput>,
): Promise<number[]> {
  if (from >= to) throw invalidError("to", "Choose a time after the first.");
  const rows = await readRows(db, z.object({ id: int }))`
    select id
    from deliveries
    where channel = 'webhooks' and target = ${String(id)}
      and created_at >= ${from.toISOString()}::timestamptz and created_at < ${to.toISOString()}::timestamptz
      and state ${which === "failed" ? sql`= 'failed'` : sql`<> 'waiting'`}
      and ${type ? sql`type = ${type}` : sql`true`}
    order by created_at, id
    limit ${MAX_RESENT + 1}`;
  if (rows.length > MAX_RESENT)
    throw invalidError(
      "from",
      `These are more than ${MAX_RESENT.toLocaleString("en-GB")} events. Choose a shorter time.`,
    );
  return rows.map((row) => row.id);
}
