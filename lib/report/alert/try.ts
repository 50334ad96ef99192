import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { alertReceivers } from "#db/schema/alert";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { deliverNow } from "./deliver.ts";
import { noteReached } from "./state.ts";

/** How long one may take to answer, in ms. */
const PATIENCE_MS = 10_000;

export interface Tried {
  id: number;
  /** Its name, or its address. */
  to: string;
  way: "mail" | "telegram" | "webhook";
  /** Why it did not take the message; undefined when it did. */
  problem: string | undefined;
}

export const TryReceiverInput = z.object({ id: Id });
export type TryReceiverInput = z.input<typeof TryReceiverInput>;

/** Sends a receiver a message now, and says how it answered. Admins only. @throws not_found */
export async function tryReceiver(ctx: Ctx, input: TryReceiverInput): Promise<Tried> {
  requireAdmin(ctx, "rules");
  const { id } = TryReceiverInput.parse(input);
  const there = and(eq(alertReceivers.id, id), isNull(alertReceivers.removedAt));
  const [row] = await ctx.db.select().from(alertReceivers).where(there);
  if (!row) throw notFound("receiver");
  const now = new Date();
  const message = {
    ...{
      type: "alert.test" as const,
      kind: "test",
      urgent: false,
      title: "A try: alerts arrive here",
      note: "",
    },
    ...{ path: "/admin", began: now, over: null },
  };
  const problem = await deliverNow(row, message, PATIENCE_MS);
  await inTransaction(ctx, async (tx) => {
    await noteReached(tx, id, problem);
    if (problem !== undefined) return;
    // What waits for its next try can go now.
    await tx.db.execute(sql`
      update alert_posts set next_at = now() where receiver_id = ${id} and state = 'waiting' and problem is not null`);
  });
  return { id, to: row.name || row.target, way: row.way, problem };
}

/** Sends every receiver a message now, and says how each answered. Admins only. */
export async function tryReceivers(ctx: Ctx): Promise<Tried[]> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .select({ id: alertReceivers.id })
    .from(alertReceivers)
    .where(isNull(alertReceivers.removedAt))
    .orderBy(asc(alertReceivers.id));
  const tried: Tried[] = [];
  for (const { id } of rows) tried.push(await tryReceiver(ctx, { id }));
  return tried;
}
