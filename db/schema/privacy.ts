import { sql } from "drizzle-orm";
import { check, integer, pgTable, text } from "drizzle-orm/pg-core";

/** The operator's part of the privacy notice: one row. */
export const privacyNotice = pgTable(
  "privacy_notice",
  {
    id: integer("id").primaryKey().default(1),
    /** The registered name and address of the operator's company, and whom to ask about personal data. */
    text: text("text").notNull().default(""),
    /** Increases with each change, so that a form names the version it was made from. */
    version: integer("version").notNull().default(1),
  },
  (t) => [
    check("privacy_notice_single", sql`${t.id} = 1`),
    check("privacy_notice_length", sql`length(${t.text}) <= 2000`),
  ],
);
