import { formatMoney } from "#lib/core/money";
import { exactTime } from "#lib/core/time";
import type { Need } from "./home.ts";

export interface NeedWords {
  /** What it is, in one line. */
  title: string;
  /** What it means, in parts: instants are shown as their reader's way of telling has it. */
  note: readonly (string | Date)[];
  /** The page where it is done. */
  path: string;
}

const many = (count: number, one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`);

/** The note as plain text, for where no page is. */
export const plainNote = ({ note }: NeedWords): string =>
  note.map((part) => (part instanceof Date ? exactTime(part) : part)).join("");

/** What needs a hand, for whoever has to lend it. */
export function needWords(need: Need): NeedWords {
  switch (need.kind) {
    case "stopped":
      return {
        title: "Sending is stopped",
        note: need.probeAt
          ? [`${need.reason ?? ""} One purchase is tried `, need.probeAt, "."]
          : [need.reason ?? ""],
        path: "/admin/system",
      };
    case "on_hold":
      return {
        title: "Work is on hold after a restore",
        note: [`${many(need.count, "purchase", "purchases")} to check and release.`],
        path: "/admin/unconfirmed",
      };
    case "books":
      return {
        title: "The books do not agree",
        note: ["Found when the day was closed. Stop sending until you know why."],
        path: `/admin/closes/${need.day}`,
      };
    case "stale":
      return {
        title: "The catalogue is too old, so nothing is sold",
        note: need.since
          ? ["From ", need.since, `. ${need.failure ?? ""}`]
          : [need.failure ?? "No list came yet."],
        path: "/admin/system",
      };
    case "low_balance":
      return {
        title: `The balance at the upstream is low: ${formatMoney(need.amount)}`,
        note: need.emptyAt
          ? ["At today’s pace it is empty ", need.emptyAt, "."]
          : ["Top it up before purchases are refused."],
        path: "/admin/unconfirmed",
      };
    case "funding":
      return {
        title: many(need.count, "reseller asks for money to be added", "requests for money to be added"),
        note: ["They paid, and wait for it in their wallet."],
        path: "/admin/wallets",
      };
    case "suspense":
      return {
        title: many(need.count, "payment waits in suspense", "payments wait in suspense"),
        note: ["A provider confirmed money that is not what was asked for. Assign it, or send it back."],
        path: "/admin/wallets/suspense",
      };
    case "disputes":
      return {
        title: many(need.count, "open dispute", "open disputes"),
        note: need.dueAt
          ? ["Give evidence to the provider before ", need.dueAt, ", or it refunds the payer."]
          : ["Give evidence to the provider, or it refunds the payer."],
        path: "/admin/wallets/charge-backs?state=open",
      };
    case "settlement":
      if (need.count === 0 && need.failing)
        return {
          title: `Settlements of ${need.failing.provider} are not compared`,
          note: [
            `Its last answer could not be used: ${need.failing.failure}. Differences stay unseen until it can.`,
          ],
          path: "/admin/wallets/settlements",
        };
      return {
        title: many(need.count, "settlement does not agree", "things in settlements do not agree"),
        note: ["What a provider paid out is not what the books have."],
        path: "/admin/wallets/settlements",
      };
    case "second_admin":
      return {
        title: many(need.count, "proposal waits", "proposals wait"),
        note: ["One admin proposed it. Another has to confirm it or turn it down."],
        path: "/admin/wallets/waiting",
      };
    case "overdue":
      return {
        title: many(need.count, "purchase is overdue", "purchases are overdue"),
        note: ["Their buyers were promised an outcome within a day. Ask the upstream, and decide."],
        path: "/admin/unconfirmed?state=overdue",
      };
    case "cases":
      return {
        title: many(need.count, "purchase was not received", "purchases were not received"),
        note: ["Their resellers say so, and were promised an answer."],
        path: need.overdue > 0 ? "/admin/cases?state=overdue" : "/admin/cases",
      };
    case "unconfirmed":
      return {
        title: many(need.count, "purchase is not confirmed", "purchases are not confirmed"),
        note: ["The oldest since ", need.oldestAt, "."],
        path: "/admin/unconfirmed",
      };
    case "low_wallets":
      return {
        title: many(need.count, "reseller’s wallet is low", "resellers’ wallets are low"),
        note: ["Below what you set for them. Ask whether they want to pay something in."],
        path: "/admin/resellers?watch=low",
      };
    case "discrepancies":
      return {
        title: many(need.count, "thing does not fit", "things do not fit"),
        note: ["What the upstream answered, or its balance, contradicts the records."],
        path: "/admin/unconfirmed/discrepancies",
      };
    case "below_cost":
      return {
        title: many(need.count, "plan is below its cost", "plans are below their cost"),
        note: ["It is not sold at that price. Raise its price rule."],
        path: "/admin/catalogue?state=below_cost",
      };
    case "off":
      return {
        title: "Everything is switched off",
        note: [`Buyers read: “${need.message}”`],
        path: "/admin/catalogue/switches",
      };
    case "mail":
      return {
        title: need.waitingSince
          ? "Mail does not go out"
          : many(need.givenUp, "mail could not be delivered", "mails could not be delivered"),
        note: [need.problem],
        path: "/admin/settings/notices",
      };
    case "alerts":
      return {
        title: many(need.count, "receiver gets no alerts", "receivers get no alerts"),
        note: [need.problem],
        path: "/admin/settings/alerts",
      };
    case "failed_jobs":
      return {
        title: many(need.count, "kind of background work is stuck", "kinds of background work are stuck"),
        note: [need.what],
        path: "/admin/system/jobs",
      };
    case "worker":
      return {
        title: "No worker is running",
        note: ["Purchases wait, with their money held, until a process with the worker role starts."],
        path: "/admin/system",
      };
    case "backup":
    case "restore_test":
    case "check":
      return { ...maintenanceWords(need), path: "/admin/system" };
    case "chain":
      return {
        title: "Balance chain is not advancing",
        note: [
          "It stopped at ",
          need.at,
          ". Missing money is not noticed, and unconfirmed purchases stay open.",
        ],
        path: "/admin/unconfirmed",
      };
  }
}

type Maintenance = Extract<Need, { kind: "backup" | "restore_test" | "check" }>;

const MAINTENANCE = {
  backup: {
    name: "backup",
    late: "No backup for more than a day",
    todo: "Run portal backup and schedule it.",
  },
  restore_test: {
    name: "restore test",
    late: "No restore test for five weeks",
    todo: "Run portal restore --rehearse --from latest.",
  },
  check: {
    name: "ledger check",
    late: "No ledger check for two days",
    todo: "Check that a worker is running.",
  },
};

function maintenanceWords(need: Maintenance): Pick<NeedWords, "title" | "note"> {
  const { name, late, todo } = MAINTENANCE[need.kind];
  if (need.failed) return { title: `Last ${name} failed`, note: ["At ", need.at, `. ${need.said}`] };
  if (need.at) return { title: late, note: ["Last one: ", need.at, `. ${todo}`] };
  return { title: `No ${name} yet`, note: [todo] };
}
