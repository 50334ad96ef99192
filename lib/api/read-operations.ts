import type { Ctx } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { formatGroupedDecimal } from "#lib/core/money/money";
import { Ref } from "#lib/purchase/place/offer";
import { getApiRef, toListedTransactionView, toTransactionView } from "#lib/purchase/read/transaction-view";
import { getPurchaseBackend } from "./get-purchase-backend.ts";
import { parseApiInput, parseQuery, TransactionQuery } from "./requests.ts";
import { type ApiResponse, okResponse } from "./response.ts";

/** Returns the state of a purchase, by its ref or ident. @throws not_found, also for another reseller's */
export async function readPurchase(ctx: Ctx, ref: string): Promise<ApiResponse> {
  if (!Ref.safeParse(ref).success) throw notFoundError("purchase");
  const purchase = await getPurchaseBackend(ctx).find(ctx, ref);
  return okResponse({ data: toTransactionView(purchase) }, { "X-Ref": getApiRef(purchase) });
}

/** Returns a page of the caller's purchases, newest first. @throws invalid */
export async function readTransactions(ctx: Ctx, url: URL): Promise<ApiResponse> {
  const { rows, next } = await getPurchaseBackend(ctx).list(
    ctx,
    parseApiInput(TransactionQuery, parseQuery(url)),
  );
  return okResponse({ data: rows.map(toListedTransactionView), next_cursor: next });
}

/** Returns the caller's balance, and the sum that pending purchases hold. */
export async function readBalance(ctx: Ctx): Promise<ApiResponse> {
  const { wallet, held } = await getPurchaseBackend(ctx).balance(ctx);
  return okResponse({ data: { balance: formatGroupedDecimal(wallet), held: formatGroupedDecimal(held) } });
}
