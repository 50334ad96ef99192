import { caseList } from "#lib/purchase/case/case-list";
import { exportRoute } from "#lib/web/export-route";

/** All cases as CSV, with the filters of the list. */
export const GET = exportRoute(caseList, { who: "admin" });
