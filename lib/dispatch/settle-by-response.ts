import { sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepare-query";
import type { Ctx } from "#lib/core/context";
import { buildSettleStatement, buildSettleValues } from "#lib/purchase/settle/settle-purchase";
import type { PurchaseResponse } from "#lib/upstream/purchase-response";
import {
  type AttemptValues,
  buildAttemptValues,
  runsNormally,
  selectOtherPurchase,
  setResponse,
} from "./attempt-response.ts";
import { isConclusive } from "./circuit-breaker.ts";
import type { Claim } from "./claim-purchase.ts";

/**
 * Records a response as most are, and settles its purchase by it, in one statement: delivered or failed, at the
 * listed price, to an open attempt at a supplier to which sending runs normally.
 * @returns whether it did; otherwise nothing has changed.
 */
export async function settleByResponse(ctx: Ctx, claim: Claim, response: PurchaseResponse): Promise<boolean> {
  const { result, transaction, repriced } = response;
  if ((result !== "successful" && result !== "failed") || repriced || !isConclusive(response)) return false;
  const end = buildSettleValues(ctx, {
    purchaseId: claim.purchaseId,
    from: ["sending", "unconfirmed"],
    to: result,
    by: "answer",
    outcome: transaction?.message ?? null,
    upstreamId: transaction?.upstreamId ?? undefined,
  });
  const kind = result === "successful" && claim.commission > 0n ? "successfulOfAgent" : result;
  const [settled] = await statements[kind](ctx.db, { ...end, ...buildAttemptValues(claim, response) });
  return settled !== undefined;
}

type Values = ReturnType<typeof buildSettleValues> & AttemptValues;

const prepareStatement = (kind: Parameters<typeof buildSettleStatement>[1]) =>
  prepareQuery<Values>((v) =>
    buildSettleStatement(v, kind, {
      // Attempts are locked before wallets and purchases, as everywhere.
      attempt: sql`
        select a.id, coalesce(a.supplier_id, ${v.supplierId}::integer) as supplier_id, a.cost
        from attempts a
        where a.id = ${v.attemptId} and a.purchase_id = ${v.purchaseId} and a.answered_at is null
          and ${selectOtherPurchase(v)} is null
          and exists (
            select from supplier_sending s
            where s.supplier_id = ${v.supplierId}::integer and ${runsNormally(sql`s`)}
          )
        for no key update`,
      charge: sql`select supplier_id, coalesce(${v.amount}::bigint, cost) from attempt`,
      record: sql`update attempts set ${setResponse(v)} from settled where attempts.id = ${v.attemptId}`,
    }),
  );

const statements = {
  successful: prepareStatement({ to: "successful", transfer: "settle" }),
  successfulOfAgent: prepareStatement({ to: "successful", transfer: "settle", ofAgent: true }),
  failed: prepareStatement({ to: "failed", transfer: "release" }),
};
