import { defineExportRoute } from "#lib/request/export-route";
import { upgradeList } from "#lib/upgrade/upgrade-list";

export const GET = defineExportRoute(upgradeList, { audience: "admin" });
