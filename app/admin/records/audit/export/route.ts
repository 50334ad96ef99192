import { auditList } from "#lib/audit/audit-list";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(auditList, { audience: "admin" });
