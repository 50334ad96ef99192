import { fundingList } from "#lib/funding/list";
import { exportRoute } from "#lib/web/export-route";

/** The payments that resellers said they made as CSV, with the filters of the list. */
export const GET = exportRoute(fundingList, { who: "admin" });
