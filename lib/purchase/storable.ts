import { eq } from "drizzle-orm";
import { attempts, purchases } from "#db/schema/purchase";
import type { Ctx, Db } from "#lib/core/context";
import { hasCode } from "#lib/core/error";
import type { PurchaseAnswer, UpstreamTransaction } from "#lib/upstream/answer";
import type { Claim } from "./claim.ts";

/** Whether the database calls what it was given bad data, which it would refuse for ever. */
export const isBadData = (error: unknown) => hasCode(error, /^22/);

/**
 * As much of an answer as the database can hold: each field is tried by itself, a text also with its unusual signs
 * spelled out (\u20a6), and what is refused either way is left out and named in the note. What it means stays.
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

/** Those of the fields that the database takes, in the form in which it takes them. */
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

/** What `work` finds out in a transaction of which nothing stays. */
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
