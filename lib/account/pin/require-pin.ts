import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { buyingPins } from "#db/schema/access";
import { sessions } from "#db/schema/account";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { invalid, PortalError } from "#lib/core/error";
import { sayTime } from "#lib/core/time";
import { verifyPassword } from "../password/hash.ts";

/** What a form sends along that spends money. */
export const PinInput = z.object({
  pin: z.string().trim().max(20).optional(),
  /** "Ask no more here for five minutes." */
  keepPin: z.literal("yes").optional().catch(undefined),
});
export type PinInput = z.input<typeof PinInput>;

/** Wrong ones in a row before buying is locked. */
const TRIES = 3;

/**
 * Asked by whatever a reseller spends money with in the browser, before anything else: where they have a PIN, it must be
 * there and right. Three wrong ones, however parallel, lock buying for 30 minutes. Call it outside of a transaction, which
 * would forget the wrong ones when it is given up.
 * @throws invalid or rate_limited, at `pin`
 */
export async function requirePin(ctx: Ctx, input: PinInput): Promise<void> {
  const { id, sessionId } = requireReseller(ctx);
  const given = PinInput.parse(input);
  const refusal = await inTransaction(ctx, async (tx) => {
    const [own] = await tx.db
      .select({
        hash: buyingPins.hash,
        wrong: buyingPins.wrong,
        lockedUntil:
          sql<Date | null>`case when locked_until > clock_timestamp() then locked_until end`.mapWith(
            buyingPins.lockedUntil,
          ),
      })
      .from(buyingPins)
      .where(eq(buyingPins.resellerId, id))
      .for("update");
    if (!own) return undefined;
    if (own.lockedUntil) return locked(own.lockedUntil);
    if (await isKept(tx, id, sessionId)) return undefined;
    if (!given.pin) return invalid("pin", "Type your PIN.");
    if (!(await verifyPassword(given.pin, own.hash))) return countWrong(tx, id, own.wrong + 1);
    await countRight(tx, id, given.keepPin ? sessionId : undefined);
    return undefined;
  });
  if (refusal) throw refusal;
}

/** Whether the next purchase in this session asks for a PIN: for the page that has to show its field. */
export async function asksPin(ctx: Ctx): Promise<boolean> {
  const { id, sessionId } = requireReseller(ctx);
  const [own] = await ctx.db
    .select({ id: buyingPins.resellerId })
    .from(buyingPins)
    .where(eq(buyingPins.resellerId, id));
  return own !== undefined && !(await isKept(ctx, id, sessionId));
}

async function isKept(ctx: Ctx, accountId: number, sessionId: number): Promise<boolean> {
  const [kept] = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.accountId, accountId),
        isNull(sessions.endedAt),
        gt(sessions.pinKeptUntil, sql`now()`),
      ),
    );
  return kept !== undefined;
}

async function countRight(ctx: Ctx, resellerId: number, keptIn: number | undefined): Promise<void> {
  await ctx.db
    .update(buyingPins)
    .set({ wrong: 0, lockedUntil: null })
    .where(eq(buyingPins.resellerId, resellerId));
  if (keptIn === undefined) return;
  await ctx.db
    .update(sessions)
    .set({ pinKeptUntil: sql`now() + interval '5 minutes'` })
    .where(and(eq(sessions.id, keptIn), eq(sessions.accountId, resellerId)));
}

async function countWrong(ctx: Ctx, resellerId: number, wrong: number): Promise<PortalError> {
  const left = TRIES - wrong;
  const [row] = await ctx.db
    .update(buyingPins)
    .set(left > 0 ? { wrong } : { wrong: 0, lockedUntil: sql`clock_timestamp() + interval '30 minutes'` })
    .where(eq(buyingPins.resellerId, resellerId))
    .returning({ lockedUntil: buyingPins.lockedUntil });
  if (left > 0)
    return invalid(
      "pin",
      `This is not your PIN. ${left === 1 ? "One more wrong one" : "Two more wrong ones"} and buying is locked for 30 minutes.`,
    );
  await record(ctx, {
    action: "pin.locked",
    subject: "account",
    subjectId: resellerId,
    resellerId,
    after: { until: row?.lockedUntil },
  });
  return locked(row?.lockedUntil ?? new Date());
}

function locked(until: Date): PortalError {
  const words = `Three wrong PINs: buying is locked until ${sayTime(until)}. Nothing was bought. In Settings you can set a new PIN with your password.`;
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
  return new PortalError("rate_limited", words, { facts: { retryAfter }, fields: { pin: [words] } });
}
