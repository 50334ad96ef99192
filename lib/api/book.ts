import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import type { Placed } from "#lib/purchase/place/place";
import type { Page, PurchaseView } from "#lib/purchase/read/view";
import type { TransactionQuery } from "./requests.ts";

export interface Order {
  ref: string;
  planId: number;
  networkId: number;
  phone: string;
}

/** Where a token's purchases are kept: the real ones, or those of test tokens, which move nothing. */
export interface Book {
  /** Places it, or finds it again. @throws PortalError as `place` does. */
  buy(ctx: Ctx, order: Order): Promise<Placed>;
  /** The purchase when its outcome is known, or as it stands after `ms`. */
  outcome(ctx: Ctx, purchase: PurchaseView, ms: number): Promise<PurchaseView>;
  /** By its ref, or by its ident. @throws not_found */
  find(ctx: Ctx, ref: string): Promise<PurchaseView>;
  list(ctx: Ctx, query: TransactionQuery): Promise<Page<PurchaseView>>;
  balance(ctx: Ctx): Promise<{ wallet: Minor; held: Minor }>;
}
