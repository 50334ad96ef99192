import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { paymentAccounts } from "#db/schema/payment";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { defineList, type RowOf } from "#lib/core/list";
import { Reason } from "#lib/core/reason";
import { SearchText } from "#lib/core/words";
import { providerLabel } from "./names.ts";

const p = alias(paymentAccounts, "p");

/** Who has which account number, the newest first. Admins only. */
export const accountList = defineList({
  allow: requireAdmin,
  filter: {
    state: z.enum(["asked", "open", "refused", "retired"]),
    /** A number, or a reseller's e-mail. */
    q: SearchText,
  },
  pageSize: 50,
  read: async (ctx, { state, q }, slice) => {
    const rows = await ctx.db
      .select({
        id: p.id,
        state: p.state,
        provider: p.provider,
        number: p.number,
        bank: p.bank,
        holder: p.holder,
        refusal: p.refusal,
        askedAt: p.askedAt,
        heardAt: p.heardAt,
        reseller: { id: p.resellerId, name: accounts.name },
      })
      .from(p)
      .innerJoin(accounts, eq(accounts.id, p.resellerId))
      .where(
        and(
          state && eq(p.state, state),
          q
            ? sql`(p.number = ${q} or p.reseller_id = (select id from accounts where lower(email) = lower(${q})))`
            : undefined,
          ...slice.conditions,
        ),
      )
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, (row) => ({ ...row, provider: providerLabel(row.provider) }));
  },
  file: {
    name: "account-numbers",
    columns: {
      "reseller id": ({ reseller }) => reseller.id,
      reseller: ({ reseller }) => reseller.name,
      provider: ({ provider }) => provider,
      number: ({ number }) => number,
      bank: ({ bank }) => bank,
      holder: ({ holder }) => holder,
      state: ({ state }) => state,
      asked: ({ askedAt }) => askedAt,
      "last looked": ({ heardAt }) => heardAt,
    },
  },
});
export type ListedAccount = RowOf<typeof accountList>;

export const SetAccountStateInput = z.object({ id: Id, to: z.enum(["open", "retired"]), reason: Reason });
export type SetAccountStateInput = z.input<typeof SetAccountStateInput>;

/**
 * Retires an account number, so that what comes to it waits in suspense, or takes it into use again. The provider goes on
 * keeping it. Admins only. @throws not_found; conflict when it changed meanwhile
 */
export async function setAccountState(ctx: Ctx, input: SetAccountStateInput): Promise<void> {
  requireAdmin(ctx, "money");
  const { id, to, reason } = SetAccountStateInput.parse(input);
  const from = to === "open" ? "retired" : "open";
  await inTransaction(ctx, async (tx) => {
    const [account] = await tx.db
      .update(paymentAccounts)
      .set({ state: to, nextCheckAt: sql`now()` })
      .where(and(eq(paymentAccounts.id, id), eq(paymentAccounts.state, from)))
      .returning({ resellerId: paymentAccounts.resellerId });
    const about = { subject: "account_number", subjectId: id };
    if (!account) {
      const known = await tx.db.$count(paymentAccounts, eq(paymentAccounts.id, id));
      throw known === 0 ? notFound("account number") : await changedMeanwhile(tx, about);
    }
    await record(tx, {
      ...about,
      action: to === "open" ? "account_number.reopened" : "account_number.retired",
      resellerId: account.resellerId,
      reason,
      before: { account: from },
      after: { account: to },
    });
  });
}
