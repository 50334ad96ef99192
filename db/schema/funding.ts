import { sql } from "drizzle-orm";
import { check, customType, index, pgTable, text, unique } from "drizzle-orm/pg-core";
import { choice, identity, instant, isOneOf, minor, reference, referenceTo } from "./columns.ts";
import { journals } from "./ledger.ts";
import { wallets } from "./wallet.ts";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A reseller's request to credit their wallet for a bank transfer. */
export const fundingRequests = pgTable(
  "funding_requests",
  {
    id: identity(),
    resellerId: referenceTo("reseller_id", () => wallets.resellerId),
    /** Comes with the form, so that a double tap is one request. */
    ref: text("ref").notNull(),
    amount: minor("amount").notNull(),
    /** The bank's reference of the payment. */
    bankReference: text("bank_reference").notNull(),
    state: choice("state", ["pending", "approved", "rejected"]).default("pending"),
    /** The reason of a rejection, for the reseller. */
    reason: text("reason"),
    /** The journal that credited it. */
    journalId: reference("journal_id")
      .references(() => journals.id)
      .unique("funding_requests_journal"),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    decidedAt: instant("decided_at"),
    decidedBy: text("decided_by"),
  },
  (t) => [
    unique("funding_requests_ref").on(t.resellerId, t.ref),
    index("funding_requests_reseller").on(t.resellerId, t.id),
    index("funding_requests_pending").on(t.id).where(sql`${t.state} = 'pending'`),
    index("funding_requests_bank").on(sql`lower(${t.bankReference})`),
    isOneOf("funding_requests_state", t.state),
    check("funding_requests_amount", sql`${t.amount} > 0`),
    check("funding_requests_decided", sql`(${t.state} = 'pending') = (${t.decidedAt} is null)`),
    check("funding_requests_credited", sql`(${t.state} = 'approved') = (${t.journalId} is not null)`),
  ],
);

/** The image of a payment, as WebP. */
export const fundingImages = pgTable("funding_images", {
  requestId: reference("request_id")
    .primaryKey()
    .references(() => fundingRequests.id),
  bytes: bytes("bytes").notNull(),
});
