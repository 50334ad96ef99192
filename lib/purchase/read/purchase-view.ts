import type { purchases } from "#db/schema/purchase";
import type { AuditHistoryEntry } from "#lib/audit/audit-history";
import type { Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import type { OwnPurchaseView, PurchaseView } from "./purchase-columns.ts";

export type { Page } from "#lib/core/list/page";
export type { PurchaseView } from "./purchase-columns.ts";

/** The origin of a purchase's ref: the buyer, or the portal for an order, a batch or a schedule. */
export type Namespace = (typeof purchases.$inferSelect)["namespace"];

/** The way a purchase came. Each has its place in the fair queue, and a namespace. */
export type PurchaseChannel = (typeof purchases.$inferSelect)["channel"];

export type PurchaseState = (typeof purchases.$inferSelect)["state"];

/** The state of the credit of a purchase's price while it was unconfirmed; null without one. */
export type Advance = (typeof purchases.$inferSelect)["advance"];

/** One step of a purchase's history. `text` is for its reader. */
export interface TimelineStep {
  at: Date;
  kind:
    | "placed"
    | "sent"
    | "returned"
    | "unconfirmed"
    | "settled"
    | "reversed"
    | "delivery_issue"
    | "advance";
  text: string;
}

export interface PurchaseDetail extends OwnPurchaseView {
  batchId: number | null;
  networkRef: string | null;
  /** It failed because the network doesn't sell this plan to this number. */
  isPlanUnsuitable: boolean;
  /** Whether `outcome` quotes the network, as its reason for a failure. */
  isOutcomeQuoted: boolean;
  timeline: TimelineStep[];
  /** For a queued purchase: its position, its expected time of sending, and whether sending is paused. */
  queue: { position: number; expectedAt: Date; paused: boolean } | null;
  /** For an unconfirmed purchase: the latest time at which it is settled. */
  decisionDeadline: Date | null;
  overdue: boolean;
}

/** A purchase as an admin sees it in a list. */
export interface AdminPurchaseView extends PurchaseView {
  reseller: { id: number; name: string; email: string };
  level: Level;
  advance: Advance;
  cost: Minor;
  margin: Minor;
  upstreamId: string | null;
  /** The supplier that it is or was last with; null before it is sent. */
  supplierId: number | null;
  settledBy: string | null;
}

/** One attempt to send a purchase, as an admin sees it. */
export interface AttemptView {
  supplier: string | null;
  /** The reason why this supplier was chosen; null where there was no choice. */
  choice: string | null;
  worker: string;
  claimedAt: Date;
  answeredAt: Date | null;
  result: string | null;
  note: string | null;
  httpStatus: number | null;
  raw: string | null;
  /** The upstream's id of it, from the response. */
  upstreamId: string | null;
  upstreamIdent: string | null;
  amount: Minor | null;
  balanceBefore: Minor | null;
  balanceAfter: Minor | null;
  discrepancy: string | null;
}

/** A purchase in full for an admin: with raw responses and audit records. */
export interface AdminPurchaseDetail extends AdminPurchaseView {
  timeline: TimelineStep[];
  attempts: AttemptView[];
  audit: AuditHistoryEntry[];
  /** The source of the result, as shown to admins. */
  settledByName: string | null;
}
