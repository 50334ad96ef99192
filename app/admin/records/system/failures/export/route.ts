import { modules } from "#lib/modules";
import { createFailureList } from "#lib/monitoring/lane-failures";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(createFailureList(modules), { audience: "admin" });
