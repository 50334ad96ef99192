import { ownCaseList } from "#lib/purchase/case/case-list";
import { exportRoute } from "#lib/web/export-route";

/** The reseller's cases as CSV. */
export const GET = exportRoute(ownCaseList, { who: "reseller" });
