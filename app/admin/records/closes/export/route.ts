import { dailyCloseList } from "#lib/purchase/report/daily-close-list";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(dailyCloseList, { audience: "admin" });
