import { desc, eq, sql } from "drizzle-orm";
import { tokens } from "#db/schema/token";
import { type Ctx, requireAdmin, requireReseller } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import type { Permission } from "#lib/core/permission";
import type { SpendingLimits } from "./spending-limits.ts";

/** A token without its secret. */
export interface TokenView extends SpendingLimits {
  id: number;
  name: string;
  /** The last characters, to recognise it. */
  hint: string;
  test: boolean;
  ips: string[];
  origins: string[];
  createdAt: Date;
  usedAt: Date | null;
  usedAddress: string | null;
  /**
   * `ending`: has a successor and is valid until `expiresAt`;
   * `unconfirmed`: an admin created it, and its reseller hasn't confirmed it.
   */
  state: "valid" | "unconfirmed" | "ending" | "ended" | "revoked";
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** Lists the reseller's own tokens, newest first; for admins those of a reseller. */
export async function listTokens(ctx: Ctx, input: { resellerId?: number } = {}): Promise<TokenView[]> {
  const owner = getTokenOwner(ctx, input.resellerId);
  const { id, name, hint, test, ips, origins, createdAt, usedAt, usedAddress, expiresAt, revokedAt } = tokens;
  const state = sql<TokenView["state"]>`case when ${revokedAt} is not null then 'revoked'
    when ${tokens.awaitsReseller} and coalesce(${expiresAt} > now(), true) then 'unconfirmed'
    when ${expiresAt} is null then 'valid' when ${expiresAt} > now() then 'ending' else 'ended' end`;
  return ctx.db
    .select({
      id,
      name,
      hint,
      test,
      ips,
      origins,
      dailyLimit: tokens.dailyLimit,
      purchaseLimit: tokens.purchaseLimit,
      networkIds: tokens.networkIds,
      numbers: tokens.numbers,
      createdAt,
      usedAt,
      usedAddress,
      expiresAt,
      revokedAt,
      state,
    })
    .from(tokens)
    .where(eq(tokens.resellerId, owner))
    .orderBy(desc(tokens.id))
    .limit(200);
}

/** Returns the id of the tokens' owner: the acting reseller or, for admins, the named one. */
export function getTokenOwner(ctx: Ctx, resellerId: number | undefined, permission?: Permission): number {
  if (ctx.actor.kind === "reseller") return requireReseller(ctx).id;
  requireAdmin(ctx, permission);
  if (resellerId !== undefined) return resellerId;
  throw new PortalError("invalid", "Choose the reseller who owns the token.", {
    fields: { resellerId: ["Choose a reseller."] },
  });
}
