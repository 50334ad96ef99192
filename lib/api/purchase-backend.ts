import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import type { Placement } from "#lib/purchase/place/place-purchase";
import type { Page, PurchaseView } from "#lib/purchase/read/purchase-view";
import type { TransactionQuery } from "./requests.ts";

/** The parsed body of a purchase. */
export interface PurchaseRequest {
  ref: string;
  /** Whether the ref is that of an earlier call, whose purchase may exist. */
  isRepeat?: boolean;
  planId: number;
  networkId: number;
  phone: string;
}

/** A purchase of a call, and whether a test cuts the connection instead of a response. */
export interface BackendPlacement extends Placement {
  isCut?: true;
}

/** Stores a token's purchases: real ones, or those of test tokens, which move no money. */
export interface PurchaseBackend {
  /** Places the purchase, or finds the one with this ref, and returns it after its outcome, or after `ms`.
   * @throws PortalError as `placePurchase` does.
   */
  buy(ctx: Ctx, request: PurchaseRequest, ms: number): Promise<BackendPlacement>;
  /** @param ref the caller's, or the purchase's ident. @throws not_found */
  find(ctx: Ctx, ref: string): Promise<PurchaseView>;
  list(ctx: Ctx, query: TransactionQuery): Promise<Page<PurchaseView>>;
  balance(ctx: Ctx): Promise<{ wallet: Minor; held: Minor }>;
}
