import { and, desc, eq, gte, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type ClosedKind, dailyCloses } from "#db/schema/daily-close";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { defineList, type RowOf } from "#lib/core/list/list";
import { formatDecimal, type Minor } from "#lib/core/money/money";
import { Day } from "#lib/core/time/day";
import type { EntryKind } from "#lib/ledger/entry-labels";

const p = alias(dailyCloses, "p");

/** The daily closes, newest first. Admins only. */
export const dailyCloseList = defineList({
  allow: requireAdmin,
  filter: { from: Day, to: Day },
  pageSize: 31,
  read: async (ctx, { from, to }, slice) => {
    const rows = await ctx.db
      .select()
      .from(p)
      .where(and(from ? gte(p.day, from) : undefined, to ? lte(p.day, to) : undefined, ...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, ({ sales, cost, ...row }) => ({
      ...row,
      sales,
      cost,
      margin: sales - cost,
      ...sumBesideMargin(row.kinds),
    }));
  },
  file: {
    name: "daily-close",
    columns: {
      day: ({ day }) => day,
      delivered: ({ delivered }) => delivered,
      failed: ({ failed }) => failed,
      reversed: ({ reversed }) => reversed,
      sales: ({ sales }) => formatDecimal(sales),
      cost: ({ cost }) => formatDecimal(cost),
      margin: ({ margin }) => formatDecimal(margin),
      "level upgrades": ({ upgrades }) => formatDecimal(upgrades),
      "referral rewards": ({ referrals }) => formatDecimal(referrals),
      messages: ({ messages }) => formatDecimal(messages),
      "wallets before": ({ walletsBefore }) => formatDecimal(walletsBefore),
      "wallets after": ({ walletsAfter }) => formatDecimal(walletsAfter),
      "held before": ({ heldBefore }) => formatDecimal(heldBefore),
      "held after": ({ heldAfter }) => formatDecimal(heldAfter),
      "main supplier balance": ({ mainSupplierBalance }) =>
        mainSupplierBalance === null ? null : formatDecimal(mainSupplierBalance),
      suspense: ({ suspense }) => formatDecimal(suspense),
      advances: ({ advanced }) => formatDecimal(advanced),
      "advances waived": ({ waived }) => formatDecimal(waived),
      difference: ({ difference }) => formatDecimal(difference),
      "closed at": ({ closedAt }) => closedAt,
    },
  },
});
export type ListedDailyClose = RowOf<typeof dailyCloseList>;

/**
 * The operator's income from level upgrades and messages, and payments for referrals, less reversed ones, and
 * for waived advances: not in the margin.
 */
function sumBesideMargin(
  kinds: readonly ClosedKind[],
): Record<"upgrades" | "referrals" | "messages" | "waived", Minor> {
  const wallets = (kind: EntryKind) => BigInt(kinds.find((moved) => moved.kind === kind)?.wallets ?? 0);
  return {
    upgrades: -wallets("upgrade"),
    referrals: wallets("referral") + wallets("referral_reversal"),
    messages: -wallets("message"),
    waived: BigInt(kinds.find(({ kind }) => kind === "advance_waived")?.advanced ?? 0),
  };
}

/** Returns one daily close. Admins only. @throws not_found */
export async function getDailyClose(ctx: Ctx, { day }: { day: string }) {
  requireAdmin(ctx);
  const [found] = Day.safeParse(day).success
    ? await ctx.db.select().from(dailyCloses).where(eq(dailyCloses.day, day))
    : [];
  if (!found) throw notFoundError("day");
  const { kinds, networks, ...row } = found;
  return {
    ...row,
    margin: row.sales - row.cost,
    ...sumBesideMargin(kinds),
    kinds: kinds.map(({ kind, count, wallets, held, advanced = "0" }) => ({
      kind,
      count: Number(count),
      wallets: BigInt(wallets),
      held: BigInt(held),
      advanced: BigInt(advanced),
    })),
    networks: networks.map(({ network, delivered, sales, cost }) => ({
      network,
      delivered: Number(delivered),
      sales: BigInt(sales),
      margin: BigInt(sales) - BigInt(cost),
    })),
  };
}

/** Returns whether the ledger was balanced at the last daily close; null if there is none. Admins only. */
export async function getLastProof(ctx: Ctx): Promise<{ day: string; agrees: boolean } | null> {
  requireAdmin(ctx);
  const { day, difference, findings } = dailyCloses;
  const [last] = await ctx.db
    .select({ day, agrees: sql<boolean>`${difference} = 0 and ${findings} = '{}'` })
    .from(dailyCloses)
    .orderBy(desc(day))
    .limit(1);
  return last ?? null;
}
