import { notFound } from "next/navigation";
import { cache } from "react";
import type { Ctx } from "#lib/core/context";
import { get } from "#lib/purchase/read/get";
import type { PurchaseDetail } from "#lib/purchase/read/view";
import { orNotFound } from "#lib/web/or-not-found";

/** The reader's own purchase, read once per page; not found for anybody else's. */
export const find = cache(async (ctx: Ctx, ident: string): Promise<PurchaseDetail> => {
  if (!/^DT[0-9A-Z]+$/.test(ident)) notFound();
  return orNotFound(get(ctx, { ident }));
});
