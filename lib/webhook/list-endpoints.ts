import { and, asc, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { webhookEndpoints, webhookPreviousSecrets, webhookResends } from "#db/schema/webhook";
import { type Ctx, requireReseller } from "#lib/core/context";
import { unseal } from "#lib/core/seal";

/** A webhook endpoint, without its secret. */
export interface EndpointView {
  id: number;
  url: string;
  events: ("purchases" | "plans" | "announcements")[];
  /** Whether it gets the events of test mode, and no others. */
  test: boolean;
  createdAt: Date;
  /** When its secret replaced another; null before the first time. */
  rotatedAt: Date | null;
  /** Replaced secrets that still sign, the newest first. */
  previousSecrets: { id: number; replacedAt: Date; validUntil: Date }[];
  /** The resend in progress: how many events, and how many of them were queued so far. */
  resend: { id: number; total: number; queued: number } | null;
  /** Whether its secret can still be decrypted: without it nothing can be signed. */
  signs: boolean;
}

/** Returns the acting reseller's endpoints, in the order in which they were added. */
export async function listEndpoints(ctx: Ctx): Promise<EndpointView[]> {
  const { id, url, events, test, createdAt, rotatedAt, sealedSecret, resellerId, removedAt } =
    webhookEndpoints;
  const rows = await ctx.db
    .select({ id, url, events, test, createdAt, rotatedAt, sealedSecret })
    .from(webhookEndpoints)
    .where(and(eq(resellerId, requireReseller(ctx).id), isNull(removedAt)))
    .orderBy(asc(id));
  const ids = rows.map((row) => row.id);
  const [previous, resends] = await Promise.all([listPreviousSecrets(ctx, ids), listOpenResends(ctx, ids)]);
  return rows.map(({ sealedSecret, ...row }) => ({
    ...row,
    previousSecrets: previous.get(row.id)?.map(({ endpointId: _, ...secret }) => secret) ?? [],
    resend: resends.get(row.id) ?? null,
    signs: canUnseal(sealedSecret),
  }));
}

async function listPreviousSecrets({ db }: Ctx, endpointIds: number[]) {
  if (endpointIds.length === 0) return new Map<number, never>();
  const { id, endpointId, replacedAt, validUntil } = webhookPreviousSecrets;
  const rows = await db
    .select({ id, endpointId, replacedAt, validUntil })
    .from(webhookPreviousSecrets)
    .where(and(inArray(endpointId, endpointIds), gt(validUntil, sql`now()`)))
    .orderBy(desc(id));
  return Map.groupBy(rows, (row) => row.endpointId);
}

async function listOpenResends({ db }: Ctx, endpointIds: number[]) {
  if (endpointIds.length === 0) return new Map<number, never>();
  const { id, endpointId, deliveryIds, queued, doneAt } = webhookResends;
  const total = sql<number>`cardinality(${deliveryIds})`;
  const rows = await db
    .select({ id, endpointId, total, queued })
    .from(webhookResends)
    .where(and(inArray(endpointId, endpointIds), isNull(doneAt)));
  return new Map(rows.map(({ endpointId: target, ...resend }) => [target, resend]));
}

function canUnseal(sealed: string): boolean {
  try {
    return unseal(sealed, "webhook secrets") !== "";
  } catch {
    return false;
  }
}
