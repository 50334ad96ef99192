import { notFound } from "#lib/core/error";
import { getWallet } from "#lib/ledger/wallet";
import { walletStatement } from "#lib/purchase/statement";
import { exportRoute } from "#lib/web/export-route";

/** A reseller's statement as CSV, with the filters of the page. */
export const GET = exportRoute<{ id: string }>(
  async (ctx, { id }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound("reseller");
    const resellerId = Number(id);
    await getWallet(ctx, { resellerId });
    return walletStatement(resellerId);
  },
  { who: "admin" },
);
