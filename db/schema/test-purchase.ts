import { integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { identity, instant, minor, reference } from "./columns.ts";

/** What test tokens bought: never charged, never sent, never among `purchases`. */
export const testPurchases = pgTable(
  "test_purchases",
  {
    id: identity(),
    ident: text("ident").notNull().unique("test_purchases_ident"),
    resellerId: reference("reseller_id")
      .notNull()
      .references(() => accounts.id),
    ref: text("ref").notNull(),
    planId: integer("plan_id").notNull(),
    networkId: integer("network_id").notNull(),
    networkName: text("network_name").notNull(),
    typeName: text("type_name").notNull(),
    size: text("size").notNull(),
    volume: text("volume").notNull(),
    validity: text("validity").notNull(),
    phone: text("phone").notNull(),
    price: minor("price").notNull(),
    walletBefore: minor("wallet_before").notNull(),
    walletAfter: minor("wallet_after").notNull(),
    /** How it ends, and when; before that it is pending. Null never ends. */
    ending: text("ending", { enum: ["successful", "failed"] }).notNull(),
    endsAt: instant("ends_at"),
    placedAt: instant("placed_at").notNull().defaultNow(),
  },
  (t) => [unique("test_purchases_ref").on(t.resellerId, t.ref)],
);
