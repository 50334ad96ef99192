import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { type RunningLane, startLane } from "#lib/core/lane/lane";
import { log } from "#lib/core/log";
import type { AttemptResult, Delivery } from "#lib/core/outbox/outbox-channel";
import { createOutboxLane } from "#lib/core/outbox/outbox-lane";
import { unseal } from "#lib/core/seal";
import type { FileMaker } from "./create-file-maker.ts";
import type { MailBody } from "./queue-mail.ts";
import { createMailTransport } from "./transport.ts";
import { getMailVariables } from "./variables.ts";

/**
 * A claim lasts this much longer than an attempt may, its file included;
 * then what a killed process was sending is sent again.
 */
const LEASE_SLACK_MS = 45_000;

/** Seconds to wait after each failed attempt. */
const PAUSES_S = [10, 60, 300, 900, 3_600, 10_800, 21_600];

/** Larger files stay in the portal, in bytes: many mail servers reject an email of ten times as much. */
const MAX_FILE_BYTES = 1024 * 1024;

/**
 * Runs the lane that sends email, one per process; none where no mail server is set. Reports go
 * last: there are thousands on the first of a month, each with a file to be made, and they must
 * not delay a password link.
 * @param timeoutMs how long the server may say nothing, at each step
 * @param fileOf creates the files that emails carry when they are sent; without it they stay in the portal
 */
export function startMailSender(
  ctx: Ctx,
  { timeoutMs = 10_000, fileOf }: { timeoutMs?: number; fileOf?: FileMaker } = {},
): RunningLane {
  const { SMTP_URL } = getMailVariables();
  if (SMTP_URL === undefined) return { wake: () => {}, stop: async () => {} };
  const { send } = createMailTransport(SMTP_URL, timeoutMs);
  const lane = createOutboxLane(ctx, {
    name: "mail",
    slots: 5,
    leaseMs: 3 * timeoutMs + LEASE_SLACK_MS,
    pausesS: PAUSES_S,
    late: (d) => sql`${d}.type = 'report'`,
    async send(delivery): Promise<AttemptResult> {
      const { messageId, target: recipient, subject, createdAt } = delivery;
      const body = readBody(delivery);
      if (!body)
        return { problem: "it cannot be read any more: NEXTAUTH_SECRET has changed", hopeless: true };
      return send({ messageId, recipient, subject, at: createdAt, ...(await attachFile(body, fileOf)) });
    },
  });
  return startLane(ctx, lane);
}

/** The text of an email and its file, where that is small enough; its page has it otherwise. Never throws. */
async function attachFile(body: MailBody, fileOf: FileMaker | undefined) {
  try {
    const file = body.file && (await fileOf?.(body.file));
    if (body.file && file && file.content.length <= MAX_FILE_BYTES)
      return { body: { ...body, ...body.file.attached }, file };
  } catch (error) {
    log.warn("mail.file_not_made", { of: body.file?.of, error });
  }
  return { body };
}

function readBody({ sealed, messageId }: Delivery): MailBody | undefined {
  try {
    return JSON.parse(unseal(sealed ?? "", "mails"));
  } catch (error) {
    log.error("mail.sealed", { messageId, error });
    return undefined;
  }
}
