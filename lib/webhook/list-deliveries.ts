import { desc, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { webhookTries } from "#db/schema/webhook";
import { type Ctx, requireReseller } from "#lib/core/context";
import { Cursor, type Page, pageConditions, pageOrder, toPage, where } from "#lib/core/page";
import { Words } from "#lib/core/words";
import { findByRef } from "#lib/purchase/read/get";

const STATES = ["waiting", "delivered", "failed"] as const;

/** What a message can tell. */
const MESSAGE_TYPES = [
  "purchase.successful",
  "purchase.failed",
  "purchase.reversed",
  "plans.changed",
  "webhook.test",
] as const;

/** The filters of the messages, as they stand in an address; one that makes no sense is no filter. */
const DeliveryFilter = z.object({
  state: z.enum(STATES).optional().catch(undefined),
  type: z.enum(MESSAGE_TYPES).optional().catch(undefined),
  /** A message's own id, or the ident or ref of the purchase that it tells of. */
  q: Words.min(1).max(100).optional().catch(undefined),
});
export const ListDeliveriesInput = DeliveryFilter.extend(Cursor.shape);
export type ListDeliveriesInput = z.infer<typeof ListDeliveriesInput>;

export interface DeliveryView {
  messageId: string;
  url: string;
  /** Whether its address was removed: it cannot be sent again. */
  removed: boolean;
  type: string;
  /** What it is about: a purchase's ident, a catalogue's version. */
  subject: string;
  state: (typeof STATES)[number];
  createdAt: Date;
  /** When it is tried next; null when it is done. */
  nextAt: Date | null;
  tries: { at: Date; httpStatus: number | null; problem: string | null; tookMs: number }[];
}

type Row = Record<"id" | "message_id" | "url" | "type" | "subject" | "created_ms", string> & {
  state: DeliveryView["state"];
  removed: boolean;
  next_ms: string | null;
};

const PAGE_SIZE = 50;

/** A page of the acting reseller's messages, newest first, each with every try. */
export async function listDeliveries(
  ctx: Ctx,
  input: Partial<ListDeliveriesInput> = {},
  size = PAGE_SIZE,
): Promise<Page<DeliveryView>> {
  const cursor = { after: input.after, before: input.before };
  const conditions = [...(await filters(ctx, input)), ...pageConditions(cursor)];
  const rows = await ctx.db.execute<Row>(sql`
    select p.id, p.message_id, e.url, e.removed_at is not null as removed, p.type, p.subject, p.state,
      (extract(epoch from p.created_at) * 1000)::bigint as created_ms,
      case when p.state = 'waiting' then (extract(epoch from p.next_at) * 1000)::bigint end as next_ms
    from webhook_deliveries p join webhook_endpoints e on e.id = p.endpoint_id
    ${where(conditions)} ${pageOrder(cursor, size)}`);
  const tries = await triesOf(
    ctx,
    rows.map(({ id }) => Number(id)),
  );
  return toPage(rows, cursor, size, (row) => view(row, tries.get(Number(row.id)) ?? []));
}

async function filters(ctx: Ctx, { state, type, q }: Partial<ListDeliveriesInput>): Promise<SQL[]> {
  const { id } = requireReseller(ctx);
  const conditions = [sql`e.reseller_id = ${id}`];
  if (state) conditions.push(sql`p.state = ${state}`);
  if (type) conditions.push(sql`p.type = ${type}`);
  if (q) {
    const purchase = await findByRef(ctx, id, q);
    conditions.push(sql`(p.message_id = ${q} or p.subject in ${[q, purchase?.ident ?? q]})`);
  }
  return conditions;
}

function view(row: Row, tries: DeliveryView["tries"]): DeliveryView {
  const { url, removed, type, subject, state } = row;
  const createdAt = new Date(Number(row.created_ms));
  const nextAt = row.next_ms === null ? null : new Date(Number(row.next_ms));
  return { messageId: row.message_id, url, removed, type, subject, state, createdAt, nextAt, tries };
}

async function triesOf(ctx: Ctx, ids: number[]): Promise<Map<number, DeliveryView["tries"]>> {
  if (ids.length === 0) return new Map();
  const { deliveryId, at, httpStatus, problem, tookMs } = webhookTries;
  const rows = await ctx.db
    .select({ deliveryId, at, httpStatus, problem, tookMs })
    .from(webhookTries)
    .where(inArray(deliveryId, ids))
    .orderBy(desc(webhookTries.id));
  return Map.groupBy(rows, (row) => row.deliveryId);
}
