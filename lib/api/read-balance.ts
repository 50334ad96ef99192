import type { Ctx } from "#lib/core/context";
import { groupedText } from "#lib/core/money";
import { bookOf } from "./book-of.ts";
import { ok, type Reply } from "./reply.ts";

/** What the caller can spend, and what pending purchases hold. */
export async function readBalance(ctx: Ctx): Promise<Reply> {
  const { wallet, held } = await bookOf(ctx).balance(ctx);
  return ok({ data: { balance: groupedText(wallet), held: groupedText(held) } });
}
