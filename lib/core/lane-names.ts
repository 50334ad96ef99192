/** Every lane of background work, and what operators read of it. */
export const LANES = {
  scheduler: "Scheduled runs",
  catalogue: "Catalogue sync",
  reconcile: "Reconciliation",
  report_days: "Daily figures",
  daily_closes: "Daily closes",
  alert_checks: "Alert checks",
  alerts: "Alert delivery",
  notices: "Notifications",
  price_notices: "Price notifications",
  schedule_notices: "Schedule notifications",
  reports: "Reports by email",
  mail: "Email delivery",
  pushes: "Push delivery",
  webhooks: "Webhook delivery",
  resets: "Password resets",
  batches: "Batches",
  schedules: "Schedules",
  orders: "Orders paid online",
  order_expiry: "Order expiry",
  payments_paystack: "Payments: Paystack",
  payments_monnify: "Payments: Monnify",
  payments_flutterwave: "Payments: Flutterwave",
  payments_own: "Payments: resellers’ own providers",
  accounts_paystack: "Dedicated accounts: Paystack",
  accounts_monnify: "Dedicated accounts: Monnify",
  accounts_flutterwave: "Dedicated accounts: Flutterwave",
  settlements_paystack: "Settlements: Paystack",
  settlements_monnify: "Settlements: Monnify",
  settlements_flutterwave: "Settlements: Flutterwave",
  old_proposals: "Expiry of approval requests",
  old_mail: "Expiry of emails",
  old_keys: "Removal of provider keys",
  old_payment_texts: "Erasure of payment texts",
  old_delivery_issues: "Erasure of delivery issues",
  retention: "Data retention",
} as const;

export type LaneName = keyof typeof LANES;

/** What operators read of a lane; a lane of another version has only its name. */
export const laneLabel = (name: string): string =>
  Object.hasOwn(LANES, name) ? LANES[name as LaneName] : name;
