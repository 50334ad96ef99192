import { timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { prepared } from "#db/prepared";
import type { Actor, Ctx } from "#lib/core/context";
import { refusingLists, type TokenList } from "./limits.ts";
import { hashToken, isValid, looksLikeToken } from "./token.ts";

export interface Caller {
  actor: Extract<Actor, { kind: "token" }>;
  /** The web origins whose pages may read the answer. */
  origins: string[];
  /** The lists of the token that refuse where this call comes from; none when it is welcome. */
  refusedBy: TokenList[];
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
  const { tokenId, id, email, level, test, origins } = found;
  const refusedBy = refusingLists(found, ctx.address, input.origin);
  const address = ctx.address ?? null;
  if (refusedBy.length === 0 && (found.unnoted || found.usedAddress !== address))
    await note(ctx.db, { id: tokenId, address });
  return { actor: { kind: "token", id, email, level, tokenId, test }, origins, refusedBy };
}

interface Found extends Omit<Caller["actor"], "kind"> {
  hash: string;
  ips: string[];
  origins: string[];
  usedAddress: string | null;
  unnoted: boolean;
}

const findByHash = prepared<{ hash: string }, Record<keyof Found, unknown>>(
  ({ hash }) => sql`
    select tokens.id as "tokenId", tokens.hash, tokens.test, array_to_string(tokens.ips, ' ') as ips,
      array_to_string(tokens.origins, ' ') as origins, tokens.used_address as "usedAddress",
      coalesce(tokens.used_at < now() - interval '1 minute', true) as unnoted,
      r.id, r.level, a.email
    from tokens join resellers r on r.id = tokens.reseller_id join accounts a on a.id = r.id
    where tokens.hash = ${hash} and ${isValid()} and a.closed_at is null and r.state <> 'closed'`,
);

async function find(ctx: Ctx, hash: string): Promise<Found | undefined> {
  const [row] = await findByHash(ctx.db, { hash });
  const words = (list: unknown) => String(list).split(" ").filter(Boolean);
  return (
    row && {
      ...(row as unknown as Found),
      ...{ tokenId: Number(row.tokenId), id: Number(row.id) },
      ...{ ips: words(row.ips), origins: words(row.origins) },
    }
  );
}

const note = prepared<{ id: number; address: string | null }, unknown>(
  ({ id, address }) => sql`
    update tokens set used_at = now(), used_address = ${address} where id = ${id}
      and (used_at is null or used_at < now() - interval '1 minute' or used_address is distinct from ${address})`,
);
