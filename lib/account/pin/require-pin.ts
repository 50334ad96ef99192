import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { prepareQuery } from "#db/prepare-query";
import { transactionPins } from "#db/schema/access";
import { sessions } from "#db/schema/account";
import { verifyPassword } from "#lib/account/password/hash-password";
import { recordAccountAudit } from "#lib/account/record-account-audit";
import { type Ctx, type Person, requireReseller } from "#lib/core/context";
import { invalidError, PortalError } from "#lib/core/error";
import { createKeyedMutex } from "#lib/core/lane/keyed-mutex";
import { foldDigits } from "#lib/core/text/digits";
import { formatTime } from "#lib/core/time/time";

/** A typed PIN, in the digits of any script. */
export const Pin = z.string().trim().transform(foldDigits);

/** The PIN fields of a form that spends money. */
export const PinInput = z.object({
  pin: Pin.pipe(z.string().max(20)).optional(),
  /** Remembers the PIN on this device for five minutes. */
  keepPin: z.literal("yes").optional().catch(undefined),
});
export type PinInput = z.input<typeof PinInput>;

/** Wrong PINs in a row that lock buying. */
const MAX_WRONG_PINS = 3;

/** Returns the account whose PIN counts: a reseller's or a helper's own. @throws not_found for others */
export function requirePinOwner(ctx: Ctx): Extract<Person, { kind: "reseller" | "helper" }> {
  if (ctx.actor.kind === "helper") return ctx.actor;
  return requireReseller(ctx);
}

/**
 * Requires the right PIN, where the reseller or helper has one, before they spend money in the browser. Three
 * wrong PINs, also parallel ones, lock buying for 30 minutes. Call it outside of a transaction, whose
 * rollback would lose the count.
 * @throws invalid or rate_limited, at `pin`
 */
export async function requirePin(ctx: Ctx, input: PinInput): Promise<void> {
  const { id, sessionId } = requirePinOwner(ctx);
  const values = PinInput.parse(input);
  const rejection = await pinMutex(id, () => checkPin(ctx, { id, sessionId }, values));
  if (rejection) throw rejection;
}

/** Forms of one reseller wait for the row of their PIN: here they wait without a connection. */
const pinMutex = createKeyedMutex<number>();

/** Hashes before the transaction, which holds a connection and a row; only the transaction decides. */
async function checkPin(
  ctx: Ctx,
  { id, sessionId }: { id: number; sessionId: number },
  values: z.output<typeof PinInput>,
): Promise<PortalError | undefined> {
  const [seen] = await ctx.db
    .select({ hash: transactionPins.hash })
    .from(transactionPins)
    .where(eq(transactionPins.resellerId, id));
  const matches = seen !== undefined && values.pin ? await verifyPassword(values.pin, seen.hash) : false;
  return inTransaction(ctx, async (tx) => {
    const [stored] = await tx.db
      .select({
        hash: transactionPins.hash,
        failedAttempts: transactionPins.failedAttempts,
        lockedUntil:
          sql<Date | null>`case when locked_until > clock_timestamp() then locked_until end`.mapWith(
            transactionPins.lockedUntil,
          ),
      })
      .from(transactionPins)
      .where(eq(transactionPins.resellerId, id))
      .for("update");
    if (!stored) return undefined;
    if (stored.lockedUntil) return pinLockedError(stored.lockedUntil);
    if (!(await isPinRequired(tx))) return undefined;
    if (!values.pin) return invalidError("pin", "Enter your PIN.");
    // A PIN that was changed meanwhile is checked again.
    const isRight = stored.hash === seen?.hash ? matches : await verifyPassword(values.pin, stored.hash);
    if (!isRight) return recordWrongPin(tx, id, stored.failedAttempts + 1);
    await recordCorrectPin(tx, id, values.keepPin ? sessionId : undefined);
    return undefined;
  });
}

/** Whether the next purchase in this session requires a PIN. */
export async function isPinRequired(ctx: Ctx): Promise<boolean> {
  const { id, sessionId } = requirePinOwner(ctx);
  const [row] = await selectPin(ctx.db, { id, sessionId });
  return row?.isRequired === true;
}

/** Whether an account has a PIN that the session doesn't remember. */
export const isPinRequiredIn = ({ id, sessionId }: { id: SQL; sessionId: SQL }): SQL => sql`(
  exists (select from transaction_pins where reseller_id = ${id})
  and not exists (
    select
    from sessions
    where id = ${sessionId} and account_id = ${id} and ended_at is null and pin_valid_until > now()
  ))`;

const selectPin = prepareQuery<{ id: number; sessionId: number }>(
  (session) => sql`select ${isPinRequiredIn(session)} as "isRequired"`,
);

async function recordCorrectPin(ctx: Ctx, resellerId: number, keptIn: number | undefined): Promise<void> {
  await ctx.db
    .update(transactionPins)
    .set({ failedAttempts: 0, lockedUntil: null })
    .where(eq(transactionPins.resellerId, resellerId));
  if (keptIn === undefined) return;
  await ctx.db
    .update(sessions)
    .set({ pinValidUntil: sql`now() + interval '5 minutes'` })
    .where(and(eq(sessions.id, keptIn), eq(sessions.accountId, resellerId)));
}

async function recordWrongPin(ctx: Ctx, accountId: number, failedAttempts: number): Promise<PortalError> {
  const left = MAX_WRONG_PINS - failedAttempts;
  const [row] = await ctx.db
    .update(transactionPins)
    .set(
      left > 0
        ? { failedAttempts }
        : { failedAttempts: 0, lockedUntil: sql`clock_timestamp() + interval '30 minutes'` },
    )
    .where(eq(transactionPins.resellerId, accountId))
    .returning({ lockedUntil: transactionPins.lockedUntil });
  if (left > 0)
    return invalidError(
      "pin",
      `Wrong PIN. ${left === 1 ? "One more wrong PIN locks" : "Two more wrong PINs lock"} buying for 30 minutes.`,
    );
  const { id, kind } = requirePinOwner(ctx);
  await recordAccountAudit(
    ctx,
    { id, role: kind },
    {
      action: "pin.locked",
      after: { until: row?.lockedUntil },
    },
  );
  return pinLockedError(row?.lockedUntil ?? new Date());
}

function pinLockedError(until: Date): PortalError {
  const message = `You entered a wrong PIN three times. Buying is locked until ${formatTime(until)}, and nothing was bought. To unlock it now, set a new PIN in Settings.`;
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
  return new PortalError("rate_limited", message, { facts: { retryAfter }, fields: { pin: [message] } });
}
