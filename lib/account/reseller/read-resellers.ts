import { and, count, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { accounts, resellers, sessions } from "#db/schema/account";
import { type Ctx, LEVELS, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import type { ListFilter, ListSlice } from "#lib/core/list/list";
import { containsText } from "#lib/core/text/search-text";
import { SearchText } from "#lib/core/text/single-line-text";

export const resellerFilter = {
  /** Part of the name or the email. */
  q: SearchText,
  level: z.enum(LEVELS),
  state: z.enum(resellers.state.enumValues),
  /** Resellers with a low-wallet threshold, or with a wallet below it. */
  watch: z.enum(["set", "low"]),
};

/** Active resellers whose wallet is below their threshold. */
const isWalletLow = sql`p.admin_low_balance_threshold is not null
  and p.admin_low_balance_threshold > (select wallet from wallets where reseller_id = p.id)
  and p.state = 'active'`;

const p = alias(resellers, "p");
const a = alias(accounts, "a");

/** A reseller's account, for admins. */
const resellerColumns = {
  id: p.id,
  email: a.email,
  name: a.name,
  level: p.level,
  state: p.state,
  /** Maximum spending in a day, in minor units. */
  dailyLimit: p.dailyLimit,
  /** Balance below which the wallet becomes an action item; null for never. */
  adminLowBalanceThreshold: p.adminLowBalanceThreshold,
  /** Whether their shop may be paid through the operator's account, where operator collection is on. */
  collects: p.collects,
  /** The payer of messages to their customers; null: as the message settings say. */
  messagePayer: p.messagePayer,
  version: p.version,
  createdAt: a.createdAt,
  /** Time of their last request, in the browser or by a token. */
  seenAt: sql`greatest(
    (select max(seen_at) from sessions where account_id = p.id),
    (select max(used_at) from tokens where reseller_id = p.id))`.mapWith(sessions.seenAt) as SQL<Date | null>,
  /** They have yet to choose a password. */
  passwordPending: a.passwordGenerated,
};
export type ResellerAccount = Awaited<ReturnType<typeof getReseller>>;

/** Reads a slice of the list of resellers, without wallets. Admins only. */
export async function readResellers(
  ctx: Ctx,
  { q, level, state, watch }: ListFilter<typeof resellerFilter>,
  slice: ListSlice,
) {
  requireAdmin(ctx);
  const rows = await ctx.db
    .select(resellerColumns)
    .from(p)
    .innerJoin(a, eq(a.id, p.id))
    .where(
      and(
        q ? or(containsText(a.name, q), containsText(a.email, q)) : undefined,
        level && eq(p.level, level),
        state && eq(p.state, state),
        watch && (watch === "low" ? isWalletLow : isNotNull(p.adminLowBalanceThreshold)),
        ...slice.conditions,
        ...accountPageConditions(slice),
      ),
    )
    .orderBy(slice.orderBy)
    .limit(slice.limit);
  return slice.page(rows, (row) => row);
}

/** Counts the wallets below their threshold. Admins only. */
export async function countLowWallets(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  const [low] = await ctx.db.select({ wallets: count() }).from(p).where(isWalletLow);
  return low?.wallets ?? 0;
}

/** Repeats the page's bounds on `accounts`: without them a merge join would read all for a page far back. */
function accountPageConditions({ cursor: { after, before } }: ListSlice): SQL[] {
  if (after !== undefined) return [sql`a.id < ${after}`];
  return before === undefined ? [] : [sql`a.id > ${before}`];
}

/** Reads a reseller's account. Admins only. @throws not_found */
export async function getReseller(ctx: Ctx, { resellerId }: { resellerId: number }) {
  requireAdmin(ctx);
  const [row] = await ctx.db
    .select(resellerColumns)
    .from(p)
    .innerJoin(a, eq(a.id, p.id))
    .where(eq(p.id, resellerId));
  if (!row) throw notFoundError("reseller");
  return row;
}
