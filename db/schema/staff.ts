import { sql } from "drizzle-orm";
import { check, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { identity, instant, reference } from "./columns.ts";

/** What somebody who runs the portal may do. Four are built in and never change; the operator makes others. */
export const staffRoles = pgTable(
  "staff_roles",
  {
    id: identity(),
    builtIn: text("built_in", { enum: ["owner", "finance", "support", "catalogue"] }).unique(
      "staff_roles_built_in_once",
    ),
    name: text("name").notNull(),
    /** Names of `lib/core/permission`. The owner may do everything, whatever stands here. */
    permissions: text("permissions").array().notNull(),
    version: integer("version").notNull().default(1),
    removedAt: instant("removed_at"),
  },
  (t) => [
    uniqueIndex("staff_roles_name").on(sql`lower(${t.name})`).where(sql`${t.removedAt} is null`),
    check("staff_roles_built_in", sql`${t.builtIn} in ('owner', 'finance', 'support', 'catalogue')`),
    check("staff_roles_see", sql`'see' = any(${t.permissions})`),
    /** Whoever gives roles could give any: that is for owners. */
    check(
      "staff_roles_staff",
      sql`${t.builtIn} is not distinct from 'owner' or not 'staff' = any(${t.permissions})`,
    ),
  ],
);

/** The role of each admin. One without a row may do nothing until an owner, or the operator's command, gives them one. */
export const staff = pgTable(
  "staff",
  {
    id: reference("id")
      .primaryKey()
      .references(() => accounts.id),
    roleId: reference("role_id")
      .notNull()
      .references(() => staffRoles.id),
    /** Who gave it; null is the operator's command. */
    givenBy: reference("given_by").references(() => accounts.id),
    givenAt: instant("given_at").notNull().defaultNow(),
    /** One more with each change of the role: a form says which one it was made from. */
    version: integer("version").notNull().default(1),
  },
  (t) => [check("staff_not_by_oneself", sql`${t.givenBy} <> ${t.id}`)],
);
