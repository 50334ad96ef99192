import type { Minor } from "#lib/core/money/money";

export interface LinkView {
  ident: string;
  at: Date;
  before: Minor;
  after: Minor;
}

/** The suggested outcome and why; null when nothing can be known yet. */
export interface Suggestion {
  outcome: "successful" | "failed" | null;
  words: string;
}

/** A purchase that waits for a decision, with its evidence. Money in minor units. */
export interface UnconfirmedView {
  ident: string;
  reseller: { id: number; name: string };
  /** "1 GB SME, 30 Days". */
  label: string;
  networkName: string;
  /** Grouped for reading. */
  phone: string;
  price: Minor;
  cost: Minor;
  /** Null where there is one supplier only. */
  supplier: string | null;
  /** The database was restored, and any supplier may have executed it. */
  isSupplierUnknown: boolean;
  sentAt: Date;
  answeredAt: Date | null;
  /** A person decides by then at the latest. */
  decisionDeadline: Date;
  overdue: boolean;
  /** "time-out after 60 s". */
  note: string | null;
  httpStatus: number | null;
  raw: string | null;
  /** The last balance before it was sent and the first after. */
  around: { before: LinkView | null; after: LinkView | null };
  suggestion: Suggestion;
  needsSecondAdmin: boolean;
  approvalRequest: ApprovalRequestView | null;
}

/** A pending approval request of one admin. */
export interface ApprovalRequestView {
  id: number;
  outcome: "successful" | "failed";
  reason: string;
  /** The supplier that delivered it, where it was unknown. */
  supplier: string | null;
  by: string;
  /** Whether the acting admin proposed it. */
  own: boolean;
  at: Date;
}
