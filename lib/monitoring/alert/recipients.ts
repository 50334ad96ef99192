import { randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { alertRecipients } from "#db/schema/alert";
import { Email } from "#lib/account/fields";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalidError, notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { listActionItemKinds, type Module } from "#lib/core/module";
import { validatePublicUrl } from "#lib/core/network/public-address";
import { seal } from "#lib/core/seal";
import { Reason } from "#lib/core/text/reason";
import { isMailEnabled } from "#lib/mail/queue-mail";
import { getMonitoringVariables } from "#lib/monitoring/variables";

const MAX_RECIPIENTS = 10;

export const ALERT_CHANNELS = ["mail", "telegram", "webhook"] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** One, several, or none: as a form sends boxes of one name. */
const AlertKinds = z.preprocess(
  (value) => (typeof value === "string" ? [value] : (value ?? [])),
  z.string().array().min(1, "Select at least one."),
);

const ClockTime = z
  .string()
  .trim()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, "Enter a time such as 22:00.")
  .transform((text) => text || null)
  .nullable()
  .default(null);

const recipientFields = {
  name: z.string().trim().max(60, "Use at most 60 characters.").default(""),
  kinds: AlertKinds,
  quietFrom: ClockTime,
  quietUntil: ClockTime,
  reason: Reason,
};

type QuietHours = { quietFrom: string | null; quietUntil: string | null };
const isValidQuietHours = ({ quietFrom, quietUntil }: QuietHours) =>
  (quietFrom === null) === (quietUntil === null) && (quietFrom === null || quietFrom !== quietUntil);
const QUIET_HOURS_ERROR = {
  path: ["quietUntil"],
  error: "Enter a start and a different end of the quiet hours, or neither.",
};

export const AddAlertRecipientInput = z
  .object({
    channel: z.enum(ALERT_CHANNELS, "Select a channel."),
    target: z.string("Enter the recipient.").trim().max(1000),
    ...recipientFields,
  })
  .refine(isValidQuietHours, QUIET_HOURS_ERROR);
export type AddAlertRecipientInput = z.input<typeof AddAlertRecipientInput>;

/**
 * Adds an alert recipient, which gets the open alerts at once. Admins only.
 * @returns for a webhook the secret that signs its messages, which is shown only once
 * @throws invalid at `target` or `kinds`, or at `channel` when the portal cannot send on that channel;
 * conflict when there are ten
 */
export async function addAlertRecipient(
  ctx: Ctx,
  input: AddAlertRecipientInput,
  modules: readonly Module[],
): Promise<{ secret?: string }> {
  requireAdmin(ctx, "rules");
  const { channel, target: typed, reason, kinds, ...rest } = AddAlertRecipientInput.parse(input);
  const without = excludeKinds(kinds, modules);
  const target = await validateTarget(channel, typed);
  await requireConfirmation(ctx);
  const secret = channel === "webhook" ? `whsec_${randomBytes(32).toString("base64")}` : undefined;
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('alert receivers', 0))`);
    if ((await tx.db.$count(alertRecipients, isNull(alertRecipients.removedAt))) >= MAX_RECIPIENTS)
      throw new PortalError(
        "conflict",
        `There are ${MAX_RECIPIENTS} alert recipients, which is the maximum. Remove one first.`,
      );
    const [row] = await tx.db
      .insert(alertRecipients)
      .values({
        channel,
        target,
        ...rest,
        without,
        sealedSecret: secret ? seal(secret, "webhook secrets") : null,
      })
      .returning();
    if (!row) throw new Error("The alert recipient was not saved.");
    await recordAudit(tx, {
      ...getAuditSubject(row.id),
      action: "alert.recipient_added",
      reason,
      after: describeRecipient(row),
    });
    return secret ? { secret } : {};
  });
}

export const EditAlertRecipientInput = z
  .object({ id: Id, version: z.coerce.number<string | number>().int(), ...recipientFields })
  .refine(isValidQuietHours, QUIET_HOURS_ERROR);
export type EditAlertRecipientInput = z.input<typeof EditAlertRecipientInput>;

/**
 * Edits an alert recipient. Admins only.
 * @throws invalid at `kinds` and `confirmPassword`; not_found; conflict when it changed meanwhile
 */
export async function editAlertRecipient(
  ctx: Ctx,
  input: EditAlertRecipientInput,
  modules: readonly Module[],
): Promise<void> {
  requireAdmin(ctx, "rules");
  const { id, version, reason, kinds, ...rest } = EditAlertRecipientInput.parse(input);
  const without = excludeKinds(kinds, modules);
  await requireConfirmation(ctx);
  await inTransaction(ctx, async (tx) => {
    const before = await lockRecipient(tx, id);
    if (before.version !== version) throw await explainConflict(tx, getAuditSubject(id));
    const [after] = await tx.db
      .update(alertRecipients)
      .set({ ...rest, without, version: version + 1 })
      .where(and(eq(alertRecipients.id, id), eq(alertRecipients.version, version)))
      .returning();
    if (!after) throw await explainConflict(tx, getAuditSubject(id));
    await recordAudit(tx, {
      ...getAuditSubject(id),
      action: "alert.recipient_changed",
      reason,
      before: describeRecipient(before),
      after: describeRecipient(after),
    });
  });
}

export const RemoveAlertRecipientInput = z.object({ id: Id, reason: Reason });
export type RemoveAlertRecipientInput = z.input<typeof RemoveAlertRecipientInput>;

/** Removes an alert recipient. Admins only. @throws not_found; invalid at `confirmPassword` */
export async function removeAlertRecipient(ctx: Ctx, input: RemoveAlertRecipientInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { id, reason } = RemoveAlertRecipientInput.parse(input);
  await requireConfirmation(ctx);
  await inTransaction(ctx, async (tx) => {
    const before = await lockRecipient(tx, id);
    await tx.db.update(alertRecipients).set({ removedAt: sql`now()` }).where(eq(alertRecipients.id, id));
    await recordAudit(tx, {
      ...getAuditSubject(id),
      action: "alert.recipient_removed",
      reason,
      before: describeRecipient(before),
      after: { removed: true },
    });
  });
}

type RecipientRow = typeof alertRecipients.$inferSelect;

async function lockRecipient(ctx: Ctx, id: number): Promise<RecipientRow> {
  const there = and(eq(alertRecipients.id, id), isNull(alertRecipients.removedAt));
  const [row] = await ctx.db.select().from(alertRecipients).where(there).for("update");
  if (!row) throw notFoundError("alert recipient");
  return row;
}

const getAuditSubject = (id: number) => ({ subject: "alert_receiver", subjectId: id });

/** Returns the kinds that are not sent to a recipient of these. @throws invalid at `kinds` */
function excludeKinds(kinds: readonly string[], modules: readonly Module[]): string[] {
  const all = Object.keys(listActionItemKinds(modules));
  if (kinds.every((kind) => all.includes(kind))) return all.filter((kind) => !kinds.includes(kind));
  throw invalidError("kinds", "Select alerts from the list.");
}

/** Returns the origin of a webhook, without its path: with the path one could post there. */
export const maskAlertTarget = (channel: AlertChannel, target: string): string =>
  channel === "webhook" ? new URL(target).origin : target;

/** Describes a recipient for the audit record. An email address is a field of its own, to be erased. */
function describeRecipient({ name, channel, target, without, quietFrom, quietUntil }: RecipientRow) {
  const quiet = quietFrom && quietUntil ? `${quietFrom.slice(0, 5)}–${quietUntil.slice(0, 5)}` : null;
  const where = channel === "mail" ? { email: target } : { target: maskAlertTarget(channel, target) };
  return { name, channel, ...where, without, quiet };
}

/** Returns the target as it is stored. @throws invalid at `target` */
async function validateTarget(channel: AlertChannel, typed: string): Promise<string> {
  try {
    if (channel === "webhook") return await validatePublicUrl(typed);
  } catch (error) {
    throw error instanceof PortalError ? invalidError("target", error.message, { cause: error }) : error;
  }
  if (channel === "telegram") {
    if (!getMonitoringVariables().ALERT_TELEGRAM_TOKEN)
      throw invalidError("channel", "The portal has no Telegram bot. Set ALERT_TELEGRAM_TOKEN first.");
    if (/^(-?\d{1,20}|@\w{4,60})$/.test(typed)) return typed;
    throw invalidError("target", "Enter the chat’s number, such as -1001234567890, or a channel’s @name.");
  }
  if (!isMailEnabled())
    throw invalidError("channel", "The portal has no mail server. Set SMTP_URL and MAIL_FROM first.");
  const address = Email.safeParse(typed);
  if (address.success) return address.data;
  throw invalidError("target", address.error.issues[0]?.message ?? "Enter an email address.");
}
