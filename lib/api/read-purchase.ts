import type { Ctx } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { Ref } from "#lib/purchase/place/offer";
import { transaction } from "#lib/purchase/read/transaction";
import { bookOf } from "./book-of.ts";
import { ok, type Reply } from "./reply.ts";

/** A purchase as it stands now, by its ref or its ident. @throws not_found also for another's. */
export async function readPurchase(ctx: Ctx, ref: string): Promise<Reply> {
  if (!Ref.safeParse(ref).success) throw notFound("purchase");
  const purchase = await bookOf(ctx).find(ctx, ref);
  return ok({ data: transaction(purchase) }, { "X-Ref": purchase.ref });
}
