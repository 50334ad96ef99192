import { referralList } from "#lib/referral/referral-list";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(referralList, { audience: "admin" });
