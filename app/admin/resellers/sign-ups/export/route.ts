import { signUpList } from "#lib/account/sign-up/list";
import { exportRoute } from "#lib/web/export-route";

/** Who asked for an account as CSV, with the filters of the list. */
export const GET = exportRoute(signUpList, { who: "admin" });
