import { signUpList } from "#lib/account/sign-up/sign-up-list";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(signUpList, { audience: "admin" });
