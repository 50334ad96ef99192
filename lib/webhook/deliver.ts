import { eq, sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { inTransaction } from "#db/client";
import { webhookDeliveries, webhookTries } from "#db/schema/webhook";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { bodyOf } from "./body.ts";
import { claimDue, type Due } from "./claim-due.ts";
import { type Posted, post } from "./post.ts";
import { pauseAfter } from "./retry.ts";
import { unseal } from "./sealed.ts";

/**
 * Sends every message that is due, and those that become due meanwhile. Each is tried at least once however the
 * process ends: a claim runs out by itself.
 * @returns in how many seconds the next one is due; undefined when none waits.
 */
export async function deliver(ctx: Ctx): Promise<number | undefined> {
  requireSystem(ctx);
  for (;;) {
    const due = await claimDue(ctx);
    if (due.length === 0) return nextDueIn(ctx);
    await Promise.all(due.map((message) => tryOnce(ctx, message)));
  }
}

async function tryOnce(ctx: Ctx, due: Due): Promise<void> {
  try {
    const posted = due.removed ? gone() : await send(ctx, due);
    await note(ctx, due, posted);
  } catch (error) {
    log.error("webhook.not_sent", { messageId: due.messageId, error });
  }
}

async function send(ctx: Ctx, due: Due): Promise<Posted> {
  const body = due.body ?? (await keepBody(ctx, due));
  const at = new Date();
  return post(due.url, body, {
    "User-Agent": "Portal-Webhooks/1",
    "webhook-id": due.messageId,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(unseal(due.sealedSecret)).sign(due.messageId, at, body),
  });
}

/** Written once: every try of a message has the same body. */
async function keepBody(ctx: Ctx, due: Due): Promise<string> {
  const body = await bodyOf(ctx, due);
  await ctx.db.update(webhookDeliveries).set({ body }).where(eq(webhookDeliveries.id, due.id));
  return body;
}

function note(ctx: Ctx, due: Due, { httpStatus, problem, tookMs }: Posted): Promise<void> {
  const pause = due.removed || httpStatus === 410 ? undefined : pauseAfter(due.tries);
  return inTransaction(ctx, async (tx) => {
    await tx.db.insert(webhookTries).values({ deliveryId: due.id, httpStatus, problem, tookMs });
    const after = !problem
      ? { state: "delivered" as const, doneAt: sql`now()` }
      : pause === undefined
        ? { state: "failed" as const, doneAt: sql`now()` }
        : { nextAt: sql`now() + make_interval(secs => ${pause})` };
    await tx.db
      .update(webhookDeliveries)
      .set(after)
      .where(sql`${webhookDeliveries.id} = ${due.id} and ${webhookDeliveries.state} = 'waiting'`);
  });
}

const gone = (): Posted => ({ httpStatus: undefined, problem: "the endpoint was removed", tookMs: 0 });

async function nextDueIn(ctx: Ctx): Promise<number | undefined> {
  const [row] = await ctx.db.execute<{ wait: string | null }>(sql`
    select extract(epoch from min(next_at) - now()) as wait from webhook_deliveries where state = 'waiting'`);
  return row?.wait == null ? undefined : Math.max(0, Number(row.wait));
}
