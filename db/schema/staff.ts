import { sql } from "drizzle-orm";
import { check, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { identity, instant, isOneOf, reference, referenceTo } from "./columns.ts";

/** The roles of admins. Four are built in and never change; the operator creates others. */
export const staffRoles = pgTable(
  "staff_roles",
  {
    id: identity(),
    builtIn: text("built_in", { enum: ["owner", "finance", "support", "catalogue"] }).unique(
      "staff_roles_built_in_once",
    ),
    name: text("name").notNull(),
    /** Names of `lib/core/permission`. The owner has every permission, whatever this says. */
    permissions: text("permissions").array().notNull(),
    version: integer("version").notNull().default(1),
    removedAt: instant("removed_at"),
  },
  (t) => [
    uniqueIndex("staff_roles_name").on(sql`lower(${t.name})`).where(sql`${t.removedAt} is null`),
    isOneOf("staff_roles_built_in", t.builtIn),
    check("staff_roles_see", sql`'see' = any(${t.permissions})`),
    /** An admin who assigns roles could assign any: only owners may. */
    check(
      "staff_roles_staff",
      sql`${t.builtIn} is not distinct from 'owner' or not 'staff' = any(${t.permissions})`,
    ),
  ],
);

/**
 * The role of each admin. An admin without a row has no permissions until an owner, or the operator's
 * command, assigns a role.
 */
export const staff = pgTable(
  "staff",
  {
    id: reference("id")
      .primaryKey()
      .references(() => accounts.id),
    roleId: referenceTo("role_id", () => staffRoles.id),
    /** The admin who assigned it; null is the operator's command. */
    grantedBy: reference("granted_by").references(() => accounts.id),
    grantedAt: instant("granted_at").notNull().defaultNow(),
    /** Increases with each change of the role, so that a form names the version it was made from. */
    version: integer("version").notNull().default(1),
  },
  (t) => [check("staff_not_self_granted", sql`${t.grantedBy} <> ${t.id}`)],
);
