import { inArray, sql } from "drizzle-orm";
import { purchases } from "#db/schema/purchase";
import { formatPlanName } from "#lib/catalogue/plan-label";
import type { Ctx } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { labelCell, moneyCell, phoneCell, plainCell, textCell, timeCell } from "#lib/core/list/stream-csv";
import { formatPhone } from "#lib/core/text/phone";
import { ENTRY_LABELS } from "#lib/ledger/entry-labels";
import { buildEntriesCsvQuery, readEntries, statementFilter } from "#lib/ledger/statement";
import { resolveWalletOwner } from "#lib/ledger/wallet";

/** The entries of a wallet, newest first, with their purchases: the acting reseller's, or for admins any reseller's. */
export const walletStatement = (resellerId?: number) =>
  defineList({
    allow: (ctx) => resolveWalletOwner(ctx, resellerId),
    filter: statementFilter,
    pageSize: 50,
    read: async (ctx, filter, slice) => {
      const page = await readEntries(ctx, resolveWalletOwner(ctx, resellerId), filter, slice);
      const bought = await readPurchasesById(
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
        const { from, conditions } = buildEntriesCsvQuery(resolveWalletOwner(ctx, resellerId), filter);
        return {
          from: sql`${from} left join purchases bought on bought.id = p.purchase_id`,
          conditions,
          cells: {
            when: timeCell(sql`p.at`),
            entry: plainCell(sql`p.id`),
            what: labelCell(sql`p.kind`, ENTRY_LABELS),
            amount: moneyCell(sql`e.amount`),
            "balance after": moneyCell(sql`e.balance`),
            reason: textCell(sql`p.reason`),
            reference: plainCell(sql`bought.ident`),
            plan: textCell(sql`(bought.network_name || ' ' || bought.size || ' ' || bought.volume)`),
            number: phoneCell(sql`bought.phone`),
          },
        };
      },
    },
  });
export type StatementLine = RowOf<ReturnType<typeof walletStatement>>;

async function readPurchasesById(ctx: Ctx, ids: number[]) {
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
        what: formatPlanName(row),
        phone: formatPhone(row.phone),
      },
    ]),
  );
}
