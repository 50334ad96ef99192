import type { Need } from "../home.ts";

export type AlertKind = Need["kind"];

interface AlertRule {
  /** What it is, as the settings and the message that it is over say it. */
  label: string;
  /** Money is at stake, or nothing is sold, until somebody comes: it is told in quiet hours too. */
  urgent?: boolean;
}

/** Every kind of need, the most pressing first. */
export const ALERTS: Record<AlertKind, AlertRule> = {
  books: { label: "The books do not agree", urgent: true },
  stopped: { label: "Sending is stopped", urgent: true },
  on_hold: { label: "Work is on hold after a restore" },
  stale: { label: "The catalogue is too old", urgent: true },
  low_balance: { label: "The balance at the upstream is low", urgent: true },
  disputes: { label: "Disputes wait for evidence", urgent: true },
  overdue: { label: "Purchases are overdue" },
  funding: { label: "Resellers ask for money to be added" },
  suspense: { label: "Payments wait in suspense" },
  settlement: { label: "Settlements do not agree" },
  second_admin: { label: "Proposals wait for a second admin" },
  cases: { label: "Purchases were not received" },
  unconfirmed: { label: "Purchases are not confirmed" },
  low_wallets: { label: "Wallets of resellers are low" },
  discrepancies: { label: "Things do not fit" },
  below_cost: { label: "Plans are below their cost" },
  off: { label: "Everything is switched off" },
  mail: { label: "Mail does not go out" },
  alerts: { label: "Alerts do not arrive" },
  failed_jobs: { label: "Background work is stuck" },
  worker: { label: "No worker is running", urgent: true },
  backup: { label: "Backup failed or overdue" },
  restore_test: { label: "Restore test failed or overdue" },
  check: { label: "Ledger check overdue" },
  chain: { label: "Balance chain is not advancing" },
};

export const ALERT_KINDS = Object.keys(ALERTS) as [AlertKind, ...AlertKind[]];

export const URGENT = ALERT_KINDS.filter((kind) => ALERTS[kind].urgent);
