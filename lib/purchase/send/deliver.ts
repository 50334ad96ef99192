import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { attempts, purchases } from "#db/schema/purchase";
import type { Ctx, Db } from "#lib/core/context";
import { hasCode } from "#lib/core/error";
import { log } from "#lib/core/log";
import { localDigits } from "#lib/core/phone";
import type { PurchaseAnswer, UpstreamTransaction } from "#lib/upstream/answer";
import { sendPurchase } from "#lib/upstream/send-purchase";
import type { Claim } from "./claim.ts";
import { recordAnswer } from "./record-answer.ts";

/**
 * Sends a claimed purchase, once, and writes down what came back. The answer is kept whole until it is recorded, however
 * long the database is away, busy or at odds with us, and loses only what the database calls bad data; the log has it
 * from the first refusal on, should this process end before. Nothing is ever sent again.
 * @param timeToBegin how many ms are left until its slot is over, counted from just before the claim.
 * @returns whether the upstream was heard of: it began to answer, whatever it said.
 */
export async function deliver(ctx: Ctx, claim: Claim, timeToBegin: () => number): Promise<boolean> {
  const { ident, planId, networkId, phone, cost } = claim;
  const answer = await sendPurchase({ ident, planId, networkId, phone, cost, timeToBegin });
  const { meaning, raw } = answer;
  let badData = false;
  for (let wait = 50; ; wait = Math.min(wait * 2, 1_000)) {
    try {
      await recordAnswer(ctx, claim, badData ? await storable(ctx, claim, answer) : answer);
      return answer.httpStatus !== undefined;
    } catch (error) {
      const first = wait === 50 && raw !== undefined && { raw: withoutNumber(raw, phone) };
      log.error("purchase.answer_not_recorded", { ident, meaning, error, ...first });
      badData ||= isBadData(error);
      await pause(wait);
    }
  }
}

/** The answer as the log may keep it: without the recipient's number. */
function withoutNumber(raw: string, phone: string): string {
  return raw.replaceAll(localDigits(phone).replace(/^0/, ""), "[number]");
}

/** Whether the database refuses the data itself, and so would refuse it for ever. */
export const isBadData = (error: unknown) => hasCode(error, /^22/);

/**
 * As much of an answer as the database can hold. Each field is tried by itself, a text also with its unusual characters
 * escaped (\u20a6); what is refused both ways is left out and named in the note. The meaning stays.
 */
export function storable(ctx: Ctx, claim: Claim, answer: PurchaseAnswer): Promise<PurchaseAnswer> {
  const { note, raw, httpStatus, discrepancy, transaction, ...meaning } = answer;
  return whatIf(ctx, async (db) => {
    const refused: string[] = [];
    const kept = await fitting(db, claim, { note, raw, httpStatus, discrepancy }, refused);
    const told = transaction && (await fitting(db, claim, transaction, refused));
    const words = kept.note ?? "";
    return {
      ...meaning,
      ...kept,
      note: refused.length > 0 ? `${words}; not stored: ${refused.join(", ")}` : words,
      ...(told && { transaction: { ...NOTHING, ...told } }),
    };
  });
}

const NOTHING: UpstreamTransaction = {
  upstreamId: null,
  ident: null,
  amount: null,
  balanceBefore: null,
  balanceAfter: null,
  message: null,
};

/** The fields that the database accepts, each in the form in which it does. */
async function fitting<T extends object>(
  db: Db,
  claim: Claim,
  told: T,
  refused: string[],
): Promise<Partial<T>> {
  const kept: [string, unknown][] = [];
  for (const [field, value] of Object.entries(told)) {
    if (value === undefined || value === null) continue;
    if (await takes(db, claim, field, value)) kept.push([field, value]);
    else if (await takes(db, claim, field, spelledOut(value))) kept.push([field, spelledOut(value)]);
    else refused.push(field);
  }
  return Object.fromEntries(kept) as Partial<T>;
}

async function takes(db: Db, { attemptId, purchaseId }: Claim, field: string, value: unknown) {
  try {
    await db.transaction(async (db) => {
      if (field === "message")
        await db
          .update(purchases)
          .set({ outcome: String(value) })
          .where(eq(purchases.id, purchaseId));
      else
        await db
          .update(attempts)
          .set({ [field === "ident" ? "upstreamIdent" : field]: value })
          .where(eq(attempts.id, attemptId));
    });
    return true;
  } catch (error) {
    if (isBadData(error)) return false;
    throw error;
  }
}

function spelledOut(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The result of `work` in a transaction that is rolled back. */
async function whatIf<T>(ctx: Ctx, work: (db: Db) => Promise<T>): Promise<T> {
  const undone = new Error("undone");
  let found: T | undefined;
  try {
    await ctx.db.transaction(async (db) => {
      found = await work(db);
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
  return found as T;
}
