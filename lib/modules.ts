import {
  listActionItemKinds,
  listNotificationKinds,
  listTables,
  listVariables,
  type Module,
} from "#lib/core/module";
import { accountModule } from "./account/module.ts";
import { agentModule } from "./agent/module.ts";
import { announcementModule } from "./announcement/module.ts";
import { apiModule } from "./api/module.ts";
import { auditModule } from "./audit/module.ts";
import { batchModule } from "./batch/module.ts";
import { catalogueModule } from "./catalogue/module.ts";
import { creditBookModule } from "./credit-book/module.ts";
import { customerModule } from "./customer/module.ts";
import { dispatchModule } from "./dispatch/module.ts";
import { eventModule } from "./event/module.ts";
import { fundingModule } from "./funding/module.ts";
import { helperModule } from "./helper/module.ts";
import { homeModule } from "./home/module.ts";
import { issueModule } from "./issue/module.ts";
import { jobModule } from "./job/module.ts";
import { ledgerModule } from "./ledger/module.ts";
import { mailModule } from "./mail/module.ts";
import { maintenanceModule } from "./maintenance/module.ts";
import { messageModule } from "./message/module.ts";
import { monitoringModule } from "./monitoring/module.ts";
import { notificationModule } from "./notification/module.ts";
import { outageModule } from "./outage/module.ts";
import { paymentModule } from "./payment/module.ts";
import { priceListModule } from "./price-list/module.ts";
import { privacyModule } from "./privacy/module.ts";
import { purchaseModule } from "./purchase/module.ts";
import { reconcileModule } from "./reconcile/module.ts";
import { referralModule } from "./referral/module.ts";
import { regularModule } from "./regular/module.ts";
import { requestModule } from "./request/module.ts";
import { resellerModule } from "./reseller/module.ts";
import { reviewModule } from "./review/module.ts";
import { salesModule } from "./sales/module.ts";
import { savedViewModule } from "./saved-view/module.ts";
import { scheduleModule } from "./schedule/module.ts";
import { shopModule } from "./shop/module.ts";
import { shopDomainModule } from "./shop-domain/module.ts";
import { spreadsheetModule } from "./spreadsheet/module.ts";
import { supplierModule } from "./supplier/module.ts";
import { upgradeModule } from "./upgrade/module.ts";
import { upstreamModule } from "./upstream/module.ts";
import { webhookModule } from "./webhook/module.ts";

/** The features. Without its line here, its folder and its pages, a feature is gone. */
export const modules: readonly Module[] = [
  resellerModule,
  accountModule,
  savedViewModule,
  agentModule,
  announcementModule,
  apiModule,
  auditModule,
  batchModule,
  catalogueModule,
  creditBookModule,
  customerModule,
  dispatchModule,
  eventModule,
  fundingModule,
  helperModule,
  homeModule,
  issueModule,
  jobModule,
  ledgerModule,
  mailModule,
  maintenanceModule,
  messageModule,
  notificationModule,
  outageModule,
  paymentModule,
  priceListModule,
  privacyModule,
  purchaseModule,
  reconcileModule,
  referralModule,
  regularModule,
  monitoringModule,
  reviewModule,
  salesModule,
  scheduleModule,
  shopModule,
  shopDomainModule,
  spreadsheetModule,
  supplierModule,
  upgradeModule,
  upstreamModule,
  requestModule,
  webhookModule,
];

export const TABLES = listTables(modules);
export const VARIABLES = listVariables(modules);
export const NOTIFICATION_KINDS = listNotificationKinds(modules);
export const ACTION_ITEM_KINDS = listActionItemKinds(modules);

/** A map: an address may name any code, also one that every object has. */
const AUDIT_LABELS: ReadonlyMap<string, string> = new Map(
  modules.flatMap(({ audit }) => Object.entries(audit ?? {})),
);

/** Formats an audit code as it follows the name of the actor. */
export const auditActionLabel = (code: string): string =>
  AUDIT_LABELS.get(code) ?? code.replace(/[._]/g, " ");
