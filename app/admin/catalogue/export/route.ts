import { planList } from "#lib/catalogue/plan-list";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(planList, { audience: "admin" });
