import { dueList } from "#lib/regular/due-list";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(dueList, { audience: "seller" });
