import { ownDeliveryIssueList } from "#lib/purchase/issue/delivery-issue-list";
import { defineExportRoute } from "#lib/web/export-route";

/** The reseller's cases as CSV. */
export const GET = defineExportRoute(ownDeliveryIssueList, { who: "reseller" });
