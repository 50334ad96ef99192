import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { accountLinks, accounts, resellers, signUps } from "#db/schema/account";
import type { Ctx } from "#lib/core/context";
import { hashSecret, type Person, personActor } from "./session.ts";

/** What a link's address shows to whoever holds it. */
export type OpenedLink =
  | { state: "valid"; email: string; name: string }
  | { state: "pending"; name: string }
  | { state: "refused"; name: string; reason: string | null }
  | { state: "over" };

/** What became of a link: looking at it does not use it up. Unknown, used and old ones look the same. */
export async function openLink(ctx: Ctx, { secret }: { secret: string }): Promise<OpenedLink> {
  const account = await findByLink(ctx, secret);
  if (account) return { state: "valid", email: account.email, name: account.name };
  const [asked] = await ctx.db
    .select({ state: signUps.state, name: signUps.name, reason: signUps.reason })
    .from(signUps)
    .where(eq(signUps.hash, hashSecret(secret)));
  if (asked?.state === "pending") return { state: "pending", name: asked.name };
  if (asked?.state === "refused") return { state: "refused", name: asked.name, reason: asked.reason };
  return { state: "over" };
}

/** The account that a link is for, while it works. */
export async function findByLink(ctx: Ctx, secret: string): Promise<(Person & { name: string }) | undefined> {
  const [account] = await ctx.db
    .select({
      id: accounts.id,
      role: accounts.role,
      email: accounts.email,
      name: accounts.name,
      level: resellers.level,
    })
    .from(accountLinks)
    .innerJoin(accounts, eq(accounts.id, accountLinks.accountId))
    .leftJoin(resellers, eq(resellers.id, accounts.id))
    .where(
      and(
        eq(accountLinks.hash, hashSecret(secret)),
        isNull(accountLinks.usedAt),
        isNull(accountLinks.endedAt),
        gt(accountLinks.expiresAt, sql`now()`),
        isNull(accounts.closedAt),
      ),
    );
  return account;
}

/** A context in which the account acts that a link is for, while the link works: for what its holder may see of it. */
export async function holderOf(ctx: Ctx, { secret }: { secret: string }): Promise<Ctx | undefined> {
  const account = await findByLink(ctx, secret);
  return account && { ...ctx, actor: personActor(account, 0) };
}
