import { randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { alertReceivers } from "#db/schema/alert";
import { Email } from "#lib/account/fields";
import { requireConfirmed } from "#lib/account/password/confirm";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { env } from "#lib/core/env";
import { invalid, notFound, PortalError } from "#lib/core/error";
import { checkUrl } from "#lib/core/public-address";
import { Reason } from "#lib/core/reason";
import { seal } from "#lib/core/sealed";
import { sendsMail } from "#lib/mail/write-mail";
import { ALERT_KINDS } from "./kinds.ts";

/** How many there are at most. */
const MOST = 10;

export const WAYS = ["mail", "telegram", "webhook"] as const;
export type AlertWay = (typeof WAYS)[number];

/** One, several, or none: as a form sends boxes of one name. */
const Kinds = z.preprocess(
  (value) => (typeof value === "string" ? [value] : (value ?? [])),
  z.enum(ALERT_KINDS).array().min(1, "Choose at least one."),
);

const Clock = z
  .string()
  .trim()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, "Write a time such as 22:00.")
  .transform((text) => text || null)
  .nullable()
  .default(null);

const settings = {
  name: z.string().trim().max(60, "Use at most 60 characters.").default(""),
  kinds: Kinds,
  quietFrom: Clock,
  quietUntil: Clock,
  reason: Reason,
};

type Quiet = { quietFrom: string | null; quietUntil: string | null };
const isSpan = ({ quietFrom, quietUntil }: Quiet) =>
  (quietFrom === null) === (quietUntil === null) && (quietFrom === null || quietFrom !== quietUntil);
const SPAN = { path: ["quietUntil"], error: "Quiet hours need a beginning and another end, or neither." };

export const AddReceiverInput = z
  .object({ way: z.enum(WAYS, "Choose one."), target: z.string("Say where.").trim().max(1000), ...settings })
  .refine(isSpan, SPAN);
export type AddReceiverInput = z.input<typeof AddReceiverInput>;

/**
 * Tells one more receiver of what needs a hand, at once of what is open. Admins only.
 * @returns for a webhook the secret that signs its messages, which is shown only this once.
 * @throws invalid at `target`, or where the portal has no way to send there; conflict when there are as many as can be
 */
export async function addReceiver(ctx: Ctx, input: AddReceiverInput): Promise<{ secret?: string }> {
  requireAdmin(ctx, "rules");
  const { way, target: typed, reason, kinds, ...rest } = AddReceiverInput.parse(input);
  const target = await checkTarget(way, typed);
  await requireConfirmed(ctx);
  const secret = way === "webhook" ? `whsec_${randomBytes(32).toString("base64")}` : undefined;
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('alert receivers', 0))`);
    if ((await tx.db.$count(alertReceivers, isNull(alertReceivers.removedAt))) >= MOST)
      throw new PortalError("conflict", `There are ${MOST} of them. Remove one first.`);
    const [row] = await tx.db
      .insert(alertReceivers)
      .values({ way, target, ...rest, without: allBut(kinds), sealedSecret: secret ? seal(secret) : null })
      .returning();
    if (!row) throw new Error("A receiver of alerts was not written.");
    await record(tx, { ...about(row.id), action: "alert.receiver_added", reason, after: facts(row) });
    return secret ? { secret } : {};
  });
}

export const ChangeReceiverInput = z
  .object({ id: Id, version: z.coerce.number<string | number>().int(), ...settings })
  .refine(isSpan, SPAN);
export type ChangeReceiverInput = z.input<typeof ChangeReceiverInput>;

/** Changes of what a receiver is told, and when. Admins only. @throws not_found; conflict when it changed meanwhile */
export async function changeReceiver(ctx: Ctx, input: ChangeReceiverInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { id, version, reason, kinds, ...rest } = ChangeReceiverInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await locked(tx, id);
    if (before.version !== version) throw await changedMeanwhile(tx, about(id));
    const [after] = await tx.db
      .update(alertReceivers)
      .set({ ...rest, without: allBut(kinds), version: version + 1 })
      .where(and(eq(alertReceivers.id, id), eq(alertReceivers.version, version)))
      .returning();
    if (!after) throw await changedMeanwhile(tx, about(id));
    await record(tx, {
      ...{ ...about(id), action: "alert.receiver_changed", reason },
      ...{ before: facts(before), after: facts(after) },
    });
  });
}

export const RemoveReceiverInput = z.object({ id: Id, reason: Reason });
export type RemoveReceiverInput = z.input<typeof RemoveReceiverInput>;

/** Tells a receiver nothing more. Admins only. @throws not_found */
export async function removeReceiver(ctx: Ctx, input: RemoveReceiverInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { id, reason } = RemoveReceiverInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await locked(tx, id);
    await tx.db.update(alertReceivers).set({ removedAt: sql`now()` }).where(eq(alertReceivers.id, id));
    await record(tx, {
      ...{ ...about(id), action: "alert.receiver_removed", reason },
      ...{ before: facts(before), after: { removed: true } },
    });
  });
}

type Row = typeof alertReceivers.$inferSelect;

async function locked(ctx: Ctx, id: number): Promise<Row> {
  const there = and(eq(alertReceivers.id, id), isNull(alertReceivers.removedAt));
  const [row] = await ctx.db.select().from(alertReceivers).where(there).for("update");
  if (!row) throw notFound("receiver");
  return row;
}

const about = (id: number) => ({ subject: "alert_receiver", subjectId: id });

const allBut = (kinds: readonly string[]) => ALERT_KINDS.filter((kind) => !kinds.includes(kind));

/** Where a webhook is, without its path: whoever knows that of some may write there. */
export const maskedTarget = (way: AlertWay, target: string): string =>
  way === "webhook" ? new URL(target).origin : target;

/** What its history keeps. An address of a person stands where it can be erased. */
function facts({ name, way, target, without, quietFrom, quietUntil }: Row) {
  const quiet = quietFrom && quietUntil ? `${quietFrom.slice(0, 5)}–${quietUntil.slice(0, 5)}` : null;
  const where = way === "mail" ? { email: target } : { target: maskedTarget(way, target) };
  return { name, way, ...where, without, quiet };
}

/** The target as it is kept. @throws invalid at `target` */
async function checkTarget(way: AlertWay, typed: string): Promise<string> {
  try {
    if (way === "webhook") return await checkUrl(typed);
  } catch (error) {
    throw error instanceof PortalError ? invalid("target", error.message, { cause: error }) : error;
  }
  if (way === "telegram") {
    if (!env().ALERT_TELEGRAM_TOKEN)
      throw invalid("way", "The portal has no Telegram bot. Set ALERT_TELEGRAM_TOKEN first.");
    if (/^(-?\d{1,20}|@\w{4,60})$/.test(typed)) return typed;
    throw invalid("target", "Type the chat’s number, such as -1001234567890, or a channel’s @name.");
  }
  if (!sendsMail()) throw invalid("way", "The portal sends no mail. Set SMTP_URL and MAIL_FROM first.");
  const address = Email.safeParse(typed);
  if (address.success) return address.data;
  throw invalid("target", address.error.issues[0]?.message ?? "Type an e-mail address.");
}
