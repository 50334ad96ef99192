import { type ResellerAccount, readResellers, resellerFilter } from "#lib/account/reseller/read-resellers";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { defineList } from "#lib/core/list/list";
import { formatDecimal } from "#lib/core/money/money";
import { getWallets } from "#lib/ledger/wallet";
import { getResellerVolumes, type ResellerVolume } from "#lib/sales/reseller-volumes";

/** A reseller with their wallet and their recent volume, in minor units. */
export interface ResellerRow extends ResellerAccount, ResellerVolume {
  wallet: bigint;
  held: bigint;
}

/** All resellers, newest first. Reads wallets and volumes only for the rows of the page. Admins only. */
export const resellerList = defineList({
  allow: requireAdmin,
  filter: resellerFilter,
  pageSize: 50,
  read: async (ctx, filter, slice) => {
    const page = await readResellers(ctx, filter, slice);
    return { ...page, rows: await addResellerMoney(ctx, page.rows) };
  },
  file: {
    name: "resellers",
    columns: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      email: ({ email }) => email,
      level: ({ level }) => level,
      state: ({ state }) => state,
      balance: ({ wallet }) => formatDecimal(wallet),
      held: ({ held }) => formatDecimal(held),
      today: ({ today }) => formatDecimal(today),
      "30 days": ({ month }) => formatDecimal(month),
      "daily limit": ({ dailyLimit }) => (dailyLimit === null ? null : formatDecimal(dailyLimit)),
      "low-wallet threshold": ({ adminLowBalanceThreshold }) =>
        adminLowBalanceThreshold === null ? null : formatDecimal(adminLowBalanceThreshold),
      "last seen": ({ seenAt }) => seenAt,
      since: ({ createdAt }) => createdAt,
    },
  },
});

/** Adds wallets and volumes to resellers. Admins only. */
export async function addResellerMoney(
  ctx: Ctx,
  accounts: readonly ResellerAccount[],
): Promise<ResellerRow[]> {
  requireAdmin(ctx);
  const ids = accounts.map(({ id }) => id);
  const [wallets, bought] = await Promise.all([getWallets(ctx, ids), getResellerVolumes(ctx, ids)]);
  return accounts.map((reseller) => ({
    ...reseller,
    ...(wallets.get(reseller.id) ?? { wallet: 0n, held: 0n }),
    ...(bought.get(reseller.id) ?? { today: 0n, month: 0n }),
  }));
}
