import { and, eq, sql } from "drizzle-orm";
import { accounts, resellers } from "#db/schema/account";
import { type Ctx, requirePerson } from "#lib/core/context";
import { notFound } from "#lib/core/error";
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
