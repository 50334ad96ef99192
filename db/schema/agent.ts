import { sql } from "drizzle-orm";
import { check, index, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { resellers, signUps } from "./account.ts";
import { choice, identity, instant, isOneOf, minor, reference, referenceTo } from "./columns.ts";
import { journals } from "./ledger.ts";
import { wallets } from "./wallet.ts";

/**
 * Pairs of a reseller, the parent, and an agent: a reseller who buys at the parent's price for agents. While one
 * is active, `resellers.parent_id` names the parent (`check_agents`). Ended ones stay.
 */
export const agents = pgTable(
  "agents",
  {
    id: identity(),
    parentId: referenceTo("parent_id", () => resellers.id),
    /** Null before the operator approved the agent's account. */
    agentId: reference("agent_id").references(() => resellers.id),
    /** `applied`: signed up by the link, and waits for the operator. */
    state: choice("state", ["invited", "applied", "active", "ended"]).default("invited"),
    /** As the parent wrote them in the invitation. */
    name: text("name").notNull(),
    phone: text("phone").notNull(),
    /** SHA-256 of the secret in the link. */
    hash: text("hash").notNull().unique("agents_hash"),
    invitedAt: instant("invited_at").notNull().defaultNow(),
    /** Until then the link can be used. */
    expiresAt: instant("expires_at").notNull(),
    signUpId: reference("sign_up_id")
      .references(() => signUps.id)
      .unique("agents_sign_up"),
    startedAt: instant("started_at"),
    /** When the parent's price ends, where that is planned: the agent is notified before. */
    endsAt: instant("ends_at"),
    endedAt: instant("ended_at"),
    endedBy: text("ended_by"),
    /** The reason of the end, also of a planned one, which both read. */
    reason: text("reason"),
  },
  (t) => [
    index("agents_parent").on(t.parentId, t.id),
    index("agents_agent").on(t.agentId, t.id),
    uniqueIndex("agents_active_one").on(t.agentId).where(sql`${t.state} = 'active'`),
    index("agents_ending").on(t.endsAt).where(sql`${t.state} = 'active' and ${t.endsAt} is not null`),
    isOneOf("agents_state", t.state),
    check("agents_two_resellers", sql`${t.parentId} <> ${t.agentId}`),
    check("agents_applied", sql`${t.state} <> 'applied' or ${t.signUpId} is not null`),
    check(
      "agents_started",
      sql`(${t.startedAt} is null) = (${t.agentId} is null)
        and (${t.state} <> 'active' or ${t.startedAt} is not null)
        and (${t.state} not in ('invited', 'applied') or ${t.startedAt} is null)`,
    ),
    check(
      "agents_ended",
      sql`(${t.state} = 'ended') = (${t.endedAt} is not null) and (${t.endedAt} is null) = (${t.endedBy} is null)
        and (${t.reason} is not null) = (${t.endedAt} is not null or ${t.endsAt} is not null)`,
    ),
  ],
);

/**
 * Money between a parent and an agent: sent by the parent at once, or requested back by the parent and sent by
 * the agent, who may decline.
 */
export const agentTransfers = pgTable(
  "agent_transfers",
  {
    id: identity(),
    pairId: referenceTo("pair_id", () => agents.id),
    fromId: referenceTo("from_id", () => wallets.resellerId),
    toId: referenceTo("to_id", () => wallets.resellerId),
    amount: minor("amount").notNull(),
    /** Comes with the form of who made it, so that a double tap is one. */
    ref: text("ref").notNull(),
    madeBy: referenceTo("made_by", () => wallets.resellerId),
    state: choice("state", ["requested", "sent", "declined", "withdrawn"]),
    /** For the other, in a few words. */
    note: text("note"),
    madeAt: instant("made_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
    /** The journals that took it from one wallet, and brought it to the other. */
    sendJournalId: reference("send_journal_id")
      .references(() => journals.id)
      .unique("agent_transfers_send_journal"),
    receiveJournalId: reference("receive_journal_id")
      .references(() => journals.id)
      .unique("agent_transfers_receive_journal"),
  },
  (t) => [
    unique("agent_transfers_ref").on(t.madeBy, t.ref),
    index("agent_transfers_pair").on(t.pairId, t.id),
    isOneOf("agent_transfers_state", t.state),
    check("agent_transfers_amount", sql`${t.amount} > 0`),
    check(
      "agent_transfers_two_resellers",
      sql`${t.fromId} <> ${t.toId} and ${t.madeBy} in (${t.fromId}, ${t.toId})`,
    ),
    check("agent_transfers_requested", sql`${t.state} = 'sent' or ${t.madeBy} = ${t.toId}`),
    check("agent_transfers_ended", sql`(${t.state} = 'requested') = (${t.endedAt} is null)`),
    check(
      "agent_transfers_moved",
      sql`(${t.state} = 'sent') = (${t.sendJournalId} is not null)
        and (${t.sendJournalId} is null) = (${t.receiveJournalId} is null)`,
    ),
  ],
);
