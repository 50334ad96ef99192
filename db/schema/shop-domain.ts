import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { choice, instant, isOneOf, reference } from "./columns.ts";
import { shops } from "./shop.ts";

/** A host name of a shop's own, one each. Any shop may claim one; only one shop can have proven it. */
export const shopDomains = pgTable(
  "shop_domains",
  {
    shopId: reference("shop_id")
      .primaryKey()
      .references(() => shops.id),
    /** In ASCII: "xn--…" for other letters. */
    domain: text("domain").notNull(),
    /** The TXT record contains it. */
    token: text("token").notNull(),
    /** `verified` may get a certificate; `lost` was verified and is served while requests for it come. */
    state: choice("state", ["pending", "verified", "lost"]).default("pending"),
    /** The result of the last check, where it isn't in order. */
    problem: text("problem", {
      enum: [
        ...(["proof", "address", "cdn", "taken", "no_response", "off"] as const),
        ...(["caa", "certificate", "no_answer", "other_server"] as const),
      ],
    }),
    /** Completes the problem’s text, such as the CAA record that was found. */
    detail: text("detail"),
    /** The portal's addresses at the last check, for an A record. */
    addresses: text("addresses").array().notNull().default(sql`'{}'`),
    createdAt: instant("created_at").notNull().defaultNow(),
    verifiedAt: instant("verified_at"),
    /** Since when the portal responds at it by HTTPS. While it is verified and this is set, links use it. */
    openedAt: instant("opened_at"),
    /** Since when the checks of a verified domain fail. */
    failingSince: instant("failing_since"),
    checkedAt: instant("checked_at"),
    /** The time of the next check. */
    dueAt: instant("due_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("shop_domains_verified").on(t.domain).where(sql`${t.state} = 'verified'`),
    index("shop_domains_domain").on(t.domain),
    index("shop_domains_due").on(t.dueAt),
    isOneOf("shop_domains_state", t.state),
    isOneOf("shop_domains_problem", t.problem),
    check("shop_domains_form", sql`${t.domain} ~ '^([a-z0-9]([a-z0-9-]*[a-z0-9])?[.])+[a-z0-9-]*[a-z0-9]$'`),
    check("shop_domains_length", sql`length(${t.domain}) <= 240`),
    check("shop_domains_proven", sql`(${t.state} = 'pending') = (${t.verifiedAt} is null)`),
  ],
);
