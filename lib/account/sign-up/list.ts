import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { signUps } from "#db/schema/account";
import { actorNames } from "#lib/audit/actor-names";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list";
import { groupedPhone } from "#lib/core/phone";
import { containing, SearchText } from "#lib/core/words";

/** Who asked for an account, the longest first: who waits, unless told otherwise. Admins only. */
export const signUpList = defineList({
  allow: requireAdmin,
  filter: {
    state: z.enum(["pending", "approved", "refused"]),
    /** A part of the name or the e-mail. */
    q: SearchText,
  },
  order: "oldest",
  pageSize: 25,
  read: async (ctx, { state = "pending", q }, slice) => {
    const p = alias(signUps, "p");
    const { id, email, name, phone, about, address, askedAt, decidedAt, decidedBy, reason } = p;
    const rows = await ctx.db
      .select({
        ...{ id, email, name, phone, about, address, askedAt, state: p.state },
        /** The e-mail has an account already: it can only be refused. */
        taken: sql<boolean>`exists (select from accounts a where lower(a.email) = p.email)`,
        /** When, by whom and why it was decided; null while it waits. */
        ...{ decidedAt, decidedBy, reason },
      })
      .from(p)
      .where(
        and(
          eq(p.state, state),
          q ? sql`(lower(p.name) like ${containing(q)} or lower(p.email) like ${containing(q)})` : undefined,
          ...slice.conditions,
        ),
      )
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    const names = await actorNames(
      ctx,
      rows.flatMap((row) => row.decidedBy ?? []),
    );
    return slice.page(rows, (row) => ({
      ...row,
      phone: groupedPhone(row.phone),
      decidedBy: row.decidedBy && (names.get(row.decidedBy) ?? row.decidedBy),
    }));
  },
  file: {
    name: "sign-ups",
    columns: {
      number: ({ id }) => id,
      asked: ({ askedAt }) => askedAt,
      name: ({ name }) => name,
      "e-mail": ({ email }) => email,
      phone: ({ phone }) => phone,
      about: ({ about }) => about,
      state: ({ state }) => state,
      decided: ({ decidedAt }) => decidedAt,
      by: ({ decidedBy }) => decidedBy,
      reason: ({ reason }) => reason,
    },
  },
});
export type SignUp = RowOf<typeof signUpList>;

/** How many wait for an account. Admins only. */
export async function countSignUps(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  return ctx.db.$count(signUps, eq(signUps.state, "pending"));
}
