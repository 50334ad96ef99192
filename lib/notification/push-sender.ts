import { eq, sql } from "drizzle-orm";
import { pushDevices } from "#db/schema/notification";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { type RunningLane, startLane } from "#lib/core/lane/lane";
import { postToUrl } from "#lib/core/network/post-to-url";
import type { AttemptResult, Delivery } from "#lib/core/outbox/outbox-channel";
import { createOutboxLane } from "#lib/core/outbox/outbox-lane";
import { getMailVariables } from "#lib/mail/variables";
import { getPushKeys } from "./push-keys.ts";
import { authorisePush, encryptPush } from "./web-push.ts";

/** A claim lasts this much longer than an attempt; then what a killed process was sending is sent again. */
const LEASE_SLACK_MS = 5_000;

/** Seconds to wait after each failed attempt. */
const PAUSES_S = [30, 120, 480, 1_920, 7_680];

/** Older messages are out of date on a lock screen. */
export const MAX_PUSH_AGE_HOURS = 4;

/**
 * Runs the lane that pushes messages to devices, one per process. An account may have any number of devices,
 * and each may hang, so it uses two slots at once.
 * @param timeoutMs how long an attempt may take in all
 */
export function startPushSender(ctx: Ctx, { timeoutMs = 10_000 } = {}): RunningLane {
  const lane = createOutboxLane(ctx, {
    name: "pushes",
    slots: 16,
    perAccount: { prompt: 2, slow: 2 },
    leaseMs: timeoutMs + LEASE_SLACK_MS,
    pausesS: PAUSES_S,
    send: (delivery) => sendPush(ctx, delivery, timeoutMs),
    recordTarget: recordDeviceState,
  });
  return startLane(ctx, lane);
}

async function sendPush(
  ctx: Ctx,
  { target, subject, body: title }: Delivery,
  timeoutMs: number,
): Promise<AttemptResult> {
  const [device] = await ctx.db
    .select()
    .from(pushDevices)
    .where(eq(pushDevices.id, Number(target)));
  if (!device) return { problem: "the device was removed", hopeless: true };
  const message = JSON.stringify({ title: env().PORTAL_NAME, body: title, path: subject });
  const posted = await postToUrl(device.endpoint, {
    body: encryptPush(message, device),
    headers: {
      Authorization: authorisePush(device.endpoint, getPushSubject(), await getPushKeys(ctx)),
      "Content-Encoding": "aes128gcm",
      "Content-Type": "application/octet-stream",
      TTL: String(MAX_PUSH_AGE_HOURS * 3_600),
      Urgency: "high",
    },
    timeoutMs,
  });
  const { httpStatus = 500 } = posted;
  return { ...posted, responseText: undefined, hopeless: httpStatus !== 429 && httpStatus < 500 };
}

/** Returns the address to which a push service reports problems with this portal. */
function getPushSubject(): string {
  const { MAIL_FROM } = getMailVariables();
  const { NEXTAUTH_URL } = env();
  const address = MAIL_FROM && (/<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM);
  return `mailto:${address ?? `portal@${new URL(NEXTAUTH_URL).hostname}`}`;
}

/** Removes a device that its push service does not know any more. */
async function recordDeviceState({ db }: Ctx, { target }: Delivery, result: AttemptResult): Promise<void> {
  const device = eq(pushDevices.id, Number(target));
  if (result.httpStatus === 404 || result.httpStatus === 410) await db.delete(pushDevices).where(device);
  else if (result.problem === undefined)
    await db.update(pushDevices).set({ reachedAt: sql`now()` }).where(device);
}
