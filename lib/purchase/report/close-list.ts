import { and, desc, eq, gte, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { dailyCloses } from "#db/schema/close";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Day } from "#lib/core/day";
import { notFound } from "#lib/core/error";
import { defineList, type RowOf } from "#lib/core/list";
import { decimalText } from "#lib/core/money";

const p = alias(dailyCloses, "p");

/** The days that are closed, newest first. Admins only. */
export const closeList = defineList({
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
    return slice.page(rows, ({ sales, cost, ...row }) => ({ ...row, sales, cost, margin: sales - cost }));
  },
  file: {
    name: "daily-close",
    columns: {
      day: ({ day }) => day,
      delivered: ({ delivered }) => delivered,
      failed: ({ failed }) => failed,
      reversed: ({ reversed }) => reversed,
      sales: ({ sales }) => decimalText(sales),
      cost: ({ cost }) => decimalText(cost),
      margin: ({ margin }) => decimalText(margin),
      "wallets before": ({ walletsBefore }) => decimalText(walletsBefore),
      "wallets after": ({ walletsAfter }) => decimalText(walletsAfter),
      "held before": ({ heldBefore }) => decimalText(heldBefore),
      "held after": ({ heldAfter }) => decimalText(heldAfter),
      "at the upstream": ({ float }) => (float === null ? null : decimalText(float)),
      suspense: ({ suspense }) => decimalText(suspense),
      difference: ({ difference }) => decimalText(difference),
      "closed at": ({ closedAt }) => closedAt,
    },
  },
});
export type ListedClose = RowOf<typeof closeList>;

/** One closed day. Admins only. @throws not_found */
export async function closedDay(ctx: Ctx, { day }: { day: string }) {
  requireAdmin(ctx);
  const [found] = Day.safeParse(day).success
    ? await ctx.db.select().from(dailyCloses).where(eq(dailyCloses.day, day))
    : [];
  if (!found) throw notFound("day");
  const { kinds, networks, ...row } = found;
  return {
    ...row,
    margin: row.sales - row.cost,
    kinds: kinds.map(({ kind, count, wallets, held }) => ({
      ...{ kind, count: Number(count), wallets: BigInt(wallets), held: BigInt(held) },
    })),
    networks: networks.map(({ network, delivered, sales, cost }) => ({
      ...{
        network,
        delivered: Number(delivered),
        sales: BigInt(sales),
        margin: BigInt(sales) - BigInt(cost),
      },
    })),
  };
}

/** Whether the books agreed when the last day was closed; null when none is. Admins only. */
export async function lastProof(ctx: Ctx): Promise<{ day: string; agrees: boolean } | null> {
  requireAdmin(ctx);
  const { day, difference, findings } = dailyCloses;
  const [last] = await ctx.db
    .select({ day, agrees: sql<boolean>`${difference} = 0 and ${findings} = '{}'` })
    .from(dailyCloses)
    .orderBy(desc(day))
    .limit(1);
  return last ?? null;
}
