import { eq, sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { webhookDeliveries, webhookTries } from "#db/schema/webhook";
import { changedPlans } from "#lib/catalogue/change";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { adminGet } from "#lib/purchase/read/admin-get";
import { listedTransaction } from "#lib/purchase/read/transaction";
import type { PurchaseState } from "#lib/purchase/read/view";
import type { Due } from "./claim-due.ts";
import { type Posted, post } from "./post.ts";
import { unseal } from "./sealed.ts";

/** From this long on an address is slow. */
export const SLOW_MS = 2_000;

/**
 * Sends a claimed message once, notes what came of it and frees its address. Never throws: what could not be noted
 * is sent again when the claim has run out.
 */
export async function deliver(ctx: Ctx, due: Due, patienceMs: number): Promise<void> {
  requireSystem(ctx);
  try {
    if (due.ended) return await end(ctx, due, ENDED[due.ended]);
    await note(ctx, due, await outcome(ctx, due, patienceMs));
  } catch (error) {
    log.error("webhook.not_noted", { messageId: due.messageId, error });
  }
}

const ENDED = { removed: "the address was removed", closed: "the account was closed" };

/** Nothing is sent there any more: all that waits for it is over. */
function end(ctx: Ctx, due: Due, problem: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await freeAddress(tx, due, { slow: false });
    await endWaiting(tx, { endpointId: due.endpointId, problem });
    await tellOwner(tx, due);
  });
}

/** What came of a try, and whether more of them are in vain. */
type Outcome = Posted & { hopeless?: boolean };

async function outcome(ctx: Ctx, due: Due, patienceMs: number): Promise<Outcome> {
  const secret = readSecret(due);
  if (secret === undefined) return { ...unsent(UNREADABLE), hopeless: true };
  try {
    const posted = await send(due, secret, due.body ?? (await keepBody(ctx, due)), patienceMs);
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

function send(due: Due, secret: string, body: string, patienceMs: number): Promise<Posted> {
  const at = new Date();
  const headers = {
    "User-Agent": "Portal-Webhooks/1",
    "webhook-id": due.messageId,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(due.messageId, at, body),
  };
  return post(due.url, { body, headers, patienceMs });
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
    const failing = problem !== undefined;
    await freeAddress(tx, due, { slow: failing || tookMs >= SLOW_MS, failing });
    await tx.db.insert(webhookTries).values({ deliveryId: due.id, httpStatus, problem, tookMs });
    const after = !failing
      ? { state: "delivered" as const, doneAt: sql`now()` }
      : pause === undefined
        ? { state: "failed" as const, doneAt: sql`now()` }
        : { nextAt: sql`now() + make_interval(secs => ${pause})` };
    await tx.db
      .update(webhookDeliveries)
      .set(after)
      .where(sql`${webhookDeliveries.id} = ${due.id} and ${webhookDeliveries.state} = 'waiting'`);
    if (failing) await endNeglected(tx, due);
    await tellOwner(tx, due);
  });
}

/** Ends the claim. After a failure the address rests for as long as it has failed: five seconds at least, five minutes at most. */
async function freeAddress(
  ctx: Ctx,
  { endpointId, claimedUntil }: Due,
  { slow, failing = false }: { slow: boolean; failing?: boolean },
): Promise<void> {
  const rest = sql`now() + greatest('5 s', least('5 min', now() - coalesce(failing_since, now())))`;
  await ctx.db.execute(sql`
    update webhook_endpoints set claimed_until = null, slow = ${slow},
      failing_since = ${failing ? sql`coalesce(failing_since, now())` : sql`null`}, rest_until = ${failing ? rest : sql`null`}
    where id = ${endpointId} and claimed_until = ${claimedUntil}::timestamptz`);
}

/** An address that took nothing for a day is not owed what has been due for a day: its queue would only grow. */
async function endNeglected(ctx: Ctx, { endpointId }: Due): Promise<void> {
  const problem = "the address took nothing for a day";
  await endWaiting(ctx, { endpointId, problem, neglected: true });
}

async function tellOwner(ctx: Ctx, { resellerId }: Due): Promise<void> {
  await notify(ctx.db, "delivery", String(resellerId));
}

/** What a message is about, as its row says. */
export interface Subject {
  type: string;
  subject: string;
  createdAt: Date;
}

/** The body of a message. What it tells is as it was when it happened, however late it is sent. */
export async function bodyOf(ctx: Ctx, message: Subject): Promise<string> {
  const data = await dataOf(ctx, message);
  return JSON.stringify({ type: message.type, timestamp: message.createdAt.toISOString(), data });
}

async function dataOf(ctx: Ctx, { type, subject }: Subject): Promise<unknown> {
  if (type === "webhook.test") return { message: "It works." };
  if (type === "plans.changed") {
    return { version: Number(subject), plans: await changedPlans(ctx, Number(subject)) };
  }
  const purchase = await adminGet(ctx, { ident: subject });
  const state = type.slice("purchase.".length) as PurchaseState;
  return listedTransaction({ ...purchase, state });
}

/** Seconds to wait after each failed try: quick at first, a day in all. */
const PAUSES_S = [5, 60, 300, 1_800, 7_200, 18_000, 28_800, 28_800];

/** How long to wait after the n-th try failed, in seconds; undefined when it was the last. */
export function pauseAfter(tries: number): number | undefined {
  return PAUSES_S[tries - 1];
}

interface Ending {
  endpointId: number;
  /** Why, in the words that its owner reads. */
  problem: string;
  /** Only what has been due for a day, and only when nothing was taken for a day. */
  neglected?: boolean;
}

/** Gives up what waits for an address, a thousand messages at a time. */
export async function endWaiting(
  ctx: Ctx,
  { endpointId, problem, neglected = false }: Ending,
): Promise<void> {
  const which = neglected
    ? sql`and next_at < now() - interval '1 day' and exists (
        select from webhook_endpoints where id = ${endpointId} and failing_since < now() - interval '1 day')`
    : sql``;
  await ctx.db.execute(sql`
    with ended as (
      update webhook_deliveries set state = 'failed', done_at = now() where id in (
        select id from webhook_deliveries where endpoint_id = ${endpointId} and state = 'waiting' ${which} limit 1000
      ) returning id
    )
    insert into webhook_tries (delivery_id, took_ms, problem) select id, 0, ${problem} from ended`);
}
