import { deliveryIssueList } from "#lib/issue/delivery-issue-list";
import { defineExportRoute } from "#lib/request/export-route";

/** Delivery issues as CSV, with the filters of the list (`[ident]` beside it comes before `[list]`). */
export const GET = defineExportRoute(deliveryIssueList, { audience: "admin" });
