import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accountLinks, accounts, resellers, signUps } from "#db/schema/account";
import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { Password } from "../fields.ts";
import { type LetIn, letIn } from "../session/let-in.ts";
import { Browser, closeSessions, hashSecret, type Person, personActor } from "../session/session.ts";
import { hashPassword } from "./hash.ts";
import { endLinks } from "./link.ts";
import { checkPassword } from "./rule.ts";

export const ChooseByLinkInput = z.object({
  secret: z.string().max(100),
  password: Password,
  browser: Browser.optional(),
});
export type ChooseByLinkInput = z.infer<typeof ChooseByLinkInput>;

/**
 * Sets the password of whoever holds a link, and lets them in, half where a code is asked; every other session ends, and
 * what `alsoEnd` ends for the account. The link works once: of many calls at the same moment one gets through. A password that is refused does
 * not use it up.
 * @returns what belongs into the cookie, and whose it is. @throws conflict when the link is over; invalid at `password`.
 */
export async function chooseByLink(
  ctx: Ctx,
  input: ChooseByLinkInput,
  alsoEnd?: (tx: Ctx) => Promise<void>,
): Promise<LetIn & { role: Person["role"] }> {
  const { secret, password, browser } = ChooseByLinkInput.parse(input);
  const account = await findByLink(ctx, secret);
  if (!account) throw linkIsOver();
  await checkPassword(password, account);
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx, async (tx) => {
    await alsoEnd?.({ ...tx, actor: personActor(account, 0) });
    // The account is locked before its link, as by whoever makes a new one at this moment.
    const opened = await replacePassword(tx, account, passwordHash, browser);
    await useUp(tx, secret);
    await endLinks(tx, account.id);
    return { ...opened, role: account.role };
  });
}

async function useUp(ctx: Ctx, secret: string): Promise<void> {
  const used = await ctx.db
    .update(accountLinks)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(accountLinks.hash, hashSecret(secret)),
        isNull(accountLinks.usedAt),
        isNull(accountLinks.endedAt),
        gt(accountLinks.expiresAt, sql`now()`),
      ),
    )
    .returning({ id: accountLinks.id });
  if (used.length === 0) throw linkIsOver();
}

async function replacePassword(ctx: Ctx, account: Person, passwordHash: string, browser?: Browser) {
  const changed = await ctx.db
    .update(accounts)
    .set({ passwordHash, passwordGenerated: false, passwordChosenAt: sql`now()` })
    .where(and(eq(accounts.id, account.id), isNull(accounts.closedAt)))
    .returning({ id: accounts.id });
  if (changed.length === 0) throw linkIsOver();
  const ended = await closeSessions(ctx, account.id);
  await record(
    { ...ctx, actor: personActor(account, 0) },
    {
      action: "account.password",
      subject: "account",
      subjectId: account.id,
      resellerId: account.role === "reseller" ? account.id : undefined,
      after: { byLink: true, sessionsEnded: ended.length },
    },
  );
  return letIn(ctx, account, browser);
}

function linkIsOver(): PortalError {
  return new PortalError(
    "conflict",
    "This link does not work any more: it was used, replaced, or is too old. Ask for a new one.",
  );
}

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
