import { unconfirmedList } from "#lib/reconcile/admin/unconfirmed-list";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(unconfirmedList, { audience: "admin" });
