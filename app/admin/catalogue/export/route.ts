import { planList } from "#lib/catalogue/plan-list";
import { defineExportRoute } from "#lib/web/export-route";

/** The plans with cost, prices and margins as CSV, with the filters of the list. */
export const GET = defineExportRoute(planList, { who: "admin" });
