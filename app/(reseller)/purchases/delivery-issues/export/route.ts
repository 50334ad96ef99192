import { ownDeliveryIssueList } from "#lib/issue/delivery-issue-list";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(ownDeliveryIssueList, { audience: "reseller" });
