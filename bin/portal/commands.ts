import { addAdminCommand } from "./admin-add.ts";
import { closeAdminCommand } from "./admin-close.ts";
import { listAdminsCommand } from "./admin-list.ts";
import { setAdminRoleCommand } from "./admin-role.ts";
import { alertCommand } from "./alert.ts";
import { backupCommand } from "./backup.ts";
import { syncCatalogueCommand } from "./catalogue-sync.ts";
import { checkCommand } from "./check.ts";
import type { Command } from "./command.ts";
import { resetPasswordCommand } from "./password-reset.ts";
import { erasePersonalDataCommand } from "./personal-erase.ts";
import { exportPersonalDataCommand } from "./personal-export.ts";
import { createReportingRoleCommand, removeReportingRoleCommand } from "./reporting.ts";
import { addResellerCommand } from "./reseller-add.ts";
import { restoreCommand } from "./restore.ts";
import { listSecretsCommand, resealSecretsCommand } from "./secrets.ts";
import { exportSupportCommand } from "./support.ts";
import { createTokenCommand } from "./token-issue.ts";
import { resetTwoFactorCommand } from "./two-factor-reset.ts";
import { creditWalletCommand } from "./wallet-credit.ts";

/** Every verb by its name, in the order of the help. */
export const COMMANDS = new Map<string, Command>([
  ["admin list", listAdminsCommand],
  ["admin add", addAdminCommand],
  ["admin role", setAdminRoleCommand],
  ["admin close", closeAdminCommand],
  ["reseller add", addResellerCommand],
  ["password reset", resetPasswordCommand],
  ["two-factor reset", resetTwoFactorCommand],
  ["wallet credit", creditWalletCommand],
  ["token issue", createTokenCommand],
  ["personal export", exportPersonalDataCommand],
  ["personal erase", erasePersonalDataCommand],
  ["catalogue sync", syncCatalogueCommand],
  ["reporting open", createReportingRoleCommand],
  ["reporting close", removeReportingRoleCommand],
  ["alert", alertCommand],
  ["secrets list", listSecretsCommand],
  ["secrets reseal", resealSecretsCommand],
  ["support", exportSupportCommand],
  ["check", checkCommand],
  ["backup", backupCommand],
  ["restore", restoreCommand],
]);
