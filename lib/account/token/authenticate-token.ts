import { timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepare-query";
import type { Actor, Ctx } from "#lib/core/context";
import { PRICE_TERMS_COLUMNS, selectAgentTerms } from "#lib/core/price-list/agent-terms";
import { int, parseRows } from "#lib/core/read-rows";
import { hashToken, isTokenValid, looksLikeToken } from "./token.ts";
import { findDenyingLimits, type TokenLimitKind } from "./token-limits.ts";

export interface TokenCaller {
  actor: Extract<Actor, { kind: "token" }>;
  /** The web origins whose pages may read the response. */
  origins: string[];
  /** The token's lists that deny this call; empty when it is allowed. */
  deniedBy: TokenLimitKind[];
}

/**
 * Authenticates a token in one query, from `ctx.address` and the page's origin if there is one. Returns
 * undefined for a token that is unknown, malformed, revoked, expired, not confirmed, or of a closed account.
 * Notes an allowed call as the last use, once a minute or per address.
 */
export async function authenticateToken(
  ctx: Ctx,
  input: { token: string; origin: string | null },
): Promise<TokenCaller | undefined> {
  if (!looksLikeToken(input.token)) return undefined;
  const hash = hashToken(input.token);
  const [token] = parseRows(TokenRow, await findTokenByHash(ctx.db, { hash }));
  if (!token || !timingSafeEqual(Buffer.from(token.hash), Buffer.from(hash))) return undefined;
  const { tokenId, id, email, level, test, origins } = token;
  const agent = token.agent ?? undefined;
  const deniedBy = findDenyingLimits(token, ctx.address, input.origin);
  const address = ctx.address ?? null;
  if (deniedBy.length === 0 && (token.unnoted || token.usedAddress !== address))
    await recordTokenUse(ctx.db, { id: tokenId, address });
  return { actor: { kind: "token", id, email, level, agent, tokenId, test }, origins, deniedBy };
}

const TokenRow = z.object({
  tokenId: int,
  id: int,
  email: z.string(),
  ...PRICE_TERMS_COLUMNS,
  test: z.boolean(),
  hash: z.string(),
  ips: z.array(z.string()),
  origins: z.array(z.string()),
  usedAddress: z.string().nullable(),
  unnoted: z.boolean(),
});

const findTokenByHash = prepareQuery<{ hash: string }>(
  ({ hash }) => sql`
    select
      tokens.id as token_id, tokens.hash, tokens.test, to_jsonb(tokens.ips) as ips,
      to_jsonb(tokens.origins) as origins, tokens.used_address,
      coalesce(tokens.used_at < now() - interval '1 minute', true) as unnoted,
      r.id, r.level, ${selectAgentTerms(sql`r`)} as agent, a.email
    from tokens
    join resellers r on r.id = tokens.reseller_id
    join accounts a on a.id = r.id
    where tokens.hash = ${hash} and ${isTokenValid()} and not tokens.awaits_reseller
      and a.closed_at is null and r.state <> 'closed'`,
);

const recordTokenUse = prepareQuery<{ id: number; address: string | null }>(
  ({ id, address }) => sql`
    update tokens
    set used_at = now(), used_address = ${address}
    where id = ${id}
      and (used_at is null
        or used_at < now() - interval '1 minute'
        or used_address is distinct from ${address})`,
);
