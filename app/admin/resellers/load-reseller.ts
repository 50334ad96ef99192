import { notFound } from "next/navigation";
import { getReseller, type ResellerAccount } from "#lib/account/reseller/read-resellers";
import type { Ctx } from "#lib/core/context";
import { loadOrNotFound } from "#lib/request/load-or-not-found";

export async function loadReseller(ctx: Ctx, id: string): Promise<ResellerAccount> {
  if (!/^[1-9]\d{0,14}$/.test(id)) notFound();
  return loadOrNotFound(getReseller(ctx, { resellerId: Number(id) }));
}
