import { pgTable, text, unique } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { identity, instant, minor, planSnapshot, reference } from "./columns.ts";

/** Purchases of test tokens: never charged, never sent, never among `purchases`. */
export const testPurchases = pgTable(
  "test_purchases",
  {
    id: identity(),
    ident: text("ident").notNull().unique("test_purchases_ident"),
    resellerId: reference("reseller_id")
      .notNull()
      .references(() => accounts.id),
    ref: text("ref").notNull(),
    ...planSnapshot(),
    phone: text("phone").notNull(),
    price: minor("price").notNull(),
    walletBefore: minor("wallet_before").notNull(),
    walletAfter: minor("wallet_after").notNull(),
    /** The result, and when it shows; before that the purchase is pending. Null never ends. */
    ending: text("ending", { enum: ["successful", "failed"] }).notNull(),
    endsAt: instant("ends_at"),
    placedAt: instant("placed_at").notNull().defaultNow(),
  },
  (t) => [unique("test_purchases_ref").on(t.resellerId, t.ref)],
);
