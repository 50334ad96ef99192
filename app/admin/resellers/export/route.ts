import { resellerList } from "#lib/access/reseller-list";
import { defineExportRoute } from "#lib/web/export-route";

/** All resellers as CSV, with the filters of the list. */
export const GET = defineExportRoute(resellerList, { who: "admin" });
