import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts, resellers } from "#db/schema/account";
import { record } from "#lib/audit/record";
import { type Ctx, requirePerson } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { Name } from "./fields.ts";
import type { Person } from "./session/session.ts";

export type OwnAccount = Person & { name: string; passwordHash: string; passwordGenerated: boolean };

/** The account that acts, with what it takes to change its password. */
export async function ownAccount(ctx: Ctx): Promise<OwnAccount> {
  const { id } = requirePerson(ctx);
  const [account] = await ctx.db
    .select({
      id: accounts.id,
      role: accounts.role,
      email: accounts.email,
      name: accounts.name,
      passwordHash: accounts.passwordHash,
      passwordGenerated: accounts.passwordGenerated,
      level: resellers.level,
    })
    .from(accounts)
    .leftJoin(resellers, eq(resellers.id, accounts.id))
    .where(and(eq(accounts.id, id), sql`${accounts.closedAt} is null`));
  if (!account) throw notFound("account");
  return account;
}

export const RenameInput = z.object({ name: Name });
export type RenameInput = z.infer<typeof RenameInput>;

/** Changes the name of the account that acts. */
export async function rename(ctx: Ctx, input: RenameInput): Promise<void> {
  const { id, kind } = requirePerson(ctx);
  const { name } = RenameInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const mine = and(eq(accounts.id, id), isNull(accounts.closedAt));
    const [before] = await tx.db.select({ name: accounts.name }).from(accounts).where(mine).for("update");
    if (!before) throw notFound("account");
    if (before.name === name) return;
    await tx.db.update(accounts).set({ name }).where(mine);
    await record(tx, {
      action: "account.name",
      subject: "account",
      subjectId: id,
      resellerId: kind === "reseller" ? id : undefined,
      before,
      after: { name },
    });
  });
}
