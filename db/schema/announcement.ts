import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { networks } from "./catalogue.ts";
import { choice, identity, instant, isOneOf } from "./columns.ts";

export const ANNOUNCEMENT_KINDS = ["outage", "maintenance", "price", "news"] as const;

/** The operator's announcements to everyone who uses the portal. */
export const announcements = pgTable(
  "announcements",
  {
    id: identity(),
    kind: choice("kind", ANNOUNCEMENT_KINDS),
    /** The network that it is about; null when it is about none, or all. */
    networkId: integer("network_id").references(() => networks.id),
    text: text("text").notNull(),
    madeAt: instant("made_at").notNull().defaultNow(),
    /** Shown until then; null until an admin ends it. */
    endsAt: instant("ends_at"),
  },
  (t) => [
    index("announcements_ends").on(t.endsAt),
    isOneOf("announcements_kind", t.kind),
    check("announcements_ends_later", sql`${t.endsAt} >= ${t.madeAt}`),
  ],
);
