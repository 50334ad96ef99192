import { agentList } from "#lib/agent/agent-list";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(agentList, { audience: "admin" });
