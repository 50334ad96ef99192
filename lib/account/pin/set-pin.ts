import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { buyingPins } from "#db/schema/access";
import { sessions } from "#db/schema/account";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { requireConfirmed } from "../password/confirm.ts";
import { hashPassword } from "../password/hash.ts";

export const SetPinInput = z.object({
  pin: z
    .string()
    .trim()
    .regex(/^\d{4,6}$/, "A PIN has 4 to 6 digits.")
    .refine((pin) => !isTrivial(pin), "This is the first that anybody tries. Choose another."),
});
export type SetPinInput = z.infer<typeof SetPinInput>;

/** One digit over and over, a row of neighbours, two by two, or the middle of the keys. */
function isTrivial(pin: string): boolean {
  const steps = new Set(Array.from(pin.slice(1), (digit, at) => Number(digit) - Number(pin[at])));
  const [step = 9] = steps;
  return (steps.size === 1 && Math.abs(step) <= 1) || /^(\d\d)\1+$/.test(pin) || pin === "2580";
}

/**
 * Sets or changes the PIN of the acting reseller; a lock ends, and every device is asked again.
 * @throws invalid at `pin`, `confirmPassword` and `confirmCode`
 */
export async function setPin(ctx: Ctx, input: SetPinInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const { pin } = SetPinInput.parse(input);
  await requireConfirmed(ctx, { code: true });
  const hash = await hashPassword(pin);
  await inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .insert(buyingPins)
      .values({ resellerId: id, hash })
      .onConflictDoUpdate({
        target: buyingPins.resellerId,
        set: { hash, setAt: sql`now()`, wrong: 0, lockedUntil: null },
      })
      .returning({ isNew: sql<boolean>`xmax = 0` });
    await askAgain(tx, id);
    await note(tx, id, "pin.set", { on: !row?.isNew }, { on: true });
  });
}

/** Takes the PIN away: buying asks for none. @throws as `setPin`; conflict where there is none */
export async function removePin(ctx: Ctx): Promise<void> {
  const { id } = requireReseller(ctx);
  await requireConfirmed(ctx, { code: true });
  await inTransaction(ctx, async (tx) => {
    const gone = await tx.db
      .delete(buyingPins)
      .where(eq(buyingPins.resellerId, id))
      .returning({ id: buyingPins.resellerId });
    if (gone.length === 0) throw new PortalError("conflict", "There is no PIN any more.");
    await askAgain(tx, id);
    await note(tx, id, "pin.removed", { on: true }, { on: false });
  });
}

export interface PinView {
  /** Since when; null where buying asks for none. */
  since: Date | null;
  /** Until when buying is locked, where it is. */
  lockedUntil: Date | null;
}

/** How the acting reseller's PIN stands. */
export async function pin(ctx: Ctx): Promise<PinView> {
  const { id } = requireReseller(ctx);
  const [own] = await ctx.db
    .select({
      since: buyingPins.setAt,
      lockedUntil: sql<Date | null>`case when locked_until > now() then locked_until end`.mapWith(
        buyingPins.lockedUntil,
      ),
    })
    .from(buyingPins)
    .where(eq(buyingPins.resellerId, id));
  return own ?? { since: null, lockedUntil: null };
}

async function askAgain(ctx: Ctx, accountId: number): Promise<void> {
  await ctx.db.update(sessions).set({ pinKeptUntil: null }).where(eq(sessions.accountId, accountId));
}

function note(ctx: Ctx, id: number, action: string, before: object, after: object): Promise<void> {
  return record(ctx, {
    ...{ action, subject: "account", subjectId: id, resellerId: id },
    ...{ before: { ...before }, after: { ...after } },
  });
}
