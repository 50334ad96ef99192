import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { type LinkView, newLink } from "./insert-link.ts";

export const IssueLinkInput = z.object({ resellerId: Id, reason: Reason });
export type IssueLinkInput = z.infer<typeof IssueLinkInput>;

/** A new link by which a reseller chooses their password; the one before ends. Admins only. @throws not_found */
export async function issueLink(ctx: Ctx, input: IssueLinkInput): Promise<LinkView> {
  requireAdmin(ctx);
  const { resellerId, reason } = IssueLinkInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const [account] = await tx.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, resellerId), eq(accounts.role, "reseller"), isNull(accounts.closedAt)))
      .for("update");
    if (!account) throw notFound("reseller");
    return newLink(tx, { accountId: account.id, reason });
  });
}
