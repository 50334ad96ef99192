import { and, count, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { accounts, resellers, sessions } from "#db/schema/account";
import { type Ctx, LEVELS, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import type { Filter, Slice } from "#lib/core/list";
import { containing, SearchText } from "#lib/core/words";

/** What resellers can be narrowed by. */
export const resellerFilter = {
  /** A part of the name or the e-mail. */
  q: SearchText,
  level: z.enum(LEVELS),
  state: z.enum(resellers.state.enumValues),
  /** Those whose balance the desk watches, or whose it is told of now. */
  watch: z.enum(["set", "low"]),
};

/** Whose wallet is below what the desk set for it, and who may still buy. */
const isLow = sql`p.desk_low_below is not null and p.desk_low_below > (select wallet from wallets where reseller_id = p.id) and p.state = 'active'`;

const p = alias(resellers, "p");
const a = alias(accounts, "a");

/** A reseller's account, for admins. */
const columns = {
  ...{ id: p.id, email: a.email, name: a.name, level: p.level, state: p.state },
  /** The most they may spend in a day, in minor units. */
  dailyLimit: p.dailyLimit,
  /** Below which balance the desk is told; null is never. */
  deskLowBelow: p.deskLowBelow,
  /** Their shop may be paid through the operator's account, where that is switched on at all. */
  collects: p.collects,
  version: p.version,
  createdAt: a.createdAt,
  /** When they or one of their programs last came. */
  seenAt: sql`greatest(
    (select max(seen_at) from sessions where account_id = p.id),
    (select max(used_at) from tokens where reseller_id = p.id))`.mapWith(sessions.seenAt) as SQL<Date | null>,
  /** They have yet to choose a password. */
  passwordPending: a.passwordGenerated,
};
export type ResellerAccount = Awaited<ReturnType<typeof getReseller>>;

/** A part of the list of resellers, without their money. Admins only. */
export async function readResellers(
  ctx: Ctx,
  { q, level, state, watch }: Filter<typeof resellerFilter>,
  slice: Slice,
) {
  requireAdmin(ctx);
  const rows = await ctx.db
    .select(columns)
    .from(p)
    .innerJoin(a, eq(a.id, p.id))
    .where(
      and(
        q ? sql`(lower(a.name) like ${containing(q)} or lower(a.email) like ${containing(q)})` : undefined,
        level && eq(p.level, level),
        state && eq(p.state, state),
        watch && (watch === "low" ? isLow : isNotNull(p.deskLowBelow)),
        ...slice.conditions,
        ...accountsPage(slice),
      ),
    )
    .orderBy(slice.orderBy)
    .limit(slice.limit);
  return slice.page(rows, (row) => row);
}

/** How many wallets are below what the desk set for them. Admins only. */
export async function countLowWallets(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  const [low] = await ctx.db.select({ wallets: count() }).from(p).where(isLow);
  return low?.wallets ?? 0;
}

/** The same page of `accounts`, said once more: merged with all of them, a page far back would read them all. */
function accountsPage({ cursor: { after, before } }: Slice): SQL[] {
  if (after !== undefined) return [sql`a.id < ${after}`];
  return before === undefined ? [] : [sql`a.id > ${before}`];
}

/** One reseller's account. Admins only. @throws not_found */
export async function getReseller(ctx: Ctx, { resellerId }: { resellerId: number }) {
  requireAdmin(ctx);
  const [row] = await ctx.db.select(columns).from(p).innerJoin(a, eq(a.id, p.id)).where(eq(p.id, resellerId));
  if (!row) throw notFound("reseller");
  return row;
}
