import { upgradeList } from "#lib/upgrade/upgrade-list";
import { defineExportRoute } from "#lib/web/export-route";

export const GET = defineExportRoute(upgradeList, { audience: "admin" });
