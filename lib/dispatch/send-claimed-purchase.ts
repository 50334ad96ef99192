import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { attempts, purchases } from "#db/schema/purchase";
import type { Ctx, Db } from "#lib/core/context";
import { hasErrorCode } from "#lib/core/database-error";
import { log } from "#lib/core/log";
import { toLocalDigits } from "#lib/core/text/phone";
import type { PurchaseResponse, UpstreamTransaction } from "#lib/upstream/purchase-response";
import { sendPurchase } from "#lib/upstream/send-purchase";
import type { Claim } from "./claim-purchase.ts";
import { recordResponse } from "./record-response.ts";

/**
 * Sends a claimed purchase, once, and records the response. Keeps the response until it is recorded, however
 * long the database is unreachable, busy or rejecting, and drops only bad data; logs it on the first failure,
 * in case this process ends before. Never sends again.
 * @param timeToBegin the ms left until its slot ends, counted from just before the claim.
 * @returns whether the upstream began to respond, with any result.
 */
export async function sendClaimedPurchase(
  ctx: Ctx,
  claim: Claim,
  timeToBegin: () => number,
): Promise<boolean> {
  const { supplier: account, ident, planId, networkId, phone, cost } = claim;
  const response = await sendPurchase({ account, ident, planId, networkId, phone, cost, timeToBegin });
  const { result, raw } = response;
  let badData = false;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, 1_000)) {
    try {
      await recordResponse(ctx, claim, badData ? await makeStorable(ctx, claim, response) : response);
      return response.httpStatus !== undefined;
    } catch (error) {
      const first = wait === FIRST_WAIT_MS && raw !== undefined && { raw: redactNumber(raw, phone) };
      log.error("purchase.response_not_recorded", { ident, result, error, ...first });
      badData ||= isBadData(error);
      await pause(wait);
    }
  }
}

/** Later ones are up to a second. */
const FIRST_WAIT_MS = 50;

/** Removes the recipient's number from a response, for the log. */
function redactNumber(raw: string, phone: string): string {
  return raw.replaceAll(toLocalDigits(phone).replace(/^0/, ""), "[number]");
}

/** Whether the database rejects the data, so that a retry is useless. */
export const isBadData = (error: unknown) => hasErrorCode(error, /^22/);

/**
 * Reduces a response to what the database can store. Tries each field separately, a text also with its
 * unusual characters escaped (\u20a6); drops a field that fails both ways, and names it in the note. The
 * meaning stays.
 */
export function makeStorable(ctx: Ctx, claim: Claim, response: PurchaseResponse): Promise<PurchaseResponse> {
  const { note, raw, httpStatus, discrepancy, transaction, ...result } = response;
  return runAndRollBack(ctx, async (db) => {
    const rejectedFields: string[] = [];
    const storable = await pickStorableFields(
      db,
      claim,
      { note, raw, httpStatus, discrepancy },
      rejectedFields,
    );
    const storableTransaction =
      transaction && (await pickStorableFields(db, claim, transaction, rejectedFields));
    const storedNote = storable.note ?? "";
    return {
      ...result,
      ...storable,
      note:
        rejectedFields.length > 0 ? `${storedNote}; not stored: ${rejectedFields.join(", ")}` : storedNote,
      ...(storableTransaction && { transaction: { ...EMPTY_TRANSACTION, ...storableTransaction } }),
    };
  });
}

const EMPTY_TRANSACTION: UpstreamTransaction = {
  upstreamId: null,
  ident: null,
  amount: null,
  balanceBefore: null,
  balanceAfter: null,
  message: null,
};

/** Returns the fields that the database accepts, escaped if necessary. */
async function pickStorableFields<T extends object>(
  db: Db,
  claim: Claim,
  response: T,
  rejectedFields: string[],
): Promise<Partial<T>> {
  const fields: [string, unknown][] = [];
  for (const [field, value] of Object.entries(response)) {
    if (value === undefined || value === null) continue;
    if (await canStore(db, claim, field, value)) fields.push([field, value]);
    else if (await canStore(db, claim, field, escapeUnicode(value)))
      fields.push([field, escapeUnicode(value)]);
    else rejectedFields.push(field);
  }
  return Object.fromEntries(fields) as Partial<T>;
}

async function canStore(db: Db, { attemptId, purchaseId }: Claim, field: string, value: unknown) {
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

function escapeUnicode(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Returns the result of `work` in a transaction that is rolled back. */
async function runAndRollBack<T>(ctx: Ctx, work: (db: Db) => Promise<T>): Promise<T> {
  const undone = new Error("undone");
  let result: T | undefined;
  try {
    await ctx.db.transaction(async (db) => {
      result = await work(db);
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
  return result as T;
}
