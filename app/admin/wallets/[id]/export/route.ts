import { notFoundError } from "#lib/core/error";
import { getWallet } from "#lib/ledger/wallet";
import { defineExportRoute } from "#lib/request/export-route";
import { walletStatement } from "#lib/sales/wallet-statement";

export const GET = defineExportRoute<{ id: string }>(
  async (ctx, { id }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFoundError("reseller");
    const resellerId = Number(id);
    await getWallet(ctx, { resellerId });
    return walletStatement(resellerId);
  },
  { audience: "admin" },
);
