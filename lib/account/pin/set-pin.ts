import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { transactionPins } from "#db/schema/access";
import { sessions } from "#db/schema/account";
import { hashPassword } from "#lib/account/password/hash-password";
import { recordAccountAudit } from "#lib/account/record-account-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { Pin, requirePinOwner } from "./require-pin.ts";

export const SetPinInput = z.object({
  pin: Pin.pipe(
    z
      .string()
      .regex(/^\d{4,6}$/, "A PIN has 4 to 6 digits.")
      .refine((pin) => !isTrivialPin(pin), "This PIN is too easy to guess. Choose another."),
  ),
});
export type SetPinInput = z.infer<typeof SetPinInput>;

/** One repeated digit, a sequence, a repeated pair, or the middle column of the keypad. */
function isTrivialPin(pin: string): boolean {
  const steps = new Set(Array.from(pin.slice(1), (digit, at) => Number(digit) - Number(pin[at])));
  const [step = 9] = steps;
  return (steps.size === 1 && Math.abs(step) <= 1) || /^(\d\d)\1+$/.test(pin) || pin === "2580";
}

/**
 * Sets or changes the PIN of the acting reseller or helper, ends a lock, and requires the PIN again on every
 * device.
 * @throws invalid at `pin`, `confirmPassword` and `confirmCode`
 */
export async function setPin(ctx: Ctx, input: SetPinInput): Promise<void> {
  const { id } = requirePinOwner(ctx);
  const { pin } = SetPinInput.parse(input);
  await requireConfirmation(ctx, { code: true });
  const hash = await hashPassword(pin);
  await inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .insert(transactionPins)
      .values({ resellerId: id, hash })
      .onConflictDoUpdate({
        target: transactionPins.resellerId,
        set: { hash, setAt: sql`now()`, failedAttempts: 0, lockedUntil: null },
      })
      .returning({ isNew: sql<boolean>`xmax = 0` });
    await clearRememberedPins(tx, id);
    await recordPinChange(tx, id, "pin.set", { on: !row?.isNew }, { on: true });
  });
}

/** Removes the PIN. @throws as `setPin`; conflict without a PIN */
export async function removePin(ctx: Ctx): Promise<void> {
  const { id } = requirePinOwner(ctx);
  await requireConfirmation(ctx, { code: true });
  await inTransaction(ctx, async (tx) => {
    const gone = await tx.db
      .delete(transactionPins)
      .where(eq(transactionPins.resellerId, id))
      .returning({ id: transactionPins.resellerId });
    if (gone.length === 0) throw new PortalError("conflict", "The PIN was already removed.");
    await clearRememberedPins(tx, id);
    await recordPinChange(tx, id, "pin.removed", { on: true }, { on: false });
  });
}

export interface PinStatus {
  /** Time at which the PIN was set; null without one. */
  since: Date | null;
  /** End of the lock on buying, if it is locked. */
  lockedUntil: Date | null;
}

export async function getPinStatus(ctx: Ctx): Promise<PinStatus> {
  const { id } = requirePinOwner(ctx);
  const [pin] = await ctx.db
    .select({
      since: transactionPins.setAt,
      lockedUntil: sql<Date | null>`case when locked_until > now() then locked_until end`.mapWith(
        transactionPins.lockedUntil,
      ),
    })
    .from(transactionPins)
    .where(eq(transactionPins.resellerId, id));
  return pin ?? { since: null, lockedUntil: null };
}

async function clearRememberedPins(ctx: Ctx, accountId: number): Promise<void> {
  await ctx.db.update(sessions).set({ pinValidUntil: null }).where(eq(sessions.accountId, accountId));
}

function recordPinChange(ctx: Ctx, id: number, action: string, before: object, after: object): Promise<void> {
  const { kind: role } = requirePinOwner(ctx);
  return recordAccountAudit(ctx, { id, role }, { action, before: { ...before }, after: { ...after } });
}
