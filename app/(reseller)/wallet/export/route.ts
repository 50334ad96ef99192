import { defineExportRoute } from "#lib/request/export-route";
import { walletStatement } from "#lib/sales/wallet-statement";

export const GET = defineExportRoute(walletStatement(), { audience: "reseller" });
