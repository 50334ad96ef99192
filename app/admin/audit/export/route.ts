import { auditList } from "#lib/audit/list";
import { exportRoute } from "#lib/web/export-route";

/** The audit records as CSV, with the filters of the list. */
export const GET = exportRoute(auditList, { who: "admin" });
