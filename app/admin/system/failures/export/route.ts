import { modules } from "#lib/modules";
import { createFailureList } from "#lib/report/lane-failures";
import { defineExportRoute } from "#lib/web/export-route";

export const GET = defineExportRoute(createFailureList(modules), { audience: "admin" });
