import { defineExportRoute } from "#lib/request/export-route";
import { resellerList } from "#lib/reseller/reseller-list";

export const GET = defineExportRoute(resellerList, { audience: "admin" });
