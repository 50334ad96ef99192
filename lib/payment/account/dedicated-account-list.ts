import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { dedicatedAccounts } from "#db/schema/payment";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { defineList, type RowOf } from "#lib/core/list/list";
import { Reason } from "#lib/core/text/reason";
import { SearchText } from "#lib/core/text/single-line-text";
import { providerLabel } from "#lib/payment/providers/providers";

const p = alias(dedicatedAccounts, "p");

/** All dedicated accounts, newest first. Admins only. */
export const dedicatedAccountList = defineList({
  allow: requireAdmin,
  filter: {
    state: z.enum(["requested", "open", "rejected", "retired"]),
    /** An account number, or a reseller's email. */
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
        rejection: p.rejection,
        requestedAt: p.requestedAt,
        checkedAt: p.checkedAt,
        reseller: { id: p.resellerId, name: accounts.name },
      })
      .from(p)
      .innerJoin(accounts, eq(accounts.id, p.resellerId))
      .where(
        and(
          state && eq(p.state, state),
          q
            ? sql`(p.number = ${q}
                or p.reseller_id = (select id from accounts where lower(email) = lower(${q})))`
            : undefined,
          ...slice.conditions,
        ),
      )
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, (row) => ({ ...row, provider: providerLabel(row.provider) }));
  },
  file: {
    name: "dedicated-accounts",
    columns: {
      "reseller id": ({ reseller }) => reseller.id,
      reseller: ({ reseller }) => reseller.name,
      provider: ({ provider }) => provider,
      number: ({ number }) => number,
      bank: ({ bank }) => bank,
      holder: ({ holder }) => holder,
      state: ({ state }) => state,
      requested: ({ requestedAt }) => requestedAt,
      "last checked": ({ checkedAt }) => checkedAt,
    },
  },
});
export type DedicatedAccount = RowOf<typeof dedicatedAccountList>;

export const SetDedicatedAccountStateInput = z.object({
  id: Id,
  to: z.enum(["open", "retired"]),
  reason: Reason,
});
export type SetDedicatedAccountStateInput = z.input<typeof SetDedicatedAccountStateInput>;

/**
 * Retires a dedicated account, so that transfers to it wait in suspense, or reactivates it. The provider
 * isn't informed. Admins only.
 * @throws not_found; conflict when it changed meanwhile
 */
export async function setDedicatedAccountState(
  ctx: Ctx,
  input: SetDedicatedAccountStateInput,
): Promise<void> {
  requireAdmin(ctx, "money");
  const { id, to, reason } = SetDedicatedAccountStateInput.parse(input);
  await requireConfirmation(ctx);
  const from = to === "open" ? "retired" : "open";
  await inTransaction(ctx, async (tx) => {
    const [account] = await tx.db
      .update(dedicatedAccounts)
      .set({ state: to, nextCheckAt: sql`now()` })
      .where(and(eq(dedicatedAccounts.id, id), eq(dedicatedAccounts.state, from)))
      .returning({ resellerId: dedicatedAccounts.resellerId });
    const about = { subject: "account_number", subjectId: id };
    if (!account) {
      const matches = await tx.db.$count(dedicatedAccounts, eq(dedicatedAccounts.id, id));
      throw matches === 0 ? notFoundError("dedicated account") : await explainConflict(tx, about);
    }
    await recordAudit(tx, {
      ...about,
      action: to === "open" ? "dedicated_account.reopened" : "dedicated_account.retired",
      resellerId: account.resellerId,
      reason,
      before: { account: from },
      after: { account: to },
    });
  });
}
