import { findExport } from "#app/admin/lists.ts";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(findExport("/admin/wallets/money-in"), { audience: "admin" });
