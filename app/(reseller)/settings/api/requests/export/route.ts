import { ownRequestList } from "#lib/api/request-log/request-list";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(ownRequestList, { audience: "reseller" });
