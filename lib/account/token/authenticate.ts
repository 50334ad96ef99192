import { timingSafeEqual } from "node:crypto";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { accounts, resellers } from "#db/schema/account";
import { tokens } from "#db/schema/token";
import type { Actor, Ctx } from "#lib/core/context";
import { mayComeFrom } from "./limits.ts";
import { hashToken, isValid, looksLikeToken } from "./token.ts";

export interface Caller {
  actor: Extract<Actor, { kind: "token" }>;
  /** The web origins whose pages may read the answer. */
  origins: string[];
  /** Whether the token may be used from where this call comes from. */
  welcome: boolean;
}

/**
 * Finds who calls with this token, in one query, from `ctx.address` and the page's origin if there is one.
 * Undefined for a token that is unknown, malformed, revoked, expired, or of a closed account: callers
 * cannot tell which. A welcome call is noted as the last use, once a minute or per address.
 */
export async function authenticateToken(
  ctx: Ctx,
  input: { token: string; origin: string | null },
): Promise<Caller | undefined> {
  if (!looksLikeToken(input.token)) return undefined;
  const hash = hashToken(input.token);
  const found = await find(ctx, hash);
  if (!found || !timingSafeEqual(Buffer.from(found.hash), Buffer.from(hash))) return undefined;
  const { tokenId, resellerId, email, level, test, origins } = found;
  const welcome = mayComeFrom(found, ctx.address, input.origin);
  if (welcome && (found.unnoted || found.usedAddress !== (ctx.address ?? null))) await note(ctx, tokenId);
  return { actor: { kind: "token", id: resellerId, email, level, tokenId, test }, origins, welcome };
}

async function find(ctx: Ctx, hash: string) {
  const [row] = await ctx.db
    .select({
      tokenId: tokens.id,
      hash: tokens.hash,
      test: tokens.test,
      ips: tokens.ips,
      origins: tokens.origins,
      usedAddress: tokens.usedAddress,
      unnoted: sql<boolean>`coalesce(${tokens.usedAt} < now() - interval '1 minute', true)`,
      resellerId: resellers.id,
      level: resellers.level,
      email: accounts.email,
    })
    .from(tokens)
    .innerJoin(resellers, eq(resellers.id, tokens.resellerId))
    .innerJoin(accounts, eq(accounts.id, resellers.id))
    .where(and(eq(tokens.hash, hash), isValid(), isNull(accounts.closedAt), ne(resellers.state, "closed")));
  return row;
}

async function note(ctx: Ctx, tokenId: number): Promise<void> {
  const usedAddress = ctx.address ?? null;
  await ctx.db
    .update(tokens)
    .set({ usedAt: sql`now()`, usedAddress })
    .where(
      and(
        eq(tokens.id, tokenId),
        sql`(${tokens.usedAt} is null or ${tokens.usedAt} < now() - interval '1 minute'
          or ${tokens.usedAddress} is distinct from ${usedAddress})`,
      ),
    );
}
