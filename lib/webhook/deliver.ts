import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { webhookDeliveries } from "#db/schema/webhook";
import { announcement, asTold } from "#lib/announcement/announcement-list";
import { changedPlans } from "#lib/catalogue/change";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { type Posted, post } from "#lib/core/post";
import { unseal } from "#lib/core/sealed";
import { adminGet } from "#lib/purchase/read/admin-get";
import { listedTransaction } from "#lib/purchase/read/transaction";
import type { PurchaseState } from "#lib/purchase/read/view";
import type { Due } from "./claim-due.ts";
import { endAddress, type Outcome, recordTry } from "./record-try.ts";

/**
 * Sends a claimed message once, records what came of it and frees its address. `patienceMs` is how long the try may
 * take in all. A message whose try could not be recorded is sent again when its claim has run out. @throws what the database
 * throws
 */
export async function deliver(ctx: Ctx, due: Due, patienceMs: number): Promise<void> {
  requireSystem(ctx);
  if (due.ended) return endAddress(ctx, due, ENDED[due.ended]);
  await recordTry(ctx, due, await outcome(ctx, due, patienceMs));
}

const ENDED = { removed: "the address was removed", closed: "the account was closed" };

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

/** The body is stored with the first try, so that every try sends the same. */
async function keepBody(ctx: Ctx, due: Due): Promise<string> {
  const body = await bodyOf(ctx, due);
  await ctx.db.update(webhookDeliveries).set({ body }).where(eq(webhookDeliveries.id, due.id));
  return body;
}

/** Describes what happened as it was then, however late the message is sent. */
async function bodyOf(ctx: Ctx, message: Due): Promise<string> {
  const data = await dataOf(ctx, message);
  return JSON.stringify({ type: message.type, timestamp: message.createdAt.toISOString(), data });
}

async function dataOf(ctx: Ctx, { type, subject }: Due): Promise<unknown> {
  if (type === "webhook.test") return { message: "It works." };
  if (type === "plans.changed") {
    return { version: Number(subject), plans: await changedPlans(ctx, Number(subject)) };
  }
  if (type === "announcement.made") return asTold(await announcement(ctx, Number(subject)));
  const purchase = await adminGet(ctx, { ident: subject });
  const state = type.slice("purchase.".length) as PurchaseState;
  return listedTransaction({ ...purchase, state });
}
