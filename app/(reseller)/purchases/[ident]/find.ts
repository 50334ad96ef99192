import { notFound } from "next/navigation";
import { cache } from "react";
import type { Ctx } from "#lib/core/context";
import { get } from "#lib/purchase/read/get";
import type { PurchaseDetail } from "#lib/purchase/read/view";
import { orNotFound } from "#lib/web/or-not-found";

/** The reader's own purchase; another's and none at all are the same missing page. Asked once per page. */
export const find = cache(async (ctx: Ctx, ident: string): Promise<PurchaseDetail> => {
  if (!/^DT[0-9A-Z]+$/.test(ident)) notFound();
  return orNotFound(get(ctx, { ident }));
});
