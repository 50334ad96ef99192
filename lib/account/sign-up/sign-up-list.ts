import { and, eq, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { signUps } from "#db/schema/account";
import { agentSettings } from "#lib/account/reseller/agent-settings";
import { nameActors } from "#lib/audit/actor-names";
import { readSettings } from "#lib/audit/settings/read-settings";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { formatPhone } from "#lib/core/text/phone";
import { containsText } from "#lib/core/text/search-text";
import { SearchText } from "#lib/core/text/single-line-text";
import { type PairProblem, selectPairProblem } from "./agent-invitation.ts";

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
    const { most } = await readSettings(ctx, agentSettings);
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
        /** The parent of an applicant who came by an invitation; null without one. */
        agentOf: sql<AgentOf | null>`(
          select jsonb_build_object('id', a.id, 'name', a.name,
            'samePhone', exists (
              select from sign_ups own where own.reseller_id = g.parent_id and own.phone = p.phone),
            'problem', case when g.state = 'applied' then ${selectPairProblem(most)} end)
          from agents g
          join accounts a on a.id = g.parent_id
          where g.sign_up_id = p.id or g.agent_id = p.reseller_id
          order by g.id desc
          limit 1)`,
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
      "agent of": ({ agentOf }) => agentOf?.name ?? null,
      state: ({ state }) => state,
      decided: ({ decidedAt }) => decidedAt,
      "decided by": ({ decidedBy }) => decidedBy,
      reason: ({ reason }) => reason,
    },
  },
});

/** The parent of an applicant. */
interface AgentOf {
  id: number;
  name: string;
  /** Both signed up with one number. */
  samePhone: boolean;
  /** The reason for which approving now opens the account without it. */
  problem: PairProblem | null;
}

export type SignUpRow = RowOf<typeof signUpList>;

/** Counts pending sign-up requests. Admins only. */
export async function countPendingSignUps(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  return ctx.db.$count(signUps, eq(signUps.state, "pending"));
}
