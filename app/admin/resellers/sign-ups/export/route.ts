import { signUpList } from "#lib/account/sign-up/sign-up-list";
import { defineExportRoute } from "#lib/web/export-route";

/** Sign-up requests as CSV, with the filters of the list. */
export const GET = defineExportRoute(signUpList, { who: "admin" });
