import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { identity, instant, reference } from "./columns.ts";

/** E-mails to send. The row is also the queue. */
export const mails = pgTable(
  "mails",
  {
    id: identity(),
    /** The same at each try, so that a receiver can tell a repetition. */
    messageId: text("message_id").notNull().unique("mails_message_id"),
    /** What it is about: "notice", "report", "safety", "summary", "password", "alert". */
    kind: text("kind").notNull(),
    /** Whose it is; null when it goes to nobody with an account. */
    accountId: reference("account_id"),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    /** Text, HTML and where to end such mails, sealed, because some carry secrets; forgotten when it is done. */
    sealed: text("sealed"),
    state: text("state", { enum: ["waiting", "sent", "failed"] })
      .notNull()
      .default("waiting"),
    tries: integer("tries").notNull().default(0),
    /** Why the last try did not work, in a few words. */
    problem: text("problem"),
    createdAt: instant("created_at").notNull().defaultNow(),
    nextAt: instant("next_at").notNull().defaultNow(),
    /** After then it is not tried any more. */
    giveUpAt: instant("give_up_at").notNull(),
    /** A process sends it until then, unless it died. One is sent to a recipient at a time. */
    claimedUntil: instant("claimed_until"),
    doneAt: instant("done_at"),
  },
  (t) => [
    index("mails_waiting").on(t.nextAt, t.id).where(sql`${t.state} = 'waiting'`),
    index("mails_claimed").on(t.recipient).where(sql`${t.claimedUntil} is not null`),
    index("mails_account").on(t.accountId, t.id),
    index("mails_done").on(t.doneAt).where(sql`${t.doneAt} is not null`),
    check("mails_state", sql`${t.state} in ('waiting', 'sent', 'failed')`),
    check("mails_done_once", sql`(${t.state} = 'waiting') = (${t.doneAt} is null)`),
    check("mails_forgotten", sql`${t.state} = 'waiting' or ${t.sealed} is null`),
  ],
);
