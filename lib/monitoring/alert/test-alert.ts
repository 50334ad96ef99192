import { randomUUID } from "node:crypto";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { alertRecipients } from "#db/schema/alert";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { recordAlertReach } from "./alert-trouble.ts";
import { deliverAlert } from "./deliver-alert.ts";

/** How long a recipient may take to respond, in ms. */
const TIMEOUT_MS = 10_000;

export interface TestAlertResult {
  id: number;
  /** Its name, or its address. */
  to: string;
  channel: "mail" | "telegram" | "webhook";
  /** The reason why it failed; undefined when it was delivered. */
  problem: string | undefined;
}

export const SendTestAlertInput = z.object({ id: Id });
export type SendTestAlertInput = z.input<typeof SendTestAlertInput>;

/** Sends a test alert to a recipient now. Admins only. @throws not_found */
export async function sendTestAlert(ctx: Ctx, input: SendTestAlertInput): Promise<TestAlertResult> {
  requireAdmin(ctx, "rules");
  const { id } = SendTestAlertInput.parse(input);
  const there = and(eq(alertRecipients.id, id), isNull(alertRecipients.removedAt));
  const [row] = await ctx.db.select().from(alertRecipients).where(there);
  if (!row) throw notFoundError("alert recipient");
  const now = new Date();
  const message = {
    type: "alert.test" as const,
    kind: "test",
    urgent: false,
    title: "Test alert: alerts arrive here",
    note: "",
    path: "/admin",
    began: now,
    over: null,
  };
  const messageId = `msg_${randomUUID().replaceAll("-", "")}`;
  const problem = await deliverAlert(row, message, { messageId, timeoutMs: TIMEOUT_MS });
  await inTransaction(ctx, async (tx) => {
    await recordAlertReach(tx, id, problem);
    if (problem !== undefined) return;
    // The recipient works: alerts that wait for another attempt are due now.
    await tx.db.execute(sql`
      update deliveries set next_at = now()
      where channel = 'alerts' and target = ${String(id)} and state = 'waiting' and problem is not null`);
    await notify(tx.db, "lane", "alerts");
  });
  return { id, to: row.name || row.target, channel: row.channel, problem };
}

/** Sends a test alert to every recipient now. Admins only. */
export async function sendTestAlerts(ctx: Ctx): Promise<TestAlertResult[]> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .select({ id: alertRecipients.id })
    .from(alertRecipients)
    .where(isNull(alertRecipients.removedAt))
    .orderBy(asc(alertRecipients.id));
  const results: TestAlertResult[] = [];
  for (const { id } of rows) results.push(await sendTestAlert(ctx, { id }));
  return results;
}
