import { messageList } from "#lib/message/message-list";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(messageList, { audience: "admin" });
