import { and, asc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { tokens } from "#db/schema/token";
import { dropPasskey, listPasskeys } from "#lib/account/passkey/own-passkeys";
import { listSessions, type OpenSessionView } from "#lib/account/session/list";
import { isValid } from "#lib/account/token/token";
import { Id } from "#lib/core/amount";
import { actorName, type Ctx, requirePerson } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { revokeToken } from "#lib/reseller/revoke-token";
import { dropPayments, paymentsChangedAt } from "#lib/shop/drop-payments";
import { removeEndpoint } from "#lib/webhook/endpoints";
import { listEndpoints } from "#lib/webhook/list-endpoints";

/** What was made in somebody's name since they last chose a password: by them, or by whoever had the old one. */
export interface LeftBehind {
  /** When that was; the beginning of the account if they never did. */
  since: Date;
  /** Tokens that work: one's own, or those that the acting admin made for anybody. */
  tokens: { id: number; name: string; hint: string; createdAt: Date }[];
  /** Passkeys of one's own. */
  passkeys: { id: number; name: string; createdAt: Date }[];
  endpoints: { id: number; url: string; createdAt: Date }[];
  /** When it was changed where the shop's customers pay. */
  paymentsChangedAt: Date | null;
  /** These end in any case. */
  sessions: OpenSessionView[];
}

/** What a change of the password shows. @throws unauthenticated; not_found for programs. */
export async function leftBehind(ctx: Ctx): Promise<LeftBehind> {
  const { id, kind } = requirePerson(ctx);
  const since = await lastChosen(ctx, id);
  const reseller = kind === "reseller";
  const [made, passkeys, endpoints, paid, sessions] = await Promise.all([
    tokensSince(ctx, since),
    listPasskeys(ctx),
    reseller ? listEndpoints(ctx) : [],
    reseller ? paymentsChangedAt(ctx) : null,
    listSessions(ctx),
  ]);
  return {
    since,
    tokens: made,
    passkeys: passkeys
      .filter(({ addedAt }) => addedAt > since)
      .map(({ id, name, addedAt }) => ({ id, name, createdAt: addedAt })),
    endpoints: endpoints.filter(({ createdAt }) => createdAt > since),
    paymentsChangedAt: paid && paid > since ? paid : null,
    sessions,
  };
}

const Ids = z.preprocess((typed) => (typed === undefined ? [] : [typed].flat()), z.array(Id).max(200));

/** What is to end, as ticked in the form. */
export const EndLeftBehindInput = z.object({
  endTokens: Ids,
  endPasskeys: Ids.optional(),
  endEndpoints: Ids,
  endPayments: z.literal("yes").optional(),
});
export type EndLeftBehindInput = z.input<typeof EndLeftBehindInput>;

/** Ends what was asked for and is still there, all or none; what is older or of others is left alone. */
export async function endLeftBehind(ctx: Ctx, input: EndLeftBehindInput): Promise<void> {
  const { endTokens, endPasskeys, endEndpoints, endPayments } = EndLeftBehindInput.parse(input);
  const reason = "Ended together with the old password.";
  const { id: accountId } = requirePerson(ctx);
  await inTransaction(ctx, async (tx) => {
    // The account before its wallet, as by whoever closes it at this moment.
    await tx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for("update");
    const found = await leftBehind(tx);
    for (const { id } of found.tokens) if (endTokens.includes(id)) await revokeToken(tx, { id, reason });
    for (const { id } of found.passkeys) if (endPasskeys?.includes(id)) await dropPasskey(tx, id);
    for (const { id } of found.endpoints) if (endEndpoints.includes(id)) await removeEndpoint(tx, { id });
    if (endPayments && found.paymentsChangedAt) await dropPayments(tx);
  });
}

async function lastChosen(ctx: Ctx, accountId: number): Promise<Date> {
  const [account] = await ctx.db
    .select({ chosenAt: accounts.passwordChosenAt, createdAt: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!account) throw notFound("account");
  return account.chosenAt ?? account.createdAt;
}

function tokensSince(ctx: Ctx, since: Date): Promise<LeftBehind["tokens"]> {
  const { id, name, hint, createdAt, resellerId, createdBy } = tokens;
  const person = requirePerson(ctx);
  const theirs = person.kind === "reseller" ? eq(resellerId, person.id) : eq(createdBy, actorName(person));
  return ctx.db
    .select({ id, name, hint, createdAt })
    .from(tokens)
    .where(and(theirs, isValid(), gt(createdAt, since)))
    .orderBy(asc(id))
    .limit(200);
}
