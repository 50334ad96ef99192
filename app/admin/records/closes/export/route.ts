import { defineExportRoute } from "#lib/request/export-route";
import { dailyCloseList } from "#lib/sales/daily-close-list";

export const GET = defineExportRoute(dailyCloseList, { audience: "admin" });
