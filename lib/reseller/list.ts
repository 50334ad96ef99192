import { type ListResellersInput, listResellers, type ResellerAccount } from "#lib/account/reseller/list";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Page } from "#lib/core/page";
import { getWallets } from "#lib/ledger/wallet";
import { type Volume, volumes } from "#lib/purchase/report/volumes";

/** A reseller with their money and what they bought lately, in minor units. */
export interface ResellerLine extends ResellerAccount, Volume {
  wallet: bigint;
  held: bigint;
}

/** A page of resellers, newest first; money and volumes are read for its rows alone. Admins only. */
export async function list(ctx: Ctx, input: ListResellersInput, size?: number): Promise<Page<ResellerLine>> {
  const page = await listResellers(ctx, input, size);
  return { ...page, rows: await withMoney(ctx, page.rows) };
}

/** Resellers with their money and volumes. Admins only. */
export async function withMoney(ctx: Ctx, accounts: readonly ResellerAccount[]): Promise<ResellerLine[]> {
  requireAdmin(ctx);
  const ids = accounts.map(({ id }) => id);
  const [wallets, bought] = await Promise.all([getWallets(ctx, ids), volumes(ctx, ids)]);
  return accounts.map((reseller) => ({
    ...reseller,
    ...(wallets.get(reseller.id) ?? { wallet: 0n, held: 0n }),
    ...(bought.get(reseller.id) ?? { today: 0n, month: 0n }),
  }));
}
