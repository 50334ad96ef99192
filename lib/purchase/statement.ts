import { inArray, sql } from "drizzle-orm";
import { purchases } from "#db/schema/purchase";
import type { Ctx } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list";
import { groupedPhone } from "#lib/core/phone";
import { called, money, phone, plain, time, words } from "#lib/core/written";
import { ENTRY_WORDS } from "#lib/ledger/entry-words";
import { readEntries, statementFilter, writtenEntries } from "#lib/ledger/statement";
import { walletOwner } from "#lib/ledger/wallet";

/** A wallet's entries, newest first, each with what was bought: one's own wallet, for admins that of a reseller. */
export const walletStatement = (resellerId?: number) =>
  defineList({
    allow: (ctx) => walletOwner(ctx, resellerId),
    filter: statementFilter,
    pageSize: 50,
    read: async (ctx, filter, slice) => {
      const page = await readEntries(ctx, walletOwner(ctx, resellerId), filter, slice);
      const bought = await boughtBy(
        ctx,
        page.rows.flatMap(({ purchaseId }) => purchaseId ?? []),
      );
      const rows = page.rows.map((entry) => ({
        ...entry,
        purchase: bought.get(entry.purchaseId ?? 0) ?? null,
      }));
      return { ...page, rows };
    },
    file: {
      name: resellerId === undefined ? "wallet" : `wallet-${resellerId}`,
      written: (ctx, filter) => {
        const { from, conditions } = writtenEntries(walletOwner(ctx, resellerId), filter);
        return {
          from: sql`${from} left join purchases bought on bought.id = p.purchase_id`,
          conditions,
          cells: {
            when: time(sql`p.at`),
            entry: plain(sql`p.id`),
            what: called(sql`p.kind`, ENTRY_WORDS),
            amount: money(sql`e.amount`),
            "balance after": money(sql`e.balance`),
            reason: words(sql`p.reason`),
            reference: plain(sql`bought.ident`),
            plan: words(sql`(bought.network_name || ' ' || bought.size || ' ' || bought.volume)`),
            number: phone(sql`bought.phone`),
          },
        };
      },
    },
  });
export type StatementLine = RowOf<ReturnType<typeof walletStatement>>;

async function boughtBy(ctx: Ctx, ids: number[]) {
  const { id, ident, networkName, size, volume, phone } = purchases;
  const rows =
    ids.length === 0
      ? []
      : await ctx.db
          .select({ id, ident, networkName, size, volume, phone })
          .from(purchases)
          .where(inArray(id, [...new Set(ids)]));
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ident: row.ident,
        what: `${row.networkName} ${row.size} ${row.volume}`,
        phone: groupedPhone(row.phone),
      },
    ]),
  );
}
