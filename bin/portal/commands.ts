import { adminAdd } from "./admin-add.ts";
import { adminClose } from "./admin-close.ts";
import { adminList } from "./admin-list.ts";
import { adminRole } from "./admin-role.ts";
import { alert } from "./alert.ts";
import { backup } from "./backup.ts";
import { catalogueSync } from "./catalogue-sync.ts";
import { check } from "./check.ts";
import type { Command } from "./command.ts";
import { passwordReset } from "./password-reset.ts";
import { personalErase } from "./personal-erase.ts";
import { personalExport } from "./personal-export.ts";
import { reportingClose, reportingOpen } from "./reporting.ts";
import { resellerAdd } from "./reseller-add.ts";
import { restore } from "./restore.ts";
import { secretsList, secretsReseal } from "./secrets.ts";
import { support } from "./support.ts";
import { tokenIssue } from "./token-issue.ts";
import { twoFactorReset } from "./two-factor-reset.ts";
import { walletCredit } from "./wallet-credit.ts";

/** Every verb by its name, in the order of the help. */
export const COMMANDS = new Map<string, Command>([
  ["admin list", adminList],
  ["admin add", adminAdd],
  ["admin role", adminRole],
  ["admin close", adminClose],
  ["reseller add", resellerAdd],
  ["password reset", passwordReset],
  ["two-factor reset", twoFactorReset],
  ["wallet credit", walletCredit],
  ["token issue", tokenIssue],
  ["personal export", personalExport],
  ["personal erase", personalErase],
  ["catalogue sync", catalogueSync],
  ["reporting open", reportingOpen],
  ["reporting close", reportingClose],
  ["alert", alert],
  ["secrets list", secretsList],
  ["secrets reseal", secretsReseal],
  ["support", support],
  ["check", check],
  ["backup", backup],
  ["restore", restore],
]);
