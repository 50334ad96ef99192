import { and, eq, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { signUps } from "#db/schema/account";
import { nameActors } from "#lib/audit/actor-names";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { formatPhone } from "#lib/core/text/phone";
import { containsText } from "#lib/core/text/search-text";
import { SearchText } from "#lib/core/text/single-line-text";

/** Sign-up requests, the oldest first; by default the pending ones. Admins only. */
export const signUpList = defineList({
  allow: requireAdmin,
  filter: {
    state: z.enum(["pending", "approved", "rejected"]),
    /** Part of the name or the email. */
    q: SearchText,
  },
  order: "oldest",
  pageSize: 25,
  read: async (ctx, { state = "pending", q }, slice) => {
    const p = alias(signUps, "p");
    const { id, email, name, phone, about, address, requestedAt, decidedAt, decidedBy, reason } = p;
    const rows = await ctx.db
      .select({
        id,
        email,
        name,
        phone,
        about,
        address,
        requestedAt,
        state: p.state,
        /** Whether the email has an account already, so that the request can only be rejected. */
        taken: sql<boolean>`exists (select from accounts a where lower(a.email) = p.email)`,
        /** The name of the reseller whose link brought the applicant; null without one. */
        referrer: sql<
          string | null
        >`(select a.name from referral_codes c join accounts a on a.id = c.reseller_id
          where c.code = upper(p.referral_code))`,
        /** Time, actor and reason of the decision; null while pending. */
        decidedAt,
        decidedBy,
        reason,
      })
      .from(p)
      .where(
        and(
          eq(p.state, state),
          q ? or(containsText(sql`p.name`, q), containsText(sql`p.email`, q)) : undefined,
          ...slice.conditions,
        ),
      )
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    const named = await nameActors(ctx, rows, "decidedBy");
    return slice.page(named, (row) => ({ ...row, phone: formatPhone(row.phone) }));
  },
  file: {
    name: "sign-ups",
    columns: {
      number: ({ id }) => id,
      requested: ({ requestedAt }) => requestedAt,
      name: ({ name }) => name,
      email: ({ email }) => email,
      phone: ({ phone }) => phone,
      about: ({ about }) => about,
      "referred by": ({ referrer }) => referrer,
      state: ({ state }) => state,
      decided: ({ decidedAt }) => decidedAt,
      "decided by": ({ decidedBy }) => decidedBy,
      reason: ({ reason }) => reason,
    },
  },
});
export type SignUpRow = RowOf<typeof signUpList>;

/** Counts pending sign-up requests. Admins only. */
export async function countPendingSignUps(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  return ctx.db.$count(signUps, eq(signUps.state, "pending"));
}
