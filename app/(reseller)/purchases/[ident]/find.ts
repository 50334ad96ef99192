import { notFound } from "next/navigation";
import { cache } from "react";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { get } from "#lib/purchase/read/get";
import type { PurchaseDetail } from "#lib/purchase/read/view";

/** The reader's own purchase; another's and none at all are the same missing page. Asked once per page. */
export const find = cache(async (ctx: Ctx, ident: string): Promise<PurchaseDetail> => {
  if (!/^DT[0-9A-Z]+$/.test(ident)) notFound();
  try {
    return await get(ctx, { ident });
  } catch (error) {
    if (error instanceof PortalError && error.code === "not_found") notFound();
    throw error;
  }
});
