import type { Ctx } from "#lib/core/context";
import { transaction } from "#lib/purchase/transaction";
import { bookOf } from "./book.ts";
import { ok, type Reply } from "./reply.ts";

/** A purchase as it stands now, by its ref or its ident. @throws not_found also for another's. */
export async function readPurchase(ctx: Ctx, ref: string): Promise<Reply> {
  const purchase = await bookOf(ctx).find(ctx, ref);
  return ok({ data: transaction(purchase) }, { "X-Ref": purchase.ref });
}
