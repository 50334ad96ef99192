import { and, asc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { tokens } from "#db/schema/token";
import { listPasskeys, removePasskeyWithoutConfirmation } from "#lib/account/passkey/passkeys";
import { listSessions, type OpenSessionView } from "#lib/account/session/list-sessions";
import { isTokenValid } from "#lib/account/token/token";
import { type Ctx, formatActor, requireSelf, requireUser } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import type { Module } from "#lib/core/module";
import { getPaymentDetailsChangedAt, removePaymentDetails } from "#lib/shop/remove-payment-details";
import { revokeToken } from "./revoke-token.ts";

/**
 * Access created for an account since its last password change,
 * by its owner or by an intruder with the old password.
 */
export interface AccessReview {
  /** Time of the last password change, or of the account's creation. */
  since: Date;
  /** Valid tokens: the reseller's, or those that the acting admin created. */
  tokens: { id: number; name: string; hint: string; createdAt: Date }[];
  passkeys: { id: number; name: string; createdAt: Date }[];
  /** Access that modules declare; the id names the module too. */
  granted: { id: string; label: string; createdAt: Date }[];
  paymentMethodsChangedAt: Date | null;
  /** Sessions, which always end. */
  sessions: OpenSessionView[];
}

/** Lists access to review when the password changes. @throws unauthenticated; not_found for API tokens. */
export async function getAccessReview(ctx: Ctx, modules: readonly Module[]): Promise<AccessReview> {
  const { id, kind } = requireSelf(ctx);
  const since = await getPasswordChosenAt(ctx, id);
  const reseller = kind === "reseller";
  const helper = kind === "helper";
  const [made, passkeys, granted, paid, sessions] = await Promise.all([
    helper ? [] : listTokensSince(ctx, since),
    helper ? [] : listPasskeys(ctx),
    reseller ? listGrantedAccess(ctx, modules) : [],
    reseller ? getPaymentDetailsChangedAt(ctx) : null,
    listSessions(ctx),
  ]);
  return {
    since,
    tokens: made,
    passkeys: passkeys
      .filter(({ addedAt }) => addedAt > since)
      .map(({ id, name, addedAt }) => ({ id, name, createdAt: addedAt })),
    granted: granted.filter(({ createdAt }) => createdAt > since),
    paymentMethodsChangedAt: paid && paid > since ? paid : null,
    sessions,
  };
}

/** Any number of values of one field of a form. */
const toArray = (typed: unknown) => (typed === undefined ? [] : [typed].flat());
const Ids = z.preprocess(toArray, z.array(Id).max(200));

export const RevokeReviewedAccessInput = z.object({
  endTokens: Ids,
  endPasskeys: Ids.optional(),
  endGranted: z.preprocess(toArray, z.array(z.string().max(100)).max(200)),
  endPayments: z.literal("yes").optional(),
});
export type RevokeReviewedAccessInput = z.input<typeof RevokeReviewedAccessInput>;

/** Ends the selected access of the review, all or none; ignores older access and that of other accounts. */
export async function revokeReviewedAccess(
  ctx: Ctx,
  modules: readonly Module[],
  input: RevokeReviewedAccessInput,
): Promise<void> {
  const { endTokens, endPasskeys, endGranted, endPayments } = RevokeReviewedAccessInput.parse(input);
  const reason = "Ended together with the old password.";
  const { id: accountId } = requireSelf(ctx);
  await inTransaction(ctx, async (tx) => {
    // The account before its wallet, the same order as closing an account.
    await tx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for("update");
    const review = await getAccessReview(tx, modules);
    for (const { id } of review.tokens) if (endTokens.includes(id)) await revokeToken(tx, { id, reason });
    for (const { id } of review.passkeys)
      if (endPasskeys?.includes(id)) await removePasskeyWithoutConfirmation(tx, id);
    for (const { id } of review.granted) {
      const [name, accessId] = id.split(" ");
      const owner = modules.find((module) => module.name === name);
      if (endGranted.includes(id)) await owner?.access?.remove(tx, Number(accessId));
    }
    if (endPayments && review.paymentMethodsChangedAt) await removePaymentDetails(tx);
  });
}

async function listGrantedAccess(ctx: Ctx, modules: readonly Module[]): Promise<AccessReview["granted"]> {
  const lists = modules.map(async ({ name, access }) =>
    ((await access?.list(ctx)) ?? []).map(({ id, label, createdAt }) => ({
      id: `${name} ${id}`,
      label,
      createdAt,
    })),
  );
  return (await Promise.all(lists)).flat();
}

async function getPasswordChosenAt(ctx: Ctx, accountId: number): Promise<Date> {
  const [account] = await ctx.db
    .select({ chosenAt: accounts.passwordChosenAt, createdAt: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!account) throw notFoundError("account");
  return account.chosenAt ?? account.createdAt;
}

function listTokensSince(ctx: Ctx, since: Date): Promise<AccessReview["tokens"]> {
  const { id, name, hint, createdAt, resellerId, createdBy } = tokens;
  const person = requireUser(ctx);
  const isOwnToken =
    person.kind === "reseller" ? eq(resellerId, person.id) : eq(createdBy, formatActor(person));
  return ctx.db
    .select({ id, name, hint, createdAt })
    .from(tokens)
    .where(and(isOwnToken, isTokenValid(), gt(createdAt, since)))
    .orderBy(asc(id))
    .limit(200);
}
