import { walletStatement } from "#lib/purchase/wallet-statement";
import { defineExportRoute } from "#lib/web/export-route";

/** Exports the reseller's statement as CSV, with the page's filters. */
export const GET = defineExportRoute(walletStatement(), { who: "reseller" });
