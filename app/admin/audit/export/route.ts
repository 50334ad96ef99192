import { auditList } from "#lib/audit/audit-list";
import { defineExportRoute } from "#lib/web/export-route";

/** The audit records as CSV, with the filters of the list. */
export const GET = defineExportRoute(auditList, { who: "admin" });
