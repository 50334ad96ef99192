import { type ListResellersInput, listResellers, type ResellerAccount } from "#lib/account/list-resellers";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Page } from "#lib/core/page";
import { walletsOf } from "#lib/ledger/wallet";
import { type Volume, volumes } from "#lib/purchase/volumes";

/** A reseller with their money and what they bought lately, in minor units. */
export interface ResellerLine extends ResellerAccount, Volume {
  wallet: bigint;
  held: bigint;
}

/** A page of resellers, newest first; money and volumes are read for its rows alone. Admins only. */
export async function list(ctx: Ctx, input: ListResellersInput, size?: number): Promise<Page<ResellerLine>> {
  requireAdmin(ctx);
  const page = await listResellers(ctx, input, size);
  const ids = page.rows.map(({ id }) => id);
  const [wallets, bought] = await Promise.all([walletsOf(ctx, ids), volumes(ctx, ids)]);
  const nothing = { today: 0n, month: 0n };
  const empty = { wallet: 0n, held: 0n };
  const rows = page.rows.map((reseller) => ({
    ...reseller,
    ...(wallets.get(reseller.id) ?? empty),
    ...(bought.get(reseller.id) ?? nothing),
  }));
  return { ...page, rows };
}
