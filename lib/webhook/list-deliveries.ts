import { desc, eq, inArray, sql } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints, webhookTries } from "#db/schema/webhook";
import { type Ctx, requireReseller } from "#lib/core/context";

export interface DeliveryView {
  messageId: string;
  url: string;
  type: string;
  /** What it is about: a purchase's ident, a catalogue's version. */
  subject: string;
  state: "waiting" | "delivered" | "failed";
  createdAt: Date;
  /** When it is tried next; null when it is done. */
  nextAt: Date | null;
  tries: { at: Date; httpStatus: number | null; problem: string | null; tookMs: number }[];
}

const SHOWN = 50;

/** The acting reseller's last messages, newest first, with every try. */
export async function listDeliveries(ctx: Ctx): Promise<DeliveryView[]> {
  const d = webhookDeliveries;
  const rows = await ctx.db
    .select({
      id: d.id,
      messageId: d.messageId,
      url: webhookEndpoints.url,
      type: d.type,
      subject: d.subject,
      state: d.state,
      createdAt: d.createdAt,
      nextAt: sql<Date | null>`case when ${d.state} = 'waiting' then ${d.nextAt} end`.mapWith(d.nextAt),
    })
    .from(d)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, d.endpointId))
    .where(eq(webhookEndpoints.resellerId, requireReseller(ctx).id))
    .orderBy(desc(d.id))
    .limit(SHOWN);
  const tries = await triesOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, ...row }) => ({ ...row, tries: tries.filter((one) => one.deliveryId === id) }));
}

async function triesOf(ctx: Ctx, ids: number[]) {
  if (ids.length === 0) return [];
  const { deliveryId, at, httpStatus, problem, tookMs } = webhookTries;
  return ctx.db
    .select({ deliveryId, at, httpStatus, problem, tookMs })
    .from(webhookTries)
    .where(inArray(deliveryId, ids))
    .orderBy(desc(webhookTries.id));
}
