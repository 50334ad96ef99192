import { walletStatement } from "#lib/purchase/wallet-statement";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(walletStatement(), { audience: "reseller" });
