import { resellerList } from "#lib/access/reseller-list";
import { defineExportRoute } from "#lib/web/export-route";

export const GET = defineExportRoute(resellerList, { audience: "admin" });
