import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import type { Placed } from "#lib/purchase/place/place";
import type { Page, PurchaseView } from "#lib/purchase/read/view";
import type { TransactionQuery } from "./requests.ts";

/** What a program asks to buy, once its body was read. */
export interface PurchaseRequest {
  ref: string;
  planId: number;
  networkId: number;
  phone: string;
}

/** Where a token's purchases are kept: the real ones, or those of test tokens, which move nothing. */
export interface PurchaseBackend {
  /**
   * Places the purchase, or finds the one with this ref, and answers when its outcome is known, or after `ms`.
   * @throws PortalError as `place` does.
   */
  buy(ctx: Ctx, request: PurchaseRequest, ms: number): Promise<Placed>;
  /** @param ref the caller's, or the purchase's ident. @throws not_found */
  find(ctx: Ctx, ref: string): Promise<PurchaseView>;
  list(ctx: Ctx, query: TransactionQuery): Promise<Page<PurchaseView>>;
  balance(ctx: Ctx): Promise<{ wallet: Minor; held: Minor }>;
}
