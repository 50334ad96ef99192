import { desc, eq, isNotNull, max, sql } from "drizzle-orm";
import { accounts, sessions } from "#db/schema/account";
import { helpers } from "#db/schema/helper";
import { wallets } from "#db/schema/wallet";
import { type Ctx, requireReseller } from "#lib/core/context";
import { getHelperPermissions } from "#lib/core/helper-permission";
import type { Minor } from "#lib/core/money/money";
import { spentBy } from "#lib/purchase/place/daily-spending";
import { type HelperLimits, helperLimitColumns } from "./helper-limits.ts";

/** Money in minor units. */
export interface HelperView extends HelperLimits {
  id: number;
  name: string;
  email: string;
  /** `invited` has yet to choose a password. */
  state: "active" | "invited" | "ended";
  /** Spent today. */
  spent: Minor;
  version: number;
  invitedAt: Date;
  endedAt: Date | null;
  /** Time of their last request. */
  seenAt: Date | null;
}

/** Helpers in the list: those whose access ended stay, since their sales do. */
const MAX_LISTED = 200;

/** Lists the acting reseller's helpers, those with access first, the newest first. */
export async function listHelpers(ctx: Ctx): Promise<HelperView[]> {
  const { id: resellerId } = requireReseller(ctx);
  const lastSeen = ctx.db
    .select({ at: max(sessions.seenAt) })
    .from(sessions)
    .where(eq(sessions.accountId, helpers.id));
  const rows = await ctx.db
    .select({
      id: helpers.id,
      name: accounts.name,
      email: accounts.email,
      state: sql<HelperView["state"]>`case when ${accounts.closedAt} is not null then 'ended'
        when ${accounts.passwordGenerated} then 'invited' else 'active' end`,
      ...helperLimitColumns,
      spent: spentBy({ resellerId: sql`${helpers.resellerId}`, helperId: sql`${helpers.id}` }).mapWith(
        wallets.spent,
      ),
      version: helpers.version,
      invitedAt: helpers.createdAt,
      endedAt: accounts.closedAt,
      seenAt: sql<Date | null>`(${lastSeen})`.mapWith(sessions.seenAt),
    })
    .from(helpers)
    .innerJoin(accounts, eq(accounts.id, helpers.id))
    .where(eq(helpers.resellerId, resellerId))
    .orderBy(isNotNull(accounts.closedAt), desc(helpers.id))
    .limit(MAX_LISTED);
  return rows.map((row) => ({ ...row, permissions: getHelperPermissions(row.permissions) }));
}

/** Lists the names of the acting reseller's helpers, also of those whose access ended, for a filter. */
export function listHelperNames(ctx: Ctx): Promise<{ id: number; name: string }[]> {
  const { id: resellerId } = requireReseller(ctx);
  return ctx.db
    .select({ id: helpers.id, name: accounts.name })
    .from(helpers)
    .innerJoin(accounts, eq(accounts.id, helpers.id))
    .where(eq(helpers.resellerId, resellerId))
    .orderBy(isNotNull(accounts.closedAt), accounts.name, helpers.id)
    .limit(MAX_LISTED);
}
