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
    await note(ctx, due, await outcome(ctx, due));
  } catch (error) {
    log.error("webhook.not_noted", { messageId: due.messageId, error });
  }
}

/** What came of a try, and whether more of them are in vain. */
type Outcome = Posted & { hopeless?: boolean };

async function outcome(ctx: Ctx, due: Due): Promise<Outcome> {
  if (due.removed) return { ...unsent("the address was removed"), hopeless: true };
  const secret = readSecret(due);
  if (secret === undefined) return { ...unsent(UNREADABLE), hopeless: true };
  try {
    const posted = await send(due, secret, due.body ?? (await keepBody(ctx, due)));
    return { ...posted, hopeless: posted.httpStatus === 410 };
  } catch (error) {
    log.error("webhook.not_sent", { messageId: due.messageId, error });
    return unsent("something went wrong on our side");
  }
}

const UNREADABLE = "its secret cannot be read any more: remove the address and add it again";
const unsent = (problem: string): Posted => ({ httpStatus: undefined, problem, tookMs: 0 });

function readSecret({ messageId, sealedSecret }: Due): string | undefined {
  try {
    return unseal(sealedSecret);
  } catch (error) {
    log.error("webhook.sealed", { messageId, error });
    return undefined;
  }
}

function send(due: Due, secret: string, body: string): Promise<Posted> {
  const at = new Date();
  return post(due.url, body, {
    "User-Agent": "Portal-Webhooks/1",
    "webhook-id": due.messageId,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(due.messageId, at, body),
  });
}

/** Written once: every try of a message has the same body. */
async function keepBody(ctx: Ctx, due: Due): Promise<string> {
  const body = await bodyOf(ctx, due);
  await ctx.db.update(webhookDeliveries).set({ body }).where(eq(webhookDeliveries.id, due.id));
  return body;
}

function note(ctx: Ctx, due: Due, { httpStatus, problem, tookMs, hopeless }: Outcome): Promise<void> {
  const pause = hopeless ? undefined : pauseAfter(due.tries);
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
    await tx.db.execute(sql`select pg_notify('delivery', ${String(due.resellerId)})`);
  });
}

async function nextDueIn(ctx: Ctx): Promise<number | undefined> {
  const [row] = await ctx.db.execute<{ wait: string | null }>(sql`
    select extract(epoch from min(next_at) - now()) as wait from webhook_deliveries where state = 'waiting'`);
  return row?.wait == null ? undefined : Math.max(0, Number(row.wait));
}
