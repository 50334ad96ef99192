import { announcementsNow, asTold } from "#lib/announcement/announcement-list";
import type { Ctx } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { groupedText } from "#lib/core/money";
import { Ref } from "#lib/purchase/place/offer";
import { listedTransaction, programRef, transaction } from "#lib/purchase/read/transaction";
import { backendOf } from "./backend-of.ts";
import { ok, type Reply } from "./reply.ts";
import { parseInput, queryOf, TransactionQuery } from "./requests.ts";

/** A purchase as it stands now, by its ref or its ident. @throws not_found also for another's. */
export async function readPurchase(ctx: Ctx, ref: string): Promise<Reply> {
  if (!Ref.safeParse(ref).success) throw notFound("purchase");
  const purchase = await backendOf(ctx).find(ctx, ref);
  return ok({ data: transaction(purchase) }, { "X-Ref": programRef(purchase) });
}

/** The caller's own purchases, newest first, a page at a time. @throws invalid */
export async function transactions(ctx: Ctx, url: URL): Promise<Reply> {
  const { rows, next } = await backendOf(ctx).list(ctx, parseInput(TransactionQuery, queryOf(url)));
  return ok({ data: rows.map(listedTransaction), next_cursor: next });
}

/** What the caller can spend, and what pending purchases hold. */
export async function readBalance(ctx: Ctx): Promise<Reply> {
  const { wallet, held } = await backendOf(ctx).balance(ctx);
  return ok({ data: { balance: groupedText(wallet), held: groupedText(held) } });
}

/** What the operator tells everybody now, the latest first. */
export async function readAnnouncements(ctx: Ctx): Promise<Reply> {
  return ok({ data: (await announcementsNow(ctx)).map(asTold) });
}
