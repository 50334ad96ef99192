"use server";

import { changeSecondAdminRules, SecondAdminRulesInput } from "#lib/audit/second-admin-rules";
import { deskAction } from "../../desk-action.ts";
import { changedOrWaits } from "../../second-admin.tsx";

export const saveSecondAdminRules = deskAction(
  changeSecondAdminRules,
  (done) => changedOrWaits(done, "Saved. It holds from now on."),
  "/admin",
  { form: SecondAdminRulesInput },
);
