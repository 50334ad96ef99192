import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts, resellers } from "#db/schema/account";
import { recordAccountAudit } from "#lib/account/record-account-audit";
import { type Ctx, requireSelf } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Name } from "./fields.ts";
import { type AccountIdentity, accountIdentityColumns, isResellerOfAccount } from "./session/session.ts";

export type OwnAccount = AccountIdentity & { name: string; passwordHash: string; passwordGenerated: boolean };

/** Reads the acting account, with the fields that a password change needs. */
export async function getOwnAccount(ctx: Ctx): Promise<OwnAccount> {
  const { id } = requireSelf(ctx);
  const [account] = await ctx.db
    .select({
      ...accountIdentityColumns,
      name: accounts.name,
      passwordHash: accounts.passwordHash,
      passwordGenerated: accounts.passwordGenerated,
    })
    .from(accounts)
    .leftJoin(resellers, isResellerOfAccount)
    .where(and(eq(accounts.id, id), sql`${accounts.closedAt} is null`));
  if (!account) throw notFoundError("account");
  return account;
}

export const RenameAccountInput = z.object({ name: Name });
export type RenameAccountInput = z.infer<typeof RenameAccountInput>;

export async function renameAccount(ctx: Ctx, input: RenameAccountInput): Promise<void> {
  const { id, kind } = requireSelf(ctx);
  const { name } = RenameAccountInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const isOwnAccount = and(eq(accounts.id, id), isNull(accounts.closedAt));
    const [before] = await tx.db
      .select({ name: accounts.name })
      .from(accounts)
      .where(isOwnAccount)
      .for("update");
    if (!before) throw notFoundError("account");
    if (before.name === name) return;
    await tx.db.update(accounts).set({ name }).where(isOwnAccount);
    await recordAccountAudit(tx, { id, role: kind }, { action: "account.name", before, after: { name } });
  });
}
