import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepare-query";
import type { Ctx } from "#lib/core/context";
import { parseRow, parseRows } from "#lib/core/read-rows";
import type { PurchaseResponse } from "#lib/upstream/purchase-response";
import type { Claim } from "./claim-purchase.ts";

/** Returns what an attempt stores of a response. */
export function buildAttemptValues(claim: Claim, response: PurchaseResponse) {
  const { attemptId, purchaseId, supplier } = claim;
  const { result, note, httpStatus = null, raw = null, discrepancy = null, transaction } = response;
  return {
    ...{ attemptId, purchaseId, supplierId: supplier.id, result, note, httpStatus, raw, discrepancy },
    upstreamId: transaction?.upstreamId ?? null,
    ident: transaction?.ident ?? null,
    amount: transaction?.amount ?? null,
    balanceBefore: transaction?.balanceBefore ?? null,
    balanceAfter: transaction?.balanceAfter ?? null,
  };
}

export type AttemptValues = ReturnType<typeof buildAttemptValues>;
type AttemptPlaceholders = { readonly [Name in keyof AttemptValues]: SQL };

/** The SET clause that writes a response to its attempt. */
export const setResponse = (v: AttemptPlaceholders): SQL => sql`
  supplier_id = coalesce(attempts.supplier_id, ${v.supplierId}::integer),
  answered_at = clock_timestamp(), result = ${v.result}, note = ${v.note},
  http_status = ${v.httpStatus}::integer, raw = ${v.raw},
  discrepancy = coalesce(${v.discrepancy}, attempts.discrepancy),
  upstream_id = ${v.upstreamId}, upstream_ident = ${v.ident}, amount = ${v.amount}::bigint,
  balance_before = ${v.balanceBefore}::bigint, balance_after = ${v.balanceAfter}::bigint`;

/** The condition on a row of `supplier_sending` that a conclusive response changes nothing about it. */
export const runsNormally = (s: SQL): SQL => sql`(not ${s}.stopped and ${s}.backoff_seconds = 0)`;

const runAttemptUpdate = prepareQuery<AttemptValues>(
  (v) => sql`
    update attempts
    set ${setResponse(v)}
    where id = ${v.attemptId} and purchase_id = ${v.purchaseId} and answered_at is null
    returning (
      select ${runsNormally(sql`s`)} from supplier_sending s where s.supplier_id = ${v.supplierId}::integer
    ) as runs`,
);

const AttemptUpdate = z.object({ runs: z.boolean().nullable() });

/**
 * @returns whether sending runs normally; undefined when the attempt already has a response, or is another
 * purchase's.
 */
export async function updateAttempt(ctx: Ctx, values: AttemptValues) {
  const [written] = parseRows(AttemptUpdate, await runAttemptUpdate(ctx.db, values));
  return written;
}

/** Selects the ident of another purchase that has the transaction, which stays locked (`transaction_owner`). */
export const selectOtherPurchase = (v: AttemptPlaceholders): SQL => sql`
  transaction_owner(${v.supplierId}::integer, ${v.upstreamId}::text, ${v.ident}::text, ${v.purchaseId}::bigint)`;

const runOtherSearch = prepareQuery<AttemptValues>((v) => sql`select ${selectOtherPurchase(v)} as other`);

const OtherSearch = z.object({ other: z.string().nullable() });

export async function findOtherPurchase(ctx: Ctx, values: AttemptValues): Promise<string | null> {
  const { other } = parseRow(OtherSearch, await runOtherSearch(ctx.db, values));
  return other;
}
