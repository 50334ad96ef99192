import type { purchases } from "#db/schema/purchase";
import type { HistoryView } from "#lib/audit/history";
import type { Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money";

export type { Page } from "#lib/core/page";

/** What a purchase's ref names: the buyer's own choice, or what the portal bought it for. */
export type Namespace = (typeof purchases.$inferSelect)["namespace"];

export type PurchaseState = (typeof purchases.$inferSelect)["state"];

/** A purchase as its buyer sees it. Money in minor units. */
export interface PurchaseView {
  /** The transaction's number in the served interface (section 2.6); people know it by its ident. */
  id: number;
  ident: string;
  ref: string;
  namespace: Namespace;
  channel: (typeof purchases.$inferSelect)["channel"];
  networkId: number;
  networkName: string;
  planId: number;
  typeName: string;
  size: string;
  volume: string;
  validity: string;
  /** The recipient, grouped for reading: "0803 123 4567". */
  phone: string;
  /** The recipient in E.164, for links and "buy again". */
  phoneE164: string;
  price: Minor;
  walletBefore: Minor;
  walletAfter: Minor;
  state: PurchaseState;
  /** A failed purchase that was never sent: cancelled by its buyer or at its deadline. */
  cancelled: boolean;
  placedAt: Date;
  deadlineAt: Date;
  settledAt: Date | null;
  /** Words about how it ended, from the network or whoever settled or reversed it; null while open. */
  outcome: string | null;
}

/** One step of a purchase's history, oldest first. `text` is plain words for its reader. */
export interface TimelineStep {
  at: Date;
  kind: "placed" | "sent" | "returned" | "unconfirmed" | "settled" | "reversed" | "case";
  text: string;
}

/** A purchase in full for its buyer. */
export interface PurchaseDetail extends PurchaseView {
  /** What the customer paid, as far as the reseller said so. */
  retail: Minor | null;
  /** The list that it was bought by, where it was one of many. */
  runId: number | null;
  /** What the network calls it; null while nobody told. */
  networkRef: string | null;
  timeline: TimelineStep[];
  /** For a queued purchase: its place in the line, when it should be sent, and whether sending is paused. */
  queue: { position: number; expectedAt: Date; paused: boolean } | null;
  /** For one that is not confirmed: by when it is decided at the latest. */
  decisionDeadline: Date | null;
  /** That time is past, and it is still not decided. */
  overdue: boolean;
}

/** A purchase as an admin sees it in a list. */
export interface AdminPurchaseView extends PurchaseView {
  reseller: { id: number; name: string; email: string };
  level: Level;
  cost: Minor;
  margin: Minor;
  upstreamId: string | null;
  settledBy: string | null;
}

/** One try to send a purchase, as an admin sees it. */
export interface AttemptView {
  worker: string;
  claimedAt: Date;
  answeredAt: Date | null;
  meaning: string | null;
  note: string | null;
  httpStatus: number | null;
  raw: string | null;
  /** What the upstream calls it, by its own answer. */
  upstreamId: string | null;
  upstreamIdent: string | null;
  amount: Minor | null;
  balanceBefore: Minor | null;
  balanceAfter: Minor | null;
  discrepancy: string | null;
}

/** A purchase in full for an admin: with raw answers and the audit trail. */
export interface AdminPurchaseDetail extends AdminPurchaseView {
  timeline: TimelineStep[];
  attempts: AttemptView[];
  audit: HistoryView[];
  /** Who or what settled it, as people say it. */
  settledByName: string | null;
}
