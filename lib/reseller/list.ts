import { type ResellerAccount, readResellers, resellerFilter } from "#lib/account/reseller/list";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { defineList } from "#lib/core/list";
import { decimalText } from "#lib/core/money";
import { getWallets } from "#lib/ledger/wallet";
import { type Volume, volumes } from "#lib/purchase/report/volumes";

/** A reseller with their money and what they bought lately, in minor units. */
export interface ResellerLine extends ResellerAccount, Volume {
  wallet: bigint;
  held: bigint;
}

/** All resellers, newest first; money and volumes are read for the rows of the page alone. Admins only. */
export const resellerList = defineList({
  allow: requireAdmin,
  filter: resellerFilter,
  pageSize: 50,
  read: async (ctx, filter, slice) => {
    const page = await readResellers(ctx, filter, slice);
    return { ...page, rows: await withMoney(ctx, page.rows) };
  },
  file: {
    name: "resellers",
    columns: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      "e-mail": ({ email }) => email,
      level: ({ level }) => level,
      state: ({ state }) => state,
      balance: ({ wallet }) => decimalText(wallet),
      held: ({ held }) => decimalText(held),
      today: ({ today }) => decimalText(today),
      "30 days": ({ month }) => decimalText(month),
      "daily limit": ({ dailyLimit }) => (dailyLimit === null ? null : decimalText(dailyLimit)),
      "told below": ({ deskLowBelow }) => (deskLowBelow === null ? null : decimalText(deskLowBelow)),
      "last seen": ({ seenAt }) => seenAt,
      since: ({ createdAt }) => createdAt,
    },
  },
});

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
