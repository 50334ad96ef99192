import type { Ctx } from "#lib/core/context";
import { listedTransaction } from "#lib/purchase/read/transaction";
import { bookOf } from "./book-of.ts";
import { checkInput, queryOf } from "./check-input.ts";
import { ok, type Reply } from "./reply.ts";
import { TransactionQuery } from "./requests.ts";

/** The caller's own purchases, newest first, a page at a time. @throws invalid */
export async function transactions(ctx: Ctx, url: URL): Promise<Reply> {
  const { rows, next } = await bookOf(ctx).list(ctx, checkInput(TransactionQuery, queryOf(url)));
  return ok({ data: rows.map(listedTransaction), next_cursor: next });
}
