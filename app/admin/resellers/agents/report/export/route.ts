import { agentReport } from "#lib/agent/agent-report";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(agentReport, { audience: "admin" });
